import { epcText } from '#contracts/money/epc-code.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { qrOf } from '#server/kit/pdf/qr.ts'
import type { GroupedLine, GroupedVat } from './group-trades.ts'
import type { InvoiceParty } from '#contracts/money/invoices.parts.ts'
import type { Invoice } from './invoice-row.ts'
import { wire } from './wire.ts'

export interface DrawnInvoice {
  row: Invoice
  lines: readonly GroupedLine[]
  vat: readonly GroupedVat[]
  /** The number of the invoice a credit note is about. */
  credits: string | null
}
export type Text = (key: string, data?: Record<string, unknown>) => string
export type DictText = (code: string, value: string) => string

const [W, H] = [210, 297]
const [LEFT, RIGHT] = [20, W - 15]
const ROW = 6
const [FIRST_TOP, NEXT_TOP, BOTTOM] = [108, 30, H - 28]
/** Left edge and width of the columns. */
const COLUMNS = {
  no: [LEFT, 8],
  what: [LEFT + 10, 84],
  count: [LEFT + 96, 18],
  rate: [LEFT + 116, 22],
  net: [LEFT + 140, 35],
} as const
type Column = keyof typeof COLUMNS
/** Height of what follows the last line: totals, tax, where to pay. */
const FOOT = 92

/** An invoice on A4 pages, in the language of its customer; the document is left open. */
export function drawInvoice(of: DrawnInvoice, t: Text, dict: DictText): PdfDocument {
  const doc = new PdfDocument(of.row.kind === 'creditNote' ? 'Credit note' : 'Invoice')
  const pages = pagesOf(of)
  for (const [at, lines] of pages.entries()) {
    const page = new PdfSheet(doc, W, H)
    const top = at === 0 ? FIRST_TOP : NEXT_TOP
    if (at === 0) head(page, of, t)
    else page.text(LEFT, 14, `${titleOf(of, t)} ${of.row.number ?? ''}`, 120, { bold: true })
    if (lines.length > 0) titles(page, top, of.row.currency, t)
    for (const [row, line] of lines.entries())
      drawLine(page, top + 8 + row * ROW, line, of.row.currency, dict)
    if (at === pages.length - 1) foot(page, of, top + 9 + lines.length * ROW, t)
    seller(page, of, t, { page: at + 1, pages: pages.length })
    page.end()
  }
  return doc
}

function titleOf({ row }: DrawnInvoice, t: Text): string {
  if (row.number === null) return t('paper.draft')
  return row.kind === 'creditNote' ? t('paper.credit') : t('paper.invoice')
}

/** The last page keeps room for the totals. */
function pagesOf({ lines, vat }: DrawnInvoice): (readonly GroupedLine[])[] {
  const room = (top: number, foot: number) =>
    Math.max(0, Math.floor((BOTTOM - top - 10 - foot) / ROW))
  const footHeight = FOOT + vat.length * 10
  const pages: (readonly GroupedLine[])[] = []
  for (let from = 0; ;) {
    const top = pages.length === 0 ? FIRST_TOP : NEXT_TOP
    const rest = lines.length - from
    if (rest <= room(top, footHeight)) return [...pages, lines.slice(from)]
    const taken = Math.min(rest, room(top, 0))
    pages.push(lines.slice(from, from + taken))
    from += taken
  }
}

function head(page: PdfSheet, of: DrawnInvoice, t: Text): void {
  const { row, credits } = of
  const { seller: from, buyer } = row
  page.text(LEFT, 15, from?.name ?? '', 110, { size: 5, bold: true })
  if (from) page.text(LEFT, 44, [from.name, ...addressOf(from)].join(' · '), 85, { size: 2.3 })
  page.block(LEFT, 49, 85, 32, [
    { text: buyer?.name ?? '', bold: true, size: 3.8 },
    ...(buyer ? addressOf(buyer).map((text) => ({ text, size: 3.6 })) : []),
    ...(buyer?.vatId ? [{ text: `${t('paper.vatId')} ${buyer.vatId}`, size: 3.2 }] : []),
  ])
  const facts: [string, string | null | undefined][] = [
    [t('paper.number'), row.number],
    [t('issuedOn'), row.issuedOn],
    [t('paper.period'), `${row.periodFrom} – ${row.periodTo}`],
    [t('paper.customerNo'), buyer?.code],
    [t('paper.buyerReference'), buyer?.reference],
    [t('paper.creditsNo'), credits],
    [t('dueOn'), row.kind === 'invoice' && row.side === 'receivable' ? row.dueOn : null],
  ]
  let y = 44
  for (const [name, value] of facts) {
    if (!value) continue
    page.text(118, y, name, 33, { size: 3 })
    page.text(152, y, value, RIGHT - 152, { size: 3.2, align: 'right' })
    y += 5.4
  }
  page.text(LEFT, 90, titleOf(of, t), 120, { size: 7, bold: true })
  if (row.reason) page.text(LEFT, 99, row.reason, RIGHT - LEFT, { size: 3.2 })
}

function titles(page: PdfSheet, y: number, currency: string, t: Text): void {
  const captions: Record<Column, string> = {
    no: '#',
    what: t('paper.what'),
    count: t('paper.count'),
    rate: t('paper.rate'),
    net: `${t('net')} ${currency}`,
  }
  for (const key of Object.keys(COLUMNS) as Column[]) put(page, key, y, captions[key], true)
  page.line(LEFT, y + 6, RIGHT, y + 6)
}

function drawLine(
  page: PdfSheet,
  y: number,
  { lineNo, service, tradeItem, count, net, taxRate, taxCategory }: GroupedLine,
  currency: string,
  dict: DictText,
): void {
  const item = dict('money_trade_item', tradeItem) || tradeItem
  put(page, 'no', y, String(lineNo))
  put(page, 'what', y, service === null ? item : `${service} · ${item}`)
  put(page, 'count', y, String(count))
  put(page, 'rate', y, taxCategory === null ? '–' : percentOf(taxRate))
  put(page, 'net', y, wire(net, currency))
}

function put(page: PdfSheet, column: Column, y: number, text: string, bold = false): void {
  const [x, width] = COLUMNS[column]
  const align = column === 'what' || column === 'no' ? 'left' : 'right'
  page.text(x, y, text, width, { size: 3.2, bold, align })
}

function foot(page: PdfSheet, of: DrawnInvoice, top: number, t: Text): void {
  const { row, vat } = of
  const { currency } = row
  page.line(LEFT, top, RIGHT, top)
  let y = top + 3
  const sum = (name: string, amount: string, bold = false): void => {
    page.text(LEFT + 76, y, name, 62, { size: bold ? 4 : 3.2, bold })
    page.text(LEFT + 140, y, amount, 35, { size: bold ? 4 : 3.2, bold, align: 'right' })
    y += bold ? 7 : 5.4
  }
  sum(t('paper.net'), wire(row.net, currency))
  for (const one of vat)
    sum(
      t('paper.vatOf', {
        country: one.country ?? '',
        rate: percentOf(one.rate),
        taxable: wire(one.taxable, currency),
      }),
      wire(one.tax, currency),
    )
  sum(t('paper.gross'), `${wire(row.gross, currency)} ${currency}`, true)
  const inCompany = companyVatText(of, t)
  if (inCompany !== null) {
    page.text(LEFT, y, inCompany, RIGHT - LEFT, { size: 3 })
    y += 5
  }
  for (const one of vat) {
    const why = one.category === null ? null : `paper.why.${one.category}`
    if (why === null || one.category === 'S' || one.category === 'Z') continue
    page.text(LEFT, y, t(why), RIGHT - LEFT, { size: 3 })
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
  let y = top
  const line = (text: string, bold = false): void => {
    page.text(LEFT, y, text, 128, { size: 3.2, bold })
    y += 5
  }
  if (row.kind === 'creditNote') return line(row.frees ? t('paper.freed') : t('paper.givenBack'))
  if (row.side === 'customer') return line(t('paper.prepaid'), true)
  line(t('paper.payBy', { day: row.dueOn ?? '' }), true)
  if (payTo === null) return
  const facts: [string, string | null][] = [
    [t('paper.holder'), payTo.holder],
    [t('paper.bank'), payTo.bankName],
    ['IBAN', payTo.iban && groupsOfFour(payTo.iban)],
    ['BIC', payTo.bic],
    [t('paper.accountNo'), payTo.iban ? null : payTo.accountNo],
    [t('reference'), reference && groupsOfFour(reference)],
  ]
  for (const [name, value] of facts) if (value) line(`${name}: ${value}`)
  const amount = wire(row.gross, currency)
  const code = epcText({ ...payTo, currency, amount, reference })
  if (code !== null) page.matrix(RIGHT - 30, top, 30, qrOf(code))
}

function seller(
  page: PdfSheet,
  { row }: DrawnInvoice,
  t: Text,
  no: { page: number; pages: number },
): void {
  const from = row.seller
  page.line(LEFT, H - 24, RIGHT, H - 24)
  if (from) {
    const words = [
      [from.name, ...addressOf(from)].join(', '),
      [
        from.vatId ? `${t('paper.vatId')} ${from.vatId}` : null,
        from.taxNo ? `${t('paper.taxNo')} ${from.taxNo}` : null,
        from.registerNo ?? null,
        from.email,
        from.phone ?? null,
      ]
        .filter(Boolean)
        .join(' · '),
    ]
    page.block(LEFT, H - 22, 150, 10, words, 2.6)
  }
  page.text(RIGHT - 30, H - 22, t('paper.page', no), 30, { size: 2.6, align: 'right' })
}

/** An address as lines of a letter. */
const addressOf = ({ street, postalCode, city, country }: InvoiceParty): string[] =>
  [street, [postalCode, city].filter(Boolean).join(' '), country].filter(
    (line): line is string => line !== null && line !== '',
  )

/** `19 %`, `5.5 %`; why something is not taxed stands below the sums. */
function percentOf(rate: number | null): string {
  const [whole, part] = [Math.trunc((rate ?? 0) / 100), (rate ?? 0) % 100]
  return `${whole}${part === 0 ? '' : `.${String(part).padStart(2, '0').replace(/0$/, '')}`} %`
}
