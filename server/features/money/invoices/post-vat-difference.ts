import { sql } from 'kysely'
import { TAX_ITEM, type TaxCategory } from '#contracts/money/tax.ts'
import { post, taxRef, type Line } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Invoice } from './invoice-row.ts'
import { readVat } from './wire.ts'

/**
 * Posts what an invoice's VAT differs from that of its charges, which was rounded charge by charge:
 * the customer then owes, or has paid, what stands on the invoice, and the tax accounts have its VAT.
 */
export async function postVatDifference(tx: Tx, row: Invoice, number: string): Promise<void> {
  const { id, customerId, currency, side } = row
  const posted = await sql<{ ref: string; tax: string }>`select
      concat_ws(':', t.tax_country, t.tax_category, t.tax_rate) as ref, (-sum(t.money))::bigint as tax
    from ${tx.rows('invoiceTrade').as('it')}
      join ${tx.rows('trade').as('t')} on t.id = it.trade_id
    where it.invoice_id = ${id} and t.trade_item = ${TAX_ITEM} group by 1`.execute(tx.db)
  const charged = new Map(posted.rows.map(({ ref, tax }) => [ref, BigInt(tax)]))
  const lines = row.vat.map(readVat).flatMap(({ country, category, rate, tax }): Line[] => {
    if (country === null || category === null || rate === null) return []
    const facts = { country, category: category as TaxCategory, rate }
    const minor = tax - (charged.get(taxRef(facts)) ?? 0n)
    if (minor === 0n) return []
    const trade = { tradeItem: TAX_ITEM, tax: facts, note: number }
    return [
      { account: { kind: side, customerId, currency }, minor: -minor, trade },
      { account: { kind: 'tax', ref: taxRef(facts), customerId, currency }, minor },
    ]
  })
  if (lines.length === 0) return
  const { transactionId } = await post(tx, {
    key: `invoice-tax:${id}`,
    kind: 'charge',
    debit: 'workDone',
    lines,
  })
  await sql`insert into invoice_trade (tenant_id, invoice_id, trade_id, transaction_id)
    select t.tenant_id, ${id}::bigint, t.id, t.transaction_id
    from ${tx.rows('trade').as('t')} where t.transaction_id = ${transactionId}`.execute(tx.db)
}
