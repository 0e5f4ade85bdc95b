import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { billLines } from '#contracts/billing/bill-lines.ts'
import { chargeByHand } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { addToDispute, requireInTime } from '../disputes/dispute-lines.ts'
import { readRun } from '../runs/run-row.ts'
import {
  countRunsOf,
  labelOf,
  lockLine,
  requireOpen,
  requireVersion,
  wireLine,
  type BillLine,
} from './line-row.ts'

type Bulk = Out<typeof billLines.accept>

/** Decides line by line, then counts their runs again. */
async function decideEach(
  ctx: Ctx,
  ids: readonly string[],
  one: (tx: Tx, line: BillLine) => Promise<void>,
): Promise<Bulk> {
  const result = await eachRow(ctx, ids, async (tx, id, name) => {
    const line = await lockLine(tx, id)
    name(labelOf(line))
    await one(tx, line)
    return labelOf(line)
  })
  // What was refused leaves nothing.
  const done = result.rows.filter(({ ok }) => ok).map(({ id }) => id)
  if (done.length > 0) await countRunsOf(ctx, done)
  return result
}

interface Decision {
  state: string
  note: string
  chargeId?: string
}
const decide = (tx: Tx, line: BillLine, { state, note, chargeId }: Decision) =>
  change(tx, 'billLine', line, {
    state,
    note: note || line.note,
    decidedBy: tx.principal.username,
    decidedAt: nowIso(),
    chargeId,
  })

export const acceptLines = (ctx: Ctx, { ids, note }: In<typeof billLines.accept>) =>
  decideEach(ctx, ids, async (tx, line) => {
    requireOpen(line)
    await decide(tx, line, { state: 'accepted', note })
  })

export const writeOffLines = (ctx: Ctx, { ids, note }: In<typeof billLines.writeOff>) =>
  decideEach(ctx, ids, async (tx, line) => {
    requireOpen(line)
    await decide(tx, line, { state: 'writtenOff', note })
  })

/** The lines of an invoice come into one dispute, as long as that was not sent. */
export const disputeLines = (ctx: Ctx, { ids, note }: In<typeof billLines.dispute>) =>
  decideEach(ctx, ids, async (tx, line) => {
    requireOpen(line)
    const run = await readRun(tx, line.runId)
    await requireInTime(tx, run)
    await addToDispute(tx, run, [line.id], note)
  })

/**
 * Charges the line's customer by a charge of its own, with the permission, the limits and the second
 * user a charge by hand has. A line is charged once.
 */
export async function rebillLines(
  ctx: Ctx,
  { ids, what, note }: In<typeof billLines.rebill>,
): Promise<Bulk> {
  if (!ctx.can('acc:account:charge')) failDenied()
  return decideEach(ctx, ids, async (tx, line) => {
    const label = labelOf(line)
    requireOpen(line)
    if (line.customerId === null) fail('bill.noParcel', { label })
    const minor = BigInt(what === 'amount' ? line.amount : line.delta)
    if (minor <= 0n) fail('bill.nothingToRebill', { label })
    const { transactionId } = await chargeByHand(tx, {
      customerId: line.customerId,
      currency: line.currency,
      amount: formatMoney({ minor, currency: line.currency }),
      tradeItem: line.tradeItem ?? '19',
      reference: `BILL-${line.id}`,
      note: [line.parcelNo, line.chargeCode, note].filter(Boolean).join(' · ').slice(0, 300),
      workDone: true,
    })
    await decide(tx, line, { state: 'rebilled', note, chargeId: transactionId })
  })
}

export function noteLine(
  ctx: Ctx,
  { id, version, note }: In<typeof billLines.note>,
): Promise<Out<typeof billLines.note>> {
  return inTx(ctx, async (tx) => {
    const line = await lockLine(tx, id)
    if (line.postedAt !== null) fail('bill.posted', { label: labelOf(line) })
    await requireVersion(tx, line, version)
    await change(tx, 'billLine', line, { note: note || null })
    return wireLine(tx, id)
  })
}
