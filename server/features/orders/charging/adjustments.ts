import { sql } from 'kysely'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import { giveBack, leftOf, sumLeft, type Left } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { takeCostsBack } from './adjust-costs.ts'
import { isBilled } from './costs/billed-costs.ts'
import type { Charge } from './charge-rows.ts'
import type { ChargeLine } from './share-lines.ts'

/**
 * What a locked charge was posted by, the first one first, each with what of it is left in the
 * ledger; the number its next adjustment has; and whether anything but its adjustments gave back of
 * it: a credit note, a reversal by hand.
 */
export async function postingsOf(
  tx: Tx,
  charge: Charge,
): Promise<{ postings: Left[]; next: number; decided: boolean }> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{
    seq: number
    transactionId: string | null
    refundsId: string | null
  }>`select a.seq, a.transaction_id, a.refunds_id
    from ${tenant.rows('chargeAdjustment').as('a')}
    where a.charge_id = ${charge.id} order by a.seq`.execute(tx.db)
  const next = (rows.at(-1)?.seq ?? 0) + 1
  if (charge.transactionId === null) return { postings: [], next, decided: false }
  const posted = rows.flatMap(({ transactionId, refundsId }) =>
    transactionId === null || refundsId !== null ? [] : [transactionId],
  )
  const postings = await leftOf(tx, [charge.transactionId, ...posted])
  const others = await sql<{ found: boolean }>`select exists (
      select 1 from ${tenant.rows('ledgerTransaction').as('t')}
      where t.refunds_id = any(${postings.map((one) => one.transactionId)}::bigint[])
        and not exists (select 1 from ${tenant.rows('chargeAdjustment').as('a')}
          where a.charge_id = ${charge.id} and a.transaction_id = t.id)) as found`.execute(tx.db)
  return { postings, next, decided: others.rows[0]!.found }
}

/**
 * Gives all that is left of a locked charge back, posting by posting, the last one first, with what
 * it was expected to cost. Answers what came back, minor units.
 */
export async function takeBack(tx: Tx, charge: Charge): Promise<bigint> {
  const { postings } = await postingsOf(tx, charge)
  let back = 0n
  // What its carrier has billed stays a cost, whatever becomes of the price.
  const costs = !(await isBilled(tx, charge.parcelId))
  for (const left of postings.toReversed()) {
    const how = { key: `rest:${left.transactionId}` as const, reason: charge.parcelNo, costs }
    if (await giveBack(tx, left, how)) back += sumLeft(left.lines)
  }
  if (costs) await takeCostsBack(tx, charge)
  return back
}

interface Adjustment {
  seq: number
  reason: AdjustReason
  minor: bigint
  lines: readonly ChargeLine[]
  facts: Record<string, string>
  transactionId?: string
  refundsId?: string
}

export async function addAdjustment(tx: Tx, charge: Charge, one: Adjustment): Promise<void> {
  const { seq, reason, minor, lines, facts, transactionId = null, refundsId = null } = one
  const { rows } = await sql<{ id: string }>`insert into charge_adjustment (tenant_id, charge_id,
      seq, reason, amount, lines, facts, transaction_id, refunds_id, create_by)
    values (${tx.principal.tenantId}, ${charge.id}, ${seq}, ${reason}, ${minor.toString()},
      ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(facts)}::jsonb, ${transactionId},
      ${refundsId}, ${tx.principal.username}) returning id`.execute(tx.db)
  await tx.audit('charge_adjustment', rows[0]!.id, 'add', null, {
    parcelNo: charge.parcelNo,
    reason,
    amount: minor.toString(),
    currency: charge.currency,
    ...facts,
  })
}
