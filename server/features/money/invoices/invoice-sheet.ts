import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply, UTC } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { readInvoice, type Invoice } from './invoice-row.ts'
import { wire } from './wire.ts'

interface Row {
  id: string
  at: string
  shipmentNo: string | null
  parcelNo: string | null
  service: string | null
  tradeItem: string
  money: string
  taxCategory: string | null
  taxRate: number | null
  taxCountry: string | null
}
const BATCH = 2_000

/** Every trade detail of an invoice, read and sent part by part. */
export async function invoiceSheet(
  ctx: Ctx,
  { id }: In<typeof invoices.sheet>,
): Promise<FileReply> {
  const row = await readInvoice(ctx, id)
  const t = (key: string) => translate(ctx.lang, 'invoices', key)
  const texts = await dictTexts(ctx)
  const cents = (minor: string) => wire(minor, row.currency)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for await (const one of chargesOf(ctx, row))
      yield [
        new Date(one.at),
        one.shipmentNo,
        one.parcelNo,
        one.service,
        texts('money_trade_item', one.tradeItem) || one.tradeItem,
        cents(one.money),
        one.taxCountry,
        one.taxCategory,
        one.taxRate === null ? null : (one.taxRate / 100).toString(),
      ]
  }
  const name = `${t('one')}-${row.number ?? t('paper.draft')}`
  const reply = sheetReply(name, {
    columns: [
      { title: `${t('at')}${UTC}`, type: 'date' },
      { title: t('shipmentNo') },
      { title: t('parcelNo') },
      { title: t('service') },
      { title: t('tradeItem') },
      { title: `${t('amount')} ${row.currency}`, type: 'number' },
      { title: t('taxCountry') },
      { title: t('taxCategory') },
      { title: `${t('taxRate')} %`, type: 'number' },
    ],
    rows: rows(),
  })
  return new FileReply(`${name}.xlsx`, reply.type, reply.content)
}

/** As the positions are (read-invoices.ts), each by itself. */
async function* chargesOf(ctx: Ctx, { id, kind }: Invoice): AsyncGenerator<Row> {
  const isNote = kind === 'creditNote'
  for (let after = '0'; ;) {
    const found: { rows: Row[] } = await sql<Row>`select t.id, t.create_time as at, t.shipment_no,
        t.parcel_no, coalesce(it.service, (select o.service
          from ${ctx.rows('invoiceTrade').as('o')}
          where ${isNote} and o.transaction_id = t.reverses_id and o.service is not null
          limit 1)) as service, t.trade_item,
        case when ${isNote} and it.invoice_id = ${id} then t.money else -t.money end as money,
        t.tax_category, t.tax_rate, t.tax_country
      from ${ctx.rows('invoiceTrade').as('it')}
        join ${ctx.rows('trade').as('t')} on t.id = it.trade_id
        left join ${ctx.rows('invoiceCredit').as('x')}
          on x.invoice_id = it.invoice_id and x.trade_id = it.trade_id
      where (it.invoice_id = ${id} or ${isNote} and x.credit_id = ${id} and not it.live)
        and t.id > ${after}::bigint
      order by t.id limit ${BATCH}`.execute(ctx.db)
    yield* found.rows
    const last = found.rows.at(-1)
    if (!last || found.rows.length < BATCH) return
    after = last.id
  }
}
