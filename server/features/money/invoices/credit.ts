import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { INVOICE } from '#contracts/money/invoices.parts.ts'
import { TAX_ITEM, type TaxCategory } from '#contracts/money/tax.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { post, taxRef, type Line } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { insertInvoice, insertParts } from './draft-rows.ts'
import { invoicedAccount } from './gather.ts'
import { groupTrades, type ChargedTrade, type Grouped } from './group-trades.ts'
import { labelOf, lockInvoice, wireInvoice, type Invoice } from './invoice-row.ts'
import { issueLocked } from './issue.ts'

interface Credited extends ChargedTrade {
  reversedById: string | null
}

/**
 * Gives an invoice, or chosen charges of it, back by a credit note of its own number. Charges go
 * back whole with their tax as it was posted. Freed ones may be invoiced again and are still owed;
 * of others the money goes back to the account. What was paid beyond what is left of the invoice
 * goes to the customer's balance.
 */
export function creditInvoice(
  ctx: Ctx,
  { id, version, transactionIds, frees, reason }: In<typeof invoices.credit>,
): Promise<Out<typeof invoices.credit>> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    const label = labelOf(row)
    if (row.number === null || row.kind === 'creditNote') fail('invoice.notIssued', { label })
    const trades = await leftOf(tx, id, transactionIds)
    const found = new Set(trades.map(({ transactionId }) => transactionId))
    if (trades.length === 0 || transactionIds.some((one) => !found.has(one)))
      fail('invoice.nothingToCredit', { label })
    // Taken back in the ledger already: it is on the next invoice as a deduction.
    if (!frees && trades.some(({ reversedById }) => reversedById !== null))
      fail('invoice.reversedCharge', { label })
    const account = await invoicedAccount(tx, row.accountId)
    const grouped = groupTrades(trades)
    const noteId = await insertInvoice(tx, account, grouped, {
      kind: 'creditNote',
      from: row.periodFrom,
      to: row.periodTo,
      creditsId: id,
      frees,
      reason,
    })
    await insertParts(tx, noteId, { ...grouped, trades: [] })
    await sql`insert into invoice_credit (tenant_id, invoice_id, trade_id, credit_id)
      select ${tx.principal.tenantId}::bigint, ${id}::bigint, x.id, ${noteId}::bigint
      from unnest(${trades.map((one) => one.id)}::bigint[]) as x (id)`.execute(tx.db)
    if (frees)
      await sql`update invoice_trade as it set live = false
        where ${tx.rows('invoiceTrade').where('it')} and it.invoice_id = ${id}
          and it.trade_id = any(${trades.map((one) => one.id)}::bigint[])`.execute(tx.db)
    const back = await lower(tx, row, grouped.gross)
    await tx.audit('invoice', noteId, 'add', null, { creditsId: id, reason, frees })
    const note = await lockInvoice(tx, noteId)
    // Before the money, which locks the account until the commit; the number is taken after it.
    const postingId = await postCredit(tx, { row, noteId, grouped, frees, back, reason })
    if (!frees && postingId !== null) await nameTrades(tx, noteId, postingId)
    await issueLocked(tx, note)
    return wireInvoice(tx, noteId)
  })
}

/** What of an invoice was not credited yet, or the chosen charges of it. */
async function leftOf(tx: Tx, id: string, transactionIds: readonly string[]): Promise<Credited[]> {
  const found = await sql<Credited>`select t.id, t.transaction_id, t.money, t.trade_item,
      t.shipment_id, t.tax_category, t.tax_rate, t.tax_country, it.service, t.reversed_by_id
    from ${tx.rows('invoiceTrade').as('it')}
      join ${tx.rows('trade').as('t')} on t.id = it.trade_id
    where it.invoice_id = ${id}
      and (${transactionIds.length === 0}
        or it.transaction_id = any(${[...transactionIds]}::bigint[]))
      and not exists (select 1 from ${tx.rows('invoiceCredit').as('x')}
        where x.invoice_id = it.invoice_id and x.trade_id = it.trade_id)
    order by t.id`.execute(tx.db)
  return found.rows
}

/** Counts the credit on the invoice; answers what was paid beyond what is left of it. */
async function lower(tx: Tx, row: Invoice, gross: bigint): Promise<bigint> {
  const credited = BigInt(row.credited) + gross
  const left = BigInt(row.gross) - credited
  const over = BigInt(row.paid) - (left > 0n ? left : 0n)
  const back = row.side === 'receivable' && over > 0n ? over : 0n
  const paid = BigInt(row.paid) - back
  const status =
    left === 0n
      ? INVOICE.credited
      : row.side === 'customer' || paid >= left
        ? INVOICE.paid
        : paid > 0n
          ? INVOICE.part
          : INVOICE.issued
  await sql`update invoice as i set credited = ${credited.toString()}::bigint,
      paid = ${paid.toString()}::bigint, status = ${status},
      overdue = i.overdue and ${paid < left}, version = i.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('invoice').where('i')} and i.id = ${row.id}`.execute(tx.db)
  await tx.audit(
    'invoice',
    row.id,
    'edit',
    { status: row.status, credited: row.credited, paid: row.paid },
    { status, credited: credited.toString(), paid: paid.toString() },
  )
  return back
}

/** The ledger's part of a credit note; null where it has none. */
async function postCredit(
  tx: Tx,
  of: {
    row: Invoice
    noteId: string
    grouped: Grouped
    frees: boolean
    back: bigint
    reason: string
  },
): Promise<string | null> {
  const { row, noteId, grouped, frees, back, reason } = of
  const { customerId, currency } = row
  const lines: Line[] = frees
    ? []
    : [
        ...grouped.lines.map(({ tradeItem, net, ...line }) => ({
          item: tradeItem,
          minor: net,
          line,
        })),
        ...grouped.vat
          .filter(({ tax }) => tax !== 0n)
          .map(({ tax, country, category, rate }) => ({
            item: 'tax',
            minor: tax,
            line: { taxCountry: country, taxCategory: category, taxRate: rate },
          })),
      ].flatMap(({ item, minor, line }) => creditLines(row, item, minor, line))
  const moved: Line[] =
    back === 0n
      ? []
      : [
          {
            account: { kind: 'receivable', customerId, currency },
            minor: -back,
            trade: { tradeType: 'transfer', tradeItem: 'transfer', note: row.number! },
          },
          {
            account: { kind: 'customer', customerId, currency },
            minor: back,
            trade: { tradeType: 'transfer', tradeItem: 'transfer', note: row.number! },
          },
        ]
  if (lines.length + moved.length === 0) return null
  const { transactionId } = await post(tx, {
    key: `invoice-credit:${noteId}`,
    kind: frees ? 'transfer' : 'refund',
    debit: 'workDone',
    reason,
    lines: [...lines, ...moved],
  })
  if (back > 0n)
    await sql`insert into invoice_payment (tenant_id, invoice_id, amount, source, transaction_id,
        create_by)
      values (${tx.principal.tenantId}, ${row.id}, ${(-back).toString()}::bigint, 'credit',
        ${transactionId}, ${tx.principal.username})`.execute(tx.db)
  return transactionId
}

/** The customer has so much more, we earned or owe so much less. */
function creditLines(
  { side, customerId, currency, number }: Invoice,
  tradeItem: string,
  minor: bigint,
  of: { taxCountry: string | null; taxCategory: string | null; taxRate: number | null },
): Line[] {
  const { taxCountry: country, taxCategory: category, taxRate: rate } = of
  const tax =
    country === null || category === null || rate === null
      ? null
      : { country, category: category as TaxCategory, rate }
  const isTax = tradeItem === TAX_ITEM
  return [
    {
      account: { kind: side, customerId, currency },
      minor,
      trade: { tradeItem, note: number ?? '', ...(tax ? { tax } : {}) },
    },
    {
      account: {
        kind: isTax ? 'tax' : 'revenue',
        ref: isTax && tax ? taxRef(tax) : tradeItem,
        customerId,
        currency,
      },
      minor: -minor,
    },
  ]
}

/** What was posted for a credit note belongs to it. */
async function nameTrades(tx: Tx, noteId: string, postingId: string): Promise<void> {
  await sql`insert into invoice_trade (tenant_id, invoice_id, trade_id, transaction_id)
    select t.tenant_id, ${noteId}::bigint, t.id, t.transaction_id
    from ${tx.rows('trade').as('t')}
    where t.transaction_id = ${postingId} and t.trade_type = 'refund'`.execute(tx.db)
}
