import { sql } from 'kysely'
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
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { openedSecret, type AccountRow } from '../accounts/open-account.ts'
import { batchNote, type BatchNote } from '../batches/batch-notes.ts'
import {
  BY_FILE,
  FILE_PASSWORD,
  FILE_URL,
  fileTarget,
  folderOf,
  type FileTarget,
} from './file-target.ts'
import { NO_FOLDER, sftpProbe, sftpPut, UnknownHostKey } from './sftp-put.ts'

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
export function sendTo(ctx: Ctx, row: AccountRow, file: OutgoingFile): Promise<NotSent | null> {
  if (!row.enabled) return Promise.resolve(never('accountDisabled'))
  return reach(ctx, row, {
    sftp: (target, login, inside) => sftpPut(target, login, file, inside),
    https: (target, login, log) => httpsPut(ctx, row, target, login, file, log),
  })
}

/** Whether the account's files would be taken; a server of HTTPS is only asked whether it is there. */
export const tryServer = (ctx: Ctx, row: AccountRow): Promise<NotSent | null> =>
  reach(ctx, row, {
    sftp: sftpProbe,
    https: (target, login, log) => httpsProbe(ctx, row, target, login, log),
  })

/** Whether services of an account hand over files, or it names where they go. */
export async function sendsFiles(ctx: Ctx, { id, settings }: AccountRow): Promise<boolean> {
  if (settings[FILE_URL]) return true
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql`select 1 from ${tenant.rows('carrierAccountService').as('m')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = m.service_id
    where m.account_id = ${id} and v.push_method = ${BY_FILE} limit 1`.execute(ctx.db)
  return rows.length > 0
}

type Login = Parameters<typeof sftpProbe>[1]
type Log = (call: CallRecord) => void
interface Ways {
  sftp: (target: FileTarget, login: Login, inside: readonly string[]) => Promise<void>
  https: (target: FileTarget, login: Login, log: Log) => Promise<void>
}

async function reach(ctx: Ctx, row: AccountRow, ways: Ways): Promise<NotSent | null> {
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
  const log: Log = (call) => (calls = [...calls, call])
  try {
    if (row.mode === 'simulator' || !target) simulate(row)
    else if (target.isSftp) await counted(row.carrier, log, () => ways.sftp(target, login, inside))
    else await ways.https(target, login, log)
    return null
  } catch (error) {
    if (error instanceof UnknownHostKey) return never('hostKey', error.shown)
    if (!(error instanceof CarrierError)) throw error
    const { kind, retryable, retryAfterMs } = error
    const reason = error.message.slice(`${kind}: `.length)
    if (isElsewhere(error)) return never(reason === 'REDIRECT' ? 'redirect' : 'badAddress')
    if (reason === NO_FOLDER) return never('noFolder')
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
  row: AccountRow,
  target: FileTarget,
  login: Login,
  { name, bytes }: OutgoingFile,
  log: Log,
): Promise<void> {
  const call = callTo(ctx, row, target, log)
  const { status } = await call({
    operation: 'file',
    method: 'PUT',
    url: `${folderOf(target.url.href)}/${encodeURIComponent(name)}`,
    headers: { 'content-type': 'text/csv; charset=utf-8', ...authorized(login) },
    body: bytes.toString('utf8'),
    // The same name again is the same file.
    repeatable: true,
  })
  if (status === 401 || status === 403) throw new CarrierError('auth', `HTTP ${status}`, { status })
  if (status < 200 || status > 299) throw new CarrierError('refused', `HTTP ${status}`, { status })
}

/** Many servers take files and list none: only a login they do not accept is a fault. */
async function httpsProbe(
  ctx: Ctx,
  row: AccountRow,
  target: FileTarget,
  login: Login,
  log: Log,
): Promise<void> {
  const call = callTo(ctx, row, target, log)
  const { status } = await call({
    operation: 'file',
    method: 'GET',
    // Without the slash many servers point to the address with it.
    url: `${folderOf(target.url.href)}/`,
    headers: authorized(login),
  })
  if (status === 401) throw new CarrierError('auth', `HTTP ${status}`, { status })
}

function callTo(ctx: Ctx, { id, carrier }: AccountRow, { host }: FileTarget, log: Log) {
  const fetch = guardedFetch([host], allowedInternalHosts(ctx))
  return callGuard(carrier, { ...liveDeps(log, fetch, sharedBy(ctx, `files/${id}`)), clock: now })
}

const authorized = ({ user, password }: Login): Record<string, string> =>
  user === '' && password === ''
    ? {}
    : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }

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
