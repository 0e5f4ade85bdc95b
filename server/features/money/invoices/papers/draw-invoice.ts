import { epcText } from '#contracts/money/epc-code.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { type Column, Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import type { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { qrOf } from '#server/kit/pdf/qr.ts'
import type { GroupedLine, GroupedVat } from '../group-trades.ts'
import type { Invoice } from '../invoice-row.ts'
import { drawBank, drawLetterFoot, drawLetterHead, drawSum, LETTER } from './letter-paper.ts'
import { wire } from '../wire.ts'

export interface DrawnInvoice {
  row: Invoice
  lines: readonly GroupedLine[]
  vat: readonly GroupedVat[]
  /** The number of the invoice a credit note is about. */
  credits: string | null
}
export type Text = (key: string, data?: Record<string, unknown>) => string
export type DictText = (code: string, value: string) => string

const [LEFT, RIGHT] = [LETTER.left, 210 - LETTER.right]
/** Height of what follows the last line: totals, tax, where to pay. */
const FOOT = 92

/** An invoice on A4 pages, in the language of its customer; the document is left open. */
export function drawInvoice(of: DrawnInvoice, t: Text, dict: DictText): PaperDocument {
  const { row, lines, vat } = of
  const doc = new PaperDocument(row.kind === 'creditNote' ? 'Credit note' : 'Invoice')
  const pages = new Pages(
    doc,
    LETTER,
    (page) => head(page, of, t),
    (page) => {
      page.text(LEFT, 14, `${titleOf(of, t)} ${row.number ?? ''}`, 120, { bold: true })
      return 30
    },
  )
  const columns: Column[] = [
    { caption: '#', width: 10 },
    { caption: t('paper.what'), width: 85 },
    { caption: t('paper.count'), width: 20, align: 'right' },
    { caption: t('paper.rate'), width: 24, align: 'right' },
    { caption: `${t('net')} ${row.currency}`, width: 36, align: 'right' },
  ]
  pages.table({ columns, rows: lines.map((line) => ({ cells: cellsOf(line, row, dict) })) })
  pages.room(FOOT + vat.length * 10)
  foot(pages, of, t)
  pages.end((page, no) => {
    const from = row.seller
    const facts = from && [
      from.vatId && `${t('paper.vatId')} ${from.vatId}`,
      from.taxNo && `${t('paper.taxNo')} ${from.taxNo}`,
      from.registerNo,
      from.email,
      from.phone,
    ]
    drawLetterFoot(page, from, facts ?? [], t('paper.page', no))
  })
  return doc
}

function titleOf({ row }: DrawnInvoice, t: Text): string {
  if (row.number === null) return t('paper.draft')
  return row.kind === 'creditNote' ? t('paper.credit') : t('paper.invoice')
}

/** Answers where the lines begin. */
function head(page: PdfSheet, of: DrawnInvoice, t: Text): number {
  const { row, credits } = of
  const { seller, buyer } = row
  drawLetterHead(page, {
    from: seller,
    to: buyer,
    more: buyer?.vatId ? [{ text: `${t('paper.vatId')} ${buyer.vatId}`, size: 3.2 }] : [],
    facts: [
      [t('paper.number'), row.number],
      [t('issuedOn'), row.issuedOn],
      [t('paper.period'), `${row.periodFrom} – ${row.periodTo}`],
      [t('paper.customerNo'), buyer?.code],
      [t('paper.buyerReference'), buyer?.reference],
      [t('paper.creditsNo'), credits],
      [t('dueOn'), row.kind === 'invoice' && row.side === 'receivable' ? row.dueOn : null],
    ],
  })
  page.text(LEFT, 90, titleOf(of, t), 120, { size: 7, bold: true })
  if (row.reason) page.text(LEFT, 99, row.reason, RIGHT - LEFT, { size: 3.2 })
  return 108
}

function cellsOf(
  { lineNo, service, tradeItem, count, net, taxRate, taxCategory }: GroupedLine,
  { currency }: Invoice,
  dict: DictText,
): string[] {
  const item = dict('money_trade_item', tradeItem) || tradeItem
  return [
    String(lineNo),
    service === null ? item : `${service} · ${item}`,
    String(count),
    taxCategory === null ? '–' : percentOf(taxRate),
    wire(net, currency),
  ]
}

function foot(pages: Pages, of: DrawnInvoice, t: Text): void {
  const { row, vat } = of
  const { currency } = row
  const { page } = pages
  pages.rule()
  let y = pages.y + 3
  y = drawSum(page, y, [t('paper.net'), wire(row.net, currency)])
  for (const one of vat) {
    const taxable = wire(one.taxable, currency)
    const of = { country: one.country ?? '', rate: percentOf(one.rate), taxable }
    y = drawSum(page, y, [t('paper.vatOf', of), wire(one.tax, currency)])
  }
  y = drawSum(page, y, [t('paper.gross'), `${wire(row.gross, currency)} ${currency}`], true)
  const inCompany = companyVatText(of, t)
  const untaxed = vat
    .filter(({ category }) => category !== null && category !== 'S' && category !== 'Z')
    .map(({ category }) => t(`paper.why.${category}`))
  for (const text of [...(inCompany === null ? [] : [inCompany]), ...untaxed]) {
    page.text(LEFT, y, text, RIGHT - LEFT, { size: 3 })
    y += 5
  }
  payment(page, row, y + 3, t)
}

/** The VAT in the company's currency, with rate and day; null where the invoice is in it. */
export function companyVatText({ row: { companyVat, currency } }: DrawnInvoice, t: Text) {
  return companyVat === null ? null : t('paper.companyVat', { ...companyVat, from: currency })
}

function payment(page: PdfSheet, row: Invoice, top: number, t: Text): void {
  const { currency, payTo, reference } = row
  const line = (text: string, bold = false): void =>
    page.text(LEFT, top, text, 128, { size: 3.2, bold })
  if (row.kind === 'creditNote') return line(row.frees ? t('paper.freed') : t('paper.givenBack'))
  if (row.side === 'customer') return line(t('paper.prepaid'), true)
  line(t('paper.payBy', { day: row.dueOn ?? '' }), true)
  if (payTo === null) return
  drawBank(page, top + 5, payTo, t, [[t('reference'), reference && groupsOfFour(reference)]])
  const amount = wire(row.gross, currency)
  const code = epcText({ ...payTo, currency, amount, reference })
  if (code !== null) page.matrix(RIGHT - 30, top, 30, qrOf(code))
}

/** `19 %`, `5.5 %`; why something is not taxed stands below the sums. */
function percentOf(rate: number | null): string {
  const [whole, part] = [Math.trunc((rate ?? 0) / 100), (rate ?? 0) % 100]
  return `${whole}${part === 0 ? '' : `.${String(part).padStart(2, '0').replace(/0$/, '')}`} %`
}
