import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { codPayouts } from '#contracts/money/cod/cod.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'

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

const [W, H, LEFT] = [210, 297, 12]
const RIGHT = W - LEFT
const ROW = 5.4
const [FIRST_TOP, NEXT_TOP, BOTTOM] = [58, 24, H - 22]
const COLUMNS = {
  shipmentNo: [LEFT, 34],
  reference: [LEFT + 35, 36],
  trackNo: [LEFT + 72, 46],
  deliveredOn: [LEFT + 119, 21],
  expected: [LEFT + 141, 21],
  due: [LEFT + 163, 23],
} as const
type Column = keyof typeof COLUMNS
const KEYS = Object.keys(COLUMNS) as Column[]

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
    draw(head, rows, t),
    { isInline: true },
  )
}

function draw(head: Head, rows: readonly Row[], t: Text): Buffer {
  const doc = new PdfDocument('Payout of cash on delivery')
  const money = (minor: string) => formatMoney({ minor: BigInt(minor), currency: head.currency })
  const pages = pagesOf(rows)
  for (const [at, lines] of pages.entries()) {
    const page = new PdfSheet(doc, W, H)
    const top = at === 0 ? FIRST_TOP : NEXT_TOP
    if (at === 0) drawHead(page, head, t, money)
    else page.text(LEFT, 10, `${t('statement.title')} ${head.no}`, 120, { bold: true })
    for (const key of KEYS) put(page, key, top, t(`statement.${key}`), true)
    page.line(LEFT, top + 5.4, RIGHT, top + 5.4)
    for (const [row, line] of lines.entries()) {
      const y = top + 7 + row * ROW
      for (const key of KEYS) {
        const value = line[key]
        put(page, key, y, key === 'expected' || key === 'due' ? money(line[key]) : (value ?? ''))
      }
    }
    if (at === pages.length - 1) {
      const y = top + 8 + lines.length * ROW
      page.line(LEFT, y, RIGHT, y)
      page.text(LEFT, y + 1, t('statement.sum', { count: rows.length }), 100, {
        size: 3.2,
        bold: true,
      })
      put(page, 'due', y + 1, money(head.amount), true)
    }
    const no = t('statement.page', { page: at + 1, pages: pages.length })
    page.text(RIGHT - 40, H - 12, no, 40, { size: 2.4, align: 'right' })
    page.end()
  }
  return doc.end()
}

/** The last page keeps room for the sum. */
function pagesOf(rows: readonly Row[]): (readonly Row[])[] {
  const room = (top: number) => Math.floor((BOTTOM - top - 14) / ROW)
  const pages = [rows.slice(0, room(FIRST_TOP))]
  for (let from = room(FIRST_TOP); from < rows.length; from += room(NEXT_TOP))
    pages.push(rows.slice(from, from + room(NEXT_TOP)))
  return pages
}

function drawHead(page: PdfSheet, head: Head, t: Text, money: (minor: string) => string): void {
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
}

function put(page: PdfSheet, column: Column, y: number, text: string, bold = false): void {
  const [x, width] = COLUMNS[column]
  const align = column === 'expected' || column === 'due' ? 'right' : 'left'
  page.text(x, y, text, width, { size: 2.9, bold, align })
}
