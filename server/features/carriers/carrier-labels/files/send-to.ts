import {
  callGuard,
  CarrierError,
  isElsewhere,
  liveDeps,
  logCalls,
  sharedBy,
  type CallRecord,
} from '#server/features/carriers/carriers/index.ts'
import { allowedInternalHosts } from '#server/features/platform/messages/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { openedSecret, type AccountRow } from '../accounts/open-account.ts'
import { batchNote, type BatchNote } from '../batches/batch-notes.ts'
import { FILE_PASSWORD, FILE_URL, fileTarget, folderOf, type FileTarget } from './file-target.ts'
import { sftpPut, UnknownHostKey } from './sftp-put.ts'

interface OutgoingFile {
  name: string
  bytes: Buffer
}
/** Why a file was not taken, and whether that may be another time. */
export interface NotSent {
  note: BatchNote
  again: boolean
  /** How long its server asks to be left alone. */
  waitMs: number
}
const never = (code: string, original = ''): NotSent => ({
  note: batchNote(code, null, original),
  again: false,
  waitMs: 0,
})

/** Sends a file where the account's files go; null: it was taken. */
export async function sendTo(
  ctx: Ctx,
  row: AccountRow,
  file: OutgoingFile,
): Promise<NotSent | null> {
  if (!row.enabled) return never('accountDisabled')
  const inside = allowedInternalHosts(ctx)
  const address = row.settings[FILE_URL] ?? ''
  const target = fileTarget(address, inside)
  if (row.mode !== 'simulator' && address === '') return never('noAddress')
  if (row.mode !== 'simulator' && !target) return never('badAddress')
  const login = {
    user: row.settings['fileUser'] ?? '',
    password: openedSecret(ctx, row, FILE_PASSWORD) ?? '',
    hostKey: row.settings['fileHostKey']?.trim().split('=')[0] ?? '',
  }
  let calls: CallRecord[] = []
  try {
    if (row.mode === 'simulator' || !target) simulate(row)
    else if (target.isSftp)
      await counted(
        row.carrier,
        (call) => (calls = [...calls, call]),
        () => sftpPut(target, login, file, inside),
      )
    else await httpsPut(ctx, row, target, login, file, (call) => (calls = [...calls, call]))
    return null
  } catch (error) {
    if (error instanceof UnknownHostKey) return never('hostKey', error.shown)
    if (!(error instanceof CarrierError)) throw error
    const { kind, retryable, retryAfterMs } = error
    const reason = error.message.slice(`${kind}: `.length)
    if (isElsewhere(error)) return never(reason === 'REDIRECT' ? 'redirect' : 'badAddress')
    if (!KNOWN.has(kind)) return never('refused', reason)
    return { note: batchNote(kind, null), again: retryable, waitMs: retryAfterMs ?? 0 }
  } finally {
    await logCalls(ctx, { takeCalls: () => calls })
  }
}

/** Kinds of failures with words of their own. */
const KNOWN = new Set(['auth', 'network', 'timeout', 'busy', 'server', 'circuit'])

/** No carrier is asked for a simulated account: its scripts decide. */
function simulate({ simulatorScript: script }: AccountRow): void {
  if (script === 'denied') throw new CarrierError('auth', 'login not accepted')
  if (script === 'error500') throw new CarrierError('server', 'HTTP 500', { status: 500 })
  if (script === 'busy') throw new CarrierError('busy', 'HTTP 429', { status: 429 })
}

async function httpsPut(
  ctx: Ctx,
  { id, carrier }: AccountRow,
  { url, host }: FileTarget,
  { user, password }: { user: string; password: string },
  { name, bytes }: OutgoingFile,
  log: (call: CallRecord) => void,
): Promise<void> {
  const deps = liveDeps(
    log,
    guardedFetch([host], allowedInternalHosts(ctx)),
    sharedBy(ctx, `files/${id}`),
  )
  const call = callGuard(carrier, { ...deps, clock: now })
  const { status } = await call({
    operation: 'file',
    method: 'PUT',
    url: `${folderOf(url.href)}/${encodeURIComponent(name)}`,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      ...(user === '' && password === ''
        ? {}
        : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    },
    body: bytes.toString('utf8'),
    // The same name again is the same file.
    repeatable: true,
  })
  if (status === 401 || status === 403) throw new CarrierError('auth', `HTTP ${status}`, { status })
  if (status < 200 || status > 299) throw new CarrierError('refused', `HTTP ${status}`, { status })
}

/** What is no call of HTTP is in the log of calls all the same. */
async function counted(
  carrier: string,
  log: (call: CallRecord) => void,
  send: () => Promise<void>,
): Promise<void> {
  const begun = now()
  let error: string | null = null
  try {
    await send()
  } catch (failure) {
    error = failure instanceof CarrierError ? failure.kind : 'refused'
    throw failure
  } finally {
    log({
      carrier,
      operation: 'file',
      status: null,
      ms: Math.max(0, Math.round(now() - begun)),
      requestId: crypto.randomUUID(),
      attempt: 1,
      error,
    })
  }
}
