import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { InvoiceDetail } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { type Ctx } from '#server/kit/access/ctx.ts'
import type { GroupedLine } from './group-trades.ts'
import { readInvoice, type Invoice } from './invoice-row.ts'
import { companyVatOf } from './company-vat.ts'
import { plainRules } from './plain-rules.ts'
import { buyerOf, problemsOf, sellerOf } from './parties.ts'
import { readVat, wire, wireLine, wireVat } from './wire.ts'

export type StoredLine = Omit<GroupedLine, 'net'> & { net: string }

export async function linesOf(ctx: Ctx, id: string): Promise<GroupedLine[]> {
  const found = await sql<StoredLine>`select l.line_no, l.service, l.trade_item, l.count, l.net,
      l.tax_category, l.tax_rate, l.tax_country
    from ${ctx.rows('invoiceLine').as('l')}
    where l.invoice_id = ${id} order by l.line_no`.execute(ctx.db)
  return found.rows.map(({ net, ...line }) => ({ ...line, net: BigInt(net) }))
}

/** Everything about one invoice but its list row. */
export async function invoiceDetail(
  ctx: Ctx,
  { id }: In<typeof invoices.detail>,
): Promise<Out<typeof invoices.detail>> {
  const row = await readInvoice(ctx, id)
  const { currency } = row
  const lines = await linesOf(ctx, id)
  const payments = await sql<{
    id: string
    amount: string
    source: string
    at: string
    createBy: string | null
    undoable: boolean
  }>`select p.id, p.amount, p.source, p.create_time as at, p.create_by,
      p.source in ('writeOff', 'discount') and p.undoes_id is null and not exists (
        select 1 from ${ctx.rows('invoicePayment').as('u')} where u.undoes_id = p.id) as undoable
    from ${ctx.rows('invoicePayment').as('p')}
    where p.invoice_id = ${id} order by p.id`.execute(ctx.db)
  const credits = await sql<{
    id: string
    number: string | null
    gross: string
    issuedOn: string | null
  }>`select i.id, i.number, i.gross, i.issued_on::text as issued_on
    from ${ctx.rows('invoice').as('i')} where i.credits_id = ${id} order by i.id`.execute(ctx.db)
  const mails = await mailsOf(ctx, id)
  const reminders = await sql<{
    step: number
    fee: string
    interest: string
    sentTo: string | null
    at: string
    letterId: string
  }>`select m.step, m.fee, m.interest, d.sent_to, m.create_time as at, m.letter_id
    from ${ctx.rows('invoiceReminder').as('m')}
      join ${ctx.rows('dunningLetter').as('d')} on d.id = m.letter_id
    where m.invoice_id = ${id} order by m.step`.execute(ctx.db)
  return {
    lines: lines.map((line) => wireLine(line, currency)),
    vat: row.vat.map((one) => wireVat(readVat(one), currency)),
    companyVat: row.companyVat,
    seller: row.seller,
    buyer: row.buyer,
    payTo: row.payTo,
    payments: payments.rows.map((one) => ({ ...one, amount: wire(one.amount, currency) })),
    credits: credits.rows.map((one) => ({ ...one, gross: wire(one.gross, currency) })),
    reminders: reminders.rows.map((one) => ({
      ...one,
      fee: wire(one.fee, currency),
      interest: wire(one.interest, currency),
    })),
    mails,
    problems: row.number === null ? await problemsNow(ctx, row, lines) : [],
    ...(await plainRules(ctx, row, lines)),
  }
}

async function mailsOf(ctx: Ctx, id: string): Promise<InvoiceDetail['mails']> {
  if (ctx.principal.customerId !== null) return []
  const found = await sql<InvoiceDetail['mails'][number]>`select e.id, e.sent_to, e.status,
      e.detail, e.create_time as at, e.sent_at, e.create_by
    from ${ctx.rows('invoiceMail').as('e')}
    where e.invoice_id = ${id} order by e.id desc`.execute(ctx.db)
  return found.rows
}

async function problemsNow(ctx: Ctx, row: Invoice, lines: readonly GroupedLine[]) {
  const untaxed = lines
    .filter(({ taxCategory }) => taxCategory === null)
    .reduce((sum, { count }) => sum + count, 0)
  const buyer = await buyerOf(ctx, row.customerId)
  const vat = row.vat.map(readVat)
  const found = problemsOf({ untaxed, gross: BigInt(row.gross), vat }, await sellerOf(ctx), buyer)
  return (await companyVatOf(ctx, row)) === 'noRate' ? [...found, 'invoice.noRate'] : found
}

const PAGE = 50

/** The charges of an invoice, one row for what was posted together: a parcel, mostly. */
export async function positionsOf(
  ctx: Ctx,
  { id, no, pageNo }: In<typeof invoices.positions>,
): Promise<Out<typeof invoices.positions>> {
  const row = await readInvoice(ctx, id)
  const found = await sql<Position & { total: number }>`select g.*, count(*) over ()::int as total
    from (${positionRows(ctx, row, no ?? null)}) as g
    order by g.transaction_id limit ${PAGE} offset ${(pageNo - 1) * PAGE}`.execute(ctx.db)
  return {
    total: found.rows[0]?.total ?? 0,
    records: found.rows.map(({ total: _, net, tax, ...one }) => ({
      ...one,
      net: wire(net, row.currency),
      tax: wire(tax, row.currency),
      gross: wire(BigInt(net) + BigInt(tax), row.currency),
    })),
  }
}

export interface Position {
  transactionId: string
  at: string
  shipmentNo: string | null
  parcelNo: string | null
  service: string | null
  items: string
  net: string
  tax: string
  credited: boolean
}

/** Of a credit note what it gave back, counted as charges are, and the charges it freed. */
export function positionRows(ctx: Ctx, { id, kind }: Invoice, no: string | null) {
  const isNote = kind === 'creditNote'
  return sql<Position>`select it.transaction_id, min(t.create_time) as at,
      min(t.shipment_no) as shipment_no, min(t.parcel_no) as parcel_no,
      min(coalesce(it.service, (select o.service from ${ctx.rows('invoiceTrade').as('o')}
        where ${isNote} and o.transaction_id = t.reverses_id and o.service is not null
        limit 1))) as service,
      -- The difference an invoice's VAT was rounded by is of VAT alone.
      coalesce(string_agg(distinct t.trade_item, ',' order by t.trade_item)
        filter (where t.trade_item <> ${TAX_ITEM}), ${TAX_ITEM}) as items,
      coalesce(sum(m.money) filter (where t.trade_item <> 'tax'), 0)::bigint as net,
      coalesce(sum(m.money) filter (where t.trade_item = 'tax'), 0)::bigint as tax,
      ${isNote} or bool_or(x.trade_id is not null) as credited
    from ${ctx.rows('invoiceTrade').as('it')}
      join ${ctx.rows('trade').as('t')} on t.id = it.trade_id
      cross join lateral (select case when ${isNote} and it.invoice_id = ${id} then t.money
        else -t.money end as money) as m
      left join ${ctx.rows('invoiceCredit').as('x')}
        on x.invoice_id = it.invoice_id and x.trade_id = it.trade_id
    where (it.invoice_id = ${id} or ${isNote} and x.credit_id = ${id} and not it.live)
      and (${no}::text is null or starts_with(t.parcel_no, ${no}) or starts_with(t.shipment_no, ${no}))
    group by it.transaction_id`
}
