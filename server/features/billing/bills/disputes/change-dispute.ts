import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import { disputeList, type disputes } from '#contracts/billing/disputes.ts'
import type { DisputeState } from '#contracts/billing/bills.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { countRun, readRun } from '../runs/run-row.ts'
import { lockSupplier } from '../reading/keep-draft.ts'
import { creditsNoted } from './credits-once.ts'
import { requireInTime } from './dispute-lines.ts'
import type { About } from './share-credits.ts'
import { sharesOf } from '../lines/split-line.ts'

interface Dispute {
  id: string
  version: number
  no: string
  runId: string
  currency: string
  state: DisputeState
  claimed: string
  note: string | null
  supplierId: string
  sentAt: string | null
  carrierRef: string | null
}
interface Claimed extends About {
  id: string
  version: number
  delta: string
  firstSentAt: string | null
}

async function lockDispute(tx: Tx, id: string): Promise<Dispute> {
  const { rows } = await sql<Dispute>`select d.id, d.version, d.no, d.run_id, d.currency, d.state,
      d.claimed, d.note, d.supplier_id, d.sent_at, d.carrier_ref
    from dispute as d where ${tx.rows('dispute').where('d')} and d.id = ${id}
    for update`.execute(tx.db)
  return rows[0] ?? failMissing()
}

async function readDispute(tx: Tx, id: string): Promise<Pick<Dispute, 'supplierId'>> {
  const { rows } = await sql<Pick<Dispute, 'supplierId'>>`select d.supplier_id
    from ${tx.rows('dispute').as('d')} where d.id = ${id}`.execute(tx.db)
  return rows[0] ?? failMissing()
}

export const wireDispute = (ctx: Ctx, id: string) => listedRow(ctx, disputeList, id)

function requireState(dispute: Dispute, states: readonly DisputeState[]): void {
  if (!states.includes(dispute.state)) fail('bill.disputeState', { label: dispute.no })
}

async function requireVersion(tx: Tx, dispute: Dispute, version: number): Promise<void> {
  if (dispute.version !== version) failConflict('row.stale', await wireDispute(tx, dispute.id))
}

export function sendDisputes(
  ctx: Ctx,
  { ids }: In<typeof disputes.send>,
): Promise<Out<typeof disputes.send>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const dispute = await lockDispute(tx, id)
    name(dispute.no)
    requireState(dispute, ['draft'])
    await requireInTime(tx, await readRun(tx, dispute.runId))
    const sentAt = nowIso()
    await change(tx, 'dispute', dispute, { state: 'sent', sentAt })
    const lines = (await claimedLines(tx, id)).filter((line) => line.firstSentAt === null)
    await changeMany(tx, 'billLine', lines, { firstSentAt: sentAt }, { unlogged: 'all' })
    return dispute.no
  })
}

/** The credit the carrier announced, at most what was claimed. */
function creditOf(text: string, path: string, { currency, claimed }: Dispute): bigint {
  const money = parseMoney(text, currency, 'nonNegative')
  if (!money) failFields([{ path, code: 'field.money' }])
  const most = BigInt(claimed) > 0n ? BigInt(claimed) : 0n
  if (money.minor > most) failFields([{ path, code: 'bill.creditTooLarge' }])
  return money.minor
}

export function answerDispute(
  ctx: Ctx,
  { id, version, carrierRef, creditExpected, note }: In<typeof disputes.answer>,
): Promise<Out<typeof disputes.answer>> {
  return inTx(ctx, async (tx) => {
    const dispute = await lockDispute(tx, id)
    await requireVersion(tx, dispute, version)
    requireState(dispute, ['sent', 'answered'])
    await change(tx, 'dispute', dispute, {
      state: 'answered',
      carrierRef: carrierRef || null,
      creditExpected: creditOf(creditExpected, 'creditExpected', dispute).toString(),
      note: note || dispute.note,
    })
    return wireDispute(tx, id)
  })
}

async function claimedLines(tx: Tx, id: string): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`select l.id, l.version, l.delta, l.first_sent_at, l.parcel_id,
      l.track_key as key, l.trade_item, l.charge_code, l.currency
    from bill_line as l where ${tx.rows('billLine').where('l')} and l.dispute_id = ${id}
      and l.state = 'disputed' order by l.id for update`.execute(tx.db)
  return rows
}

/**
 * Ends a dispute: the credit is shared over its lines by what they claim, and each may be posted. What
 * a bill gave back meanwhile, and was accepted there, is not booked again here.
 */
export function settleDispute(
  ctx: Ctx,
  { id, version, creditReceived, note }: In<typeof disputes.settle>,
): Promise<Out<typeof disputes.settle>> {
  return inTx(ctx, async (tx) => {
    await lockSupplier(tx, (await readDispute(tx, id)).supplierId)
    const dispute = await lockDispute(tx, id)
    await requireVersion(tx, dispute, version)
    requireState(dispute, ['sent', 'answered'])
    const credit = creditOf(creditReceived, 'creditReceived', dispute)
    const lines = await claimedLines(tx, id)
    const claims = lines.map(({ delta }) => (BigInt(delta) > 0n ? BigInt(delta) : 0n))
    const shares = sharesOf(credit, claims)
    const { no, runId, carrierRef, sentAt } = dispute
    const of = { disputeId: id, no, runId, carrierRef, sentAt }
    const credited = lines.map((line, at) => ({
      ...line,
      ...of,
      sentAt: line.firstSentAt ?? sentAt,
      left: shares[at]!,
    }))
    const noted = await creditsNoted(tx, dispute.supplierId, credited)
    const byId = new Map(credited.map((line) => [line.id, line.left - (noted.get(line.id) ?? 0n)]))
    await changeMany(tx, 'billLine', lines, (line) => ({
      state: credit > 0n ? 'credited' : 'accepted',
      credit: byId.get(line.id)!.toString(),
    }))
    await change(tx, 'dispute', dispute, {
      state: credit > 0n ? 'settled' : 'rejected',
      creditReceived: credit.toString(),
      settledAt: nowIso(),
      note: note || dispute.note,
    })
    await countRun(tx, dispute.runId)
    return wireDispute(tx, id)
  })
}

export function withdrawDisputes(
  ctx: Ctx,
  { ids }: In<typeof disputes.withdraw>,
): Promise<Out<typeof disputes.withdraw>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const dispute = await lockDispute(tx, id)
    name(dispute.no)
    requireState(dispute, ['draft', 'sent', 'answered'])
    const lines = await claimedLines(tx, id)
    await changeMany(tx, 'billLine', lines, { state: 'open', disputeId: null })
    await change(tx, 'dispute', dispute, { state: 'withdrawn', settledAt: nowIso() })
    await countRun(tx, dispute.runId)
    return dispute.no
  })
}
