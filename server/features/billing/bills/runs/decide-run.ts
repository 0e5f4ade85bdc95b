import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import type { billRuns } from '#contracts/billing/bill-runs.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { addToDispute, requireInTime } from '../disputes/dispute-lines.ts'
import { countRun, lockCompared, lockRun, type BillRun } from './run-row.ts'

interface Open {
  id: string
  version: number
  note: string | null
}
/** Lines one call decides on; the rest is decided by the next. */
const AT_ONCE = 20_000

/**
 * Lines of a run with these codes no user has decided on, locked. `within`: only those in the run's
 * currency, and of them those that differ by no more than that.
 */
async function openLines(
  tx: Tx,
  { id, currency }: BillRun,
  codes: readonly string[],
  within: { upTo: bigint | null; charged?: true } | null,
): Promise<Open[]> {
  const charged = within?.charged ?? false
  const most = within?.upTo?.toString() ?? null
  const { rows } = await sql<Open>`select l.id, l.version, l.note from bill_line as l
    where ${tx.rows('billLine').where('l')} and l.run_id = ${id} and l.state = 'open'
      and l.code = any(${codes}::text[])
      and (${within === null} or l.currency = ${currency})
      and (${most}::bigint is null or abs(l.delta) <= ${most}::bigint)
      and (${!charged} or l.amount >= 0)
    order by l.id limit ${AT_ONCE} for update`.execute(tx.db)
  return rows
}

/** Accepts what differs, by its code and up to a difference. */
export function acceptRun(
  ctx: Ctx,
  { id, codes, upTo, note }: In<typeof billRuns.accept>,
): Promise<Out<typeof billRuns.accept>> {
  return inTx(ctx, async (tx) => {
    const run = await lockCompared(tx, id)
    const most = upTo === null ? null : parseMoney(upTo, run.currency, 'nonNegative')
    if (upTo !== null && !most) failFields([{ path: 'upTo', code: 'field.money' }])
    const lines = await openLines(tx, run, codes, most && { upTo: most.minor })
    const decision = {
      state: 'accepted',
      decidedBy: tx.principal.username,
      decidedAt: nowIso(),
    }
    await changeMany(tx, 'billLine', lines, (line) => ({ ...decision, note: note || line.note }))
    await countRun(tx, id)
    return { lines: lines.length }
  })
}

/** One dispute of all open lines with these codes. */
export function disputeRun(
  ctx: Ctx,
  { id, codes, note }: In<typeof billRuns.dispute>,
): Promise<Out<typeof billRuns.dispute>> {
  return inTx(ctx, async (tx) => {
    const run = await lockCompared(tx, id)
    await requireInTime(tx, run)
    // Money back is not disputed: it is the answer to a dispute.
    const lines = await openLines(tx, run, codes, { upTo: null, charged: true })
    if (lines.length === 0) fail('bill.nothingOpen', { label: run.invoiceNo })
    const disputeId = await addToDispute(
      tx,
      run,
      lines.map((line) => line.id),
      note,
    )
    await countRun(tx, id)
    return { disputeId, lines: lines.length }
  })
}

/** Drops a dry run that was not taken. */
export function discardRun(ctx: Ctx, { id }: In<typeof billRuns.discard>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const run = await lockRun(tx, id)
    if (run.state !== 'draft') fail('bill.notDraft', { label: run.invoiceNo })
    await sql`delete from bill_run as r
      where ${tx.rows('billRun').where('r')} and r.id = ${id}`.execute(tx.db)
    await tx.audit('bill_run', id, 'delete', { invoiceNo: run.invoiceNo }, null)
    return null
  })
}
