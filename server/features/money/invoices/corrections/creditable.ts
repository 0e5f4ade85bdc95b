import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { isFree } from '../gather.ts'
import type { ChargedTrade } from '../group-trades.ts'
import type { Invoice } from '../invoice-row.ts'

export interface Credited extends ChargedTrade {
  /** The charge it gives back of; null: it is one. */
  refundsId: string | null
}

/** The charge a line of an invoice belongs to. */
export const chargeOf = ({ transactionId, refundsId }: Credited): string =>
  refundsId ?? transactionId

/** What of an invoice was not credited yet. */
export async function creditableOf(tx: Tx, id: string): Promise<Credited[]> {
  const found = await sql<Credited>`select t.id, t.transaction_id, t.money, t.trade_item,
      t.shipment_id, t.tax_category, t.tax_rate, t.tax_country, it.service,
      t.reverses_id as refunds_id
    from ${tx.rows('invoiceTrade').as('it')}
      join ${tx.rows('trade').as('t')} on t.id = it.trade_id
    where it.invoice_id = ${id}
      and not exists (select 1 from ${tx.rows('invoiceCredit').as('x')}
        where x.invoice_id = it.invoice_id and x.trade_id = it.trade_id)
    order by t.id`.execute(tx.db)
  return found.rows
}

/** What was written off of an invoice, or left to the customer as a discount, in minor units. */
export async function givenUpOn(ctx: Ctx, id: string): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(p.amount), 0)::text as sum
    from ${ctx.rows('invoicePayment').as('p')}
    where p.invoice_id = ${id} and p.source in ('writeOff', 'discount')`.execute(ctx.db)
  return BigInt(rows[0]!.sum)
}

/** What was given back of charges, and is on no invoice or credit note. */
export async function freeRefundsOf(
  tx: Tx,
  row: Invoice,
  charges: readonly string[],
): Promise<Credited[]> {
  const found = await sql<Credited>`select t.id, t.transaction_id, t.money, t.trade_item,
      t.shipment_id, t.tax_category, t.tax_rate, t.tax_country, t.reverses_id as refunds_id
    from ${tx.rows('trade').as('t')}
    where t.reverses_id = any(${[...charges]}::bigint[]) and t.account_id = ${row.accountId}
      and t.money <> 0 and ${isFree(tx)}
    order by t.id`.execute(tx.db)
  return found.rows
}
