import { sql } from 'kysely'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import { post, reverse, type Line } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { takeCostsBack } from './adjust-costs.ts'
import { entriesOf } from './charge-entries.ts'
import type { Charge } from './charge-rows.ts'
import { lessLines, type ChargeLine } from './share-lines.ts'

/** A posting that charged a parcel, and what of it was not given back. */
interface ChargePosting {
  id: string
  left: ChargeLine[]
  /** Whether a part of it was given back. */
  touched: boolean
}

/**
 * What a locked charge was posted by and was not reversed by hand, the first one first, and the
 * number its next adjustment has.
 * `charge.lines` is what it comes to.
 */
export async function postingsOf(
  tx: Tx,
  charge: Charge,
): Promise<{ postings: ChargePosting[]; next: number }> {
  const { rows } = await sql<{
    seq: number
    lines: ChargeLine[]
    transactionId: string | null
    refundsId: string | null
  }>`select a.seq, a.lines, a.transaction_id, a.refunds_id
    from ${asSystem(tx, tx.principal.tenantId).rows('chargeAdjustment').as('a')}
    where a.charge_id = ${charge.id} order by a.seq`.execute(tx.db)
  const next = (rows.at(-1)?.seq ?? 0) + 1
  if (charge.transactionId === null) return { postings: [], next }
  const posted = rows.filter(({ transactionId }) => transactionId !== null)
  const first = { id: charge.transactionId, left: charge.lines, touched: false }
  const postings = new Map<string, ChargePosting>([[first.id, first]])
  for (const { transactionId, refundsId, lines } of posted) {
    first.left = lessLines(first.left, lines)
    if (refundsId === null)
      postings.set(transactionId!, { id: transactionId!, left: lines, touched: false })
  }
  for (const { refundsId, lines } of posted) {
    const of = refundsId === null ? undefined : postings.get(refundsId)
    if (!of) continue
    of.left = lessLines(of.left, lessLines([], lines))
    of.touched = true
  }
  const reversed = await sql<{ id: string }>`select t.reverses_id as id
    from ${asSystem(tx, tx.principal.tenantId).rows('ledgerTransaction').as('t')}
    where t.reverses_id = any(${[...postings.keys()]}::bigint[])`.execute(tx.db)
  for (const { id } of reversed.rows) postings.delete(id)
  return { postings: [...postings.values()], next }
}

/** Takes all of a locked charge back, posting by posting, the last one first. */
export async function takeBack(tx: Tx, charge: Charge): Promise<void> {
  const { postings } = await postingsOf(tx, charge)
  for (const { id, left, touched } of postings.toReversed())
    if (!touched)
      await reverse(tx, {
        transactionId: id,
        reason: charge.parcelNo,
        kind: 'refund',
        debit: 'workDone',
      })
    else {
      const lines = [
        ...lessLines([], left).flatMap((line) => entriesOf(charge, line)),
        ...(await costsBack(tx, id)),
      ]
      if (lines.length > 0)
        await post(tx, {
          key: `rest:${id}`,
          kind: 'refund',
          debit: 'workDone',
          reason: charge.parcelNo,
          refundsId: id,
          lines,
        })
    }
  await takeCostsBack(tx, charge)
}

/** What was expected to cost with a posting does not, where all of it is given back. */
async function costsBack(tx: Tx, transactionId: string): Promise<Line[]> {
  const { rows } = await sql<{
    kind: 'cost' | 'payable'
    ref: string
    customerId: string
    currency: string
    amount: string
  }>`select a.kind, a.ref, a.party_id as customer_id, e.currency, e.amount
    from ${asSystem(tx, tx.principal.tenantId).rows('ledgerEntry').as('e')}
      join ledger_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
    where e.transaction_id = ${transactionId} and a.kind in ('cost', 'payable')
    order by e.line_no`.execute(tx.db)
  return rows.map(({ kind, ref, customerId, currency, amount }) => ({
    account: { kind, ref, customerId, currency },
    minor: -BigInt(amount),
  }))
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
