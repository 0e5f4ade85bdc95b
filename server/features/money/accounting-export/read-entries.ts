import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** An entry with its account, customer and invoice. */
export interface EntryRow {
  transactionId: string
  transactionKind: string
  day: string
  lateFor: string | null
  entryId: string
  amount: string
  currency: string
  kind: string
  ref: string
  customerId: string | null
  customerCode: string | null
  customerName: string | null
  debtor: number | null
  shipmentNo: string | null
  invoiceNo: string | null
}

/** Transactions read at once. */
const BATCH = 500

/**
 * The transactions of a month, each with all its entries, in the order they were posted up to the
 * last one when it began. A transaction posted late for a closed month stands on the day it counts
 * for in this one. The invoice is the one its charge stands on, the one it pays, or the credit note
 * it was posted for.
 */
export async function* transactionsOf(ctx: Ctx, day: string): AsyncGenerator<EntryRow[]> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const end = await sql<{ last: string | null }>`select max(t.id) as last
    from ${ctx.rows('ledgerTransaction').as('t')} where t.month = ${day}::date`.execute(ctx.db)
  const last = end.rows[0]?.last
  if (!last) return
  for (let after = '0'; ;) {
    const found: { rows: EntryRow[] } = await sql<EntryRow>`
      with t as (select t.id, t.tenant_id, t.kind, t.booked_on, t.late_for
        from ${system.rows('ledgerTransaction').as('t')}
        where t.month = ${day}::date and t.id > ${after}::bigint and t.id <= ${last}::bigint
        order by t.id limit ${BATCH})
      select t.id as transaction_id, t.kind as transaction_kind,
        t.booked_on::text as day,
        t.late_for::text as late_for, e.id as entry_id, e.amount, e.currency, a.kind, a.ref,
        nullif(a.party_id, 0) as customer_id, c.code as customer_code, c.name as customer_name,
        d.number as debtor, x.shipment_no,
        coalesce(i.number, (select p.number from ${system.rows('invoicePayment').as('y')}
          join ${system.rows('invoice').as('p')} on p.id = y.invoice_id
          where y.transaction_id = t.id order by y.id limit 1)) as invoice_no
      from t join ${system.rows('ledgerEntry').as('e')} on e.transaction_id = t.id
        join ${system.rows('ledgerAccount').as('a')} on a.id = e.account_id
        left join ${system.rows('customer').as('c')} on c.id = nullif(a.party_id, 0)
        left join ${system.rows('accountingDebtor').as('d')} on d.customer_id = a.customer_id
        left join ${system.rows('trade').as('x')} on x.id = e.id
        left join ${system.rows('invoiceTrade').as('it')} on it.trade_id = e.id and it.live
        left join ${system.rows('invoice').as('i')} on i.id = it.invoice_id
      order by t.id, e.line_no, e.id`.execute(ctx.db)
    const groups = Map.groupBy(found.rows, (row) => row.transactionId)
    for (const rows of groups.values()) yield named(rows)
    if (groups.size < BATCH) return
    after = found.rows.at(-1)!.transactionId
  }
}

/** Order and invoice stand on the customer's entries; all of the transaction belong to them. */
function named(rows: EntryRow[]): EntryRow[] {
  const invoiceNo = rows.find((row) => row.invoiceNo)?.invoiceNo ?? null
  const shipmentNo = rows.find((row) => row.shipmentNo)?.shipmentNo ?? null
  return rows.map((row) => ({
    ...row,
    invoiceNo: row.invoiceNo ?? invoiceNo,
    shipmentNo: row.shipmentNo ?? shipmentNo,
  }))
}
