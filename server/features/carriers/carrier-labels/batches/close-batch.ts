import { sql } from 'kysely'
import type { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { fail } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { withAccount } from '../accounts/with-account.ts'
import { openAccounts } from '../buying/buy-labels.ts'
import { carrierLabels, isClosing, isHalfVoid, type CarrierLabel } from '../buying/label-rows.ts'
import { BATCH_FILES } from './batch-files.ts'
import { batchNote, noteInWords, type BatchNote } from './batch-notes.ts'
import { reachedBatch, type BatchRow } from './batch-rows.ts'

const PER_CLOSING = 30
const NOTES_MAX = 200
const NAMED = 5
const [HALF_VOID, BUSY] = ['voidOpen', 'labelBusy']
/** Given up before labels count as let go of (`isClosing`). */
const PATIENCE_MS = 80_000

/** Closes a batch's labels at the carrier, account by account; papers it hands out come along. */
export async function manifestBatch(
  ctx: Ctx,
  { id }: In<typeof carrierBatches.manifest>,
): Promise<Out<typeof carrierBatches.manifest>> {
  const batch = await reachedBatch(ctx, id, 'manifest')
  const labels = (await carrierLabels(ctx, { batchIds: [id] })).filter(isOpen)
  if (labels.length === 0) fail('carrierBatch.nothingToClose', { label: batch.batchNo })
  const accounts = await openAccounts(ctx, labels)
  const notes: BatchNote[] = []
  let closed = 0
  let busy = 0
  for (const [accountId, own] of Map.groupBy(labels, (one) => one.accountId)) {
    const account = accounts.get(accountId)
    if (!account || account.row.stoppedAt !== null)
      fail('carrierBatch.accountStopped', { name: account?.row.name ?? accountId })
    // Of a day that is closed as a whole there is one call.
    const perCall = account.carrier.closes === 'day' ? own.length : PER_CLOSING
    for (let at = 0; at < own.length; at += perCall) {
      const done = await closeSome(ctx, batch, account, own.slice(at, at + perCall))
      closed += done.closed
      busy += done.busy
      notes.push(...done.notes)
    }
  }
  const halfVoid = notes.flatMap(({ code, no }) => (code === HALF_VOID && no ? [no] : []))
  if (busy === labels.length && halfVoid.length > 0)
    fail('carrierBatch.voidsOpen', {
      label: batch.batchNo,
      numbers: halfVoid.slice(0, NAMED).join(', '),
      count: halfVoid.length,
    })
  if (busy === labels.length) fail('carrierBatch.labelsBusy', { label: batch.batchNo })
  await inTx(ctx, (tx) =>
    change(tx, 'carrierBatch', id, {
      ...(closed > 0 ? { manifestedAt: nowIso() } : {}),
      notes: notes.slice(0, NOTES_MAX),
    }),
  )
  return { closed, refused: notes.map((one) => noteInWords(ctx.lang, one)) }
}

const isOpen = ({ state, voidState, closedAt, handle }: CarrierLabel): boolean =>
  state === 'bought' && voidState !== 'void' && closedAt === null && handle !== null

interface Closed {
  closed: number
  busy: number
  notes: BatchNote[]
}

async function closeSome(
  ctx: Ctx,
  batch: BatchRow,
  account: OpenAccount,
  labels: readonly CarrierLabel[],
): Promise<Closed> {
  // A carrier that closes a day closes whatever else was bought on it, in other batches too.
  const others =
    account.carrier.closes === 'day' ? await openOfDay(ctx, account.row.id, batch.day) : []
  const ids = [...new Set([...labels.map(({ id }) => id), ...others])]
  const at = nowIso()
  const taken = await takeToClose(ctx, ids, at)
  const left = ids.filter((id) => !taken.has(id))
  // Closing the day would close these at the carrier as well: none of it, until they are answered.
  const open = account.carrier.closes === 'day' ? await notAnswered(ctx, left) : []
  if (open.length > 0) {
    await endClosing(ctx, taken, at, new Set())
    // Those of other batches are named too: they are what has to be cleared first.
    const first = new Set(open.map(({ id }) => id))
    const waits = labels.filter(({ id }) => !first.has(id))
    const notes = [
      ...open.map(busyNote),
      ...waits.map(({ serialNumber }) => batchNote('heldBack', serialNumber)),
    ]
    return { closed: 0, busy: labels.length, notes }
  }
  const [own, busy] = [true, false].map((is) => labels.filter(({ id }) => taken.has(id) === is))
  const notes = busy!.map(busyNote)
  if (own!.length === 0) {
    await endClosing(ctx, taken, at, new Set())
    return { closed: 0, busy: busy!.length, notes }
  }
  let closed = new Set<string>()
  try {
    const answer = await withAccount(ctx, account, () =>
      account.adapter.closeOut!(
        { date: batch.day, handles: own!.map((one) => one.handle!) },
        { signal: AbortSignal.timeout(PATIENCE_MS) },
      ),
    )
    const done = new Set(answer.handles)
    const open = new Set(own!.filter(({ handle }) => !done.has(handle!)).map(({ id }) => id))
    closed = new Set([...taken].filter((id) => !open.has(id)))
    for (const paper of answer.documents) await keepPaper(ctx, batch, Buffer.from(paper.bytes))
    const numbers = new Map(own!.map((one) => [one.handle!, one.carrierNo ?? one.handle!]))
    for (const [handle, why] of answer.refused)
      notes.push(batchNote(null, numbers.get(handle) ?? handle, why))
  } finally {
    await endClosing(ctx, taken, at, closed)
  }
  return { closed: own!.filter(({ id }) => closed.has(id)).length, busy: busy!.length, notes }
}

/** Labels taken by one manifest before the carrier is asked: none that is being taken back. */
async function takeToClose(ctx: Ctx, ids: readonly string[], at: string): Promise<Set<string>> {
  const taken = await inTx(ctx, (tx) =>
    changeMany(
      asSystemTx(tx, tx.principal.tenantId),
      'carrierShipment',
      ids,
      (row) =>
        (row.voidState === null || row.voidState === 'refused') &&
        row.closedAt === null &&
        !isClosing(row)
          ? { closingAt: at }
          : null,
      { unlogged: 'all' },
    ),
  )
  return new Set(taken.map(({ id }) => id))
}

const busyNote = (label: CarrierLabel): BatchNote =>
  batchNote(isHalfVoid(label) ? HALF_VOID : BUSY, label.serialNumber)

/** Those of them whose carrier is being asked just now, or has not answered a cancellation. */
const notAnswered = async (ctx: Ctx, ids: readonly string[]): Promise<CarrierLabel[]> =>
  (await carrierLabels(ctx, { ids })).filter(
    (one) =>
      one.closedAt === null && (one.voidState === 'sent' || isHalfVoid(one) || isClosing(one)),
  )

/** Only of what is still taken by this manifest: another may have taken it since. */
const endClosing = (
  ctx: Ctx,
  taken: ReadonlySet<string>,
  at: string,
  closed: ReadonlySet<string>,
) =>
  inTx(ctx, (tx) =>
    changeMany(
      asSystemTx(tx, tx.principal.tenantId),
      'carrierShipment',
      [...taken],
      ({ id, closingAt }) =>
        closingAt !== null && Date.parse(closingAt) === Date.parse(at)
          ? { closingAt: null, ...(closed.has(id) ? { closedAt: nowIso() } : {}) }
          : null,
      { unlogged: ['closingAt'] },
    ),
  )

async function openOfDay(ctx: Ctx, accountId: string, day: string): Promise<string[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string }>`select c.id
    from ${tenant.rows('carrierShipment').as('c')}
      join ${tenant.rows('carrierBatch').as('b')} on b.id = c.batch_id
    where c.account_id = ${accountId} and c.state = 'bought' and c.closed_at is null
      and c.void_state is distinct from 'void' and b.day = ${day}::date`.execute(ctx.db)
  return found.rows.map(({ id }) => id)
}

const keepPaper = (ctx: Ctx, { id, batchNo }: BatchRow, bytes: Buffer) =>
  storeFile(asSystem(ctx, ctx.principal.tenantId), {
    ownerKind: BATCH_FILES,
    ownerId: id,
    name: `manifest-${batchNo}.pdf`,
    bytes,
  })

/** The carrier's papers of the day; fetched again they are the same files. */
export async function fetchManifest(
  ctx: Ctx,
  { id }: In<typeof carrierBatches.fetch>,
): Promise<Out<typeof carrierBatches.fetch>> {
  const batch = await reachedBatch(ctx, id, 'manifest')
  const labels = await carrierLabels(ctx, { batchIds: [id] })
  if (!labels.some(({ closedAt }) => closedAt !== null))
    fail('carrierBatch.notClosed', { label: batch.batchNo })
  const accounts = await openAccounts(ctx, labels)
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  for (const account of accounts.values()) {
    const { adapter } = account
    if (!adapter.fetchManifest)
      fail('carrierBatch.noPapers', { carrier: account.carrier.title[ctx.lang] })
    const papers = await withAccount(ctx, account, () => adapter.fetchManifest!(batch.day))
    const known = new Set((await filesOf(tenant, BATCH_FILES, [id])).map(({ hash }) => hash))
    for (const { bytes, sha256 } of papers)
      if (!known.has(sha256)) await keepPaper(ctx, batch, Buffer.from(bytes))
  }
  return { files: (await filesOf(tenant, BATCH_FILES, [id])).length }
}
