import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { codPayouts } from '#contracts/money/cod/cod.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { type Column, Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import type { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'

interface Head {
  no: string
  currency: string
  amount: string
  payTo: string
  iban: string | null
  holder: string | null
  paidOn: string | null
  createdOn: string
  customer: string
  tenant: string
}
interface Row {
  shipmentNo: string
  reference: string | null
  trackNo: string | null
  deliveredOn: string | null
  expected: string
  due: string
}
type Text = (key: string, data?: Record<string, unknown>) => string

const LEFT = 12
const RIGHT = 210 - LEFT
const WIDTHS = {
  shipmentNo: 35,
  reference: 37,
  trackNo: 47,
  deliveredOn: 22,
  expected: 22,
  due: 23,
} as const
const KEYS = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]

/** What a payout is made of, order by order. */
export async function payoutStatement(
  ctx: Ctx,
  { id }: In<typeof codPayouts.statement>,
): Promise<FileReply> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Head>`select p.no, p.currency, p.amount, p.pay_to, p.iban, p.holder,
      p.paid_on::text as paid_on,
      (p.create_time at time zone t.time_zone)::date::text as created_on, c.name as customer,
      t.name as tenant
    from ${ctx.rows('codPayout').as('p')}
      join ${system.rows('customer').as('c')} on c.id = p.customer_id
      join tenant t on t.id = ${ctx.principal.tenantId}
    where p.id = ${id}`.execute(ctx.db)
  const head = found.rows[0] ?? failMissing()
  const { rows } = await sql<Row>`select i.shipment_no, i.reference, i.track_no,
      (i.delivered_at at time zone t.time_zone)::date::text as delivered_on, i.expected, i.due
    from ${system.rows('codItem').as('i')} join tenant t on t.id = i.tenant_id
    where i.payout_id = ${id}
    order by i.delivered_at nulls last, i.id`.execute(ctx.db)
  if (rows.length === 0) fail('cod.noStatement', { label: head.no })
  const t: Text = (key, data) => translate(ctx.lang, 'cod', key, data)
  return new FileReply(
    `${t('statement.title')}-${head.no}.pdf`,
    'application/pdf',
    await draw(head, rows, t),
    { isInline: true },
  )
}

async function draw(head: Head, rows: readonly Row[], t: Text): Promise<Buffer> {
  const doc = new PaperDocument('Payout of cash on delivery')
  const money = (minor: string) => formatMoney({ minor: BigInt(minor), currency: head.currency })
  const pages = new Pages(
    doc,
    { left: LEFT, row: 5.4, em: 2.9, bottom: 22 },
    (page) => drawHead(page, head, t, money),
    (page) => {
      page.text(LEFT, 10, `${t('statement.title')} ${head.no}`, 120, { bold: true })
      return 24
    },
  )
  const columns = KEYS.map((key): Column => ({
    caption: t(`statement.${key}`),
    width: WIDTHS[key],
    align: key === 'expected' || key === 'due' ? 'right' : 'left',
  }))
  pages.table({
    columns,
    rows: rows.map((row) => ({
      cells: KEYS.map((key) =>
        key === 'expected' || key === 'due' ? money(row[key]) : (row[key] ?? ''),
      ),
    })),
  })
  const sum = t('statement.sum', { count: rows.length })
  pages.sum(columns, ['', '', sum, '', '', money(head.amount)])
  pages.end((page, no) => {
    const style = { size: 2.4, align: 'right' } as const
    page.text(RIGHT - 40, page.height - 12, t('statement.page', no), 40, style)
  })
  return await doc.end()
}

/** Answers where the orders begin. */
function drawHead(page: PdfSheet, head: Head, t: Text, money: (minor: string) => string): number {
  page.text(LEFT, 11, head.tenant, 120, { size: 3.4 })
  page.text(LEFT, 16, `${t('statement.title')} ${head.no}`, 150, { size: 6, bold: true })
  page.text(LEFT, 25, head.customer, 140, { size: 4 })
  page.text(LEFT, 31.5, t('statement.amount', { ...head, amount: money(head.amount) }), 180, {
    size: 4.4,
    bold: true,
  })
  const to =
    head.payTo === 'balance'
      ? t('statement.toBalance')
      : t('statement.toBank', { holder: head.holder, iban: groupsOfFour(head.iban ?? '') })
  page.text(LEFT, 39, to, 180, { size: 3.4 })
  const day = head.paidOn === null ? 'createdOn' : 'paidOn'
  page.text(LEFT, 45, t(`statement.${day}`, { day: head.paidOn ?? head.createdOn }), 180, {
    size: 3.4,
  })
  return 58
}
