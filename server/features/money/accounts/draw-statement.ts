import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { wireAmount } from './read-account.ts'
import type { Statement, StatementLine } from './statement.ts'

export interface DrawnStatement extends Statement {
  from: string
  to: string
  rows: readonly StatementLine[]
}
type Text = (key: string, data?: Record<string, unknown>) => string
type DictText = (code: string, value: string) => string

const [W, H] = [210, 297]
const [LEFT, RIGHT] = [12, W - 12]
const ROW = 5.4
const [FIRST_TOP, NEXT_TOP, BOTTOM] = [62, 24, H - 22]
/** Left edge and width of the columns. */
const COLUMNS = {
  at: [LEFT, 30],
  type: [LEFT + 31, 32],
  no: [LEFT + 64, 36],
  note: [LEFT + 101, 34],
  money: [LEFT + 136, 24],
  balance: [LEFT + 161, 25],
} as const
type Column = keyof typeof COLUMNS

/** A statement on A4 pages: sums on the first, then every line with the balance after it. */
export function drawStatement(of: DrawnStatement, t: Text, dict: DictText): Buffer {
  const doc = new PdfDocument('Statement of account')
  const pages = pagesOf(of.rows)
  for (const [at, lines] of pages.entries()) {
    const page = new PdfSheet(doc, W, H)
    const top = at === 0 ? FIRST_TOP : NEXT_TOP
    if (at === 0) head(page, of, t)
    else
      page.text(LEFT, 10, `${t('statement.title')} · ${of.account.customer}`, 120, { bold: true })
    titles(page, top, of.account.currency, t)
    for (const [row, line] of lines.entries())
      drawLine(page, top + 7 + row * ROW, line, of.account.currency, dict)
    if (lines.length === 0) page.text(LEFT, top + 8, t('statement.none'), 120, { size: 3 })
    if (at === pages.length - 1) {
      const y = top + 8 + Math.max(1, lines.length) * ROW
      page.line(LEFT, y, RIGHT, y)
      page.text(LEFT, y + 1, t('statement.closing'), 90, { size: 3.2, bold: true })
      put(page, 'balance', y + 1, wireAmount(of.closing, of.account.currency), true)
    }
    page.text(LEFT, H - 12, t('statement.foot'), 130, { size: 2.4 })
    const no = t('statement.page', { page: at + 1, pages: pages.length })
    page.text(RIGHT - 40, H - 12, no, 40, { size: 2.4, align: 'right' })
    page.end()
  }
  return doc.end()
}

/** The last page keeps room for the closing balance. */
function pagesOf(rows: readonly StatementLine[]): (readonly StatementLine[])[] {
  const room = (top: number) => Math.floor((BOTTOM - top - 14) / ROW)
  const pages = [rows.slice(0, room(FIRST_TOP))]
  for (let from = room(FIRST_TOP); from < rows.length; from += room(NEXT_TOP))
    pages.push(rows.slice(from, from + room(NEXT_TOP)))
  return pages
}

function head(page: PdfSheet, of: DrawnStatement, t: Text): void {
  const { customer, currency } = of.account
  page.text(LEFT, 12, t('statement.title'), 120, { size: 6, bold: true })
  page.text(LEFT, 21, `${customer} · ${currency}`, 140, { size: 4 })
  page.text(LEFT, 27.5, t('statement.span', { from: of.from, to: of.to }), 140, { size: 3.2 })
  page.box(LEFT, 35, RIGHT - LEFT, 18)
  const sums = [
    ['statement.opening', of.opening],
    ['statement.income', of.income],
    ['statement.outgo', of.outgo],
    ['statement.closing', of.closing],
  ] as const
  const width = (RIGHT - LEFT) / sums.length
  for (const [at, [key, minor]] of sums.entries()) {
    const x = LEFT + at * width
    if (at > 0) page.line(x, 35, x, 53)
    page.text(x + 2, 37, t(key), width - 4, { size: 2.8 })
    page.text(x + 2, 43.5, wireAmount(minor, currency), width - 4, {
      size: 4.4,
      bold: true,
      align: 'right',
    })
  }
}

function titles(page: PdfSheet, y: number, currency: string, t: Text): void {
  const captions: Record<Column, string> = {
    at: `${t('statement.at')} UTC`,
    type: t('statement.type'),
    no: t('statement.no'),
    note: t('statement.note'),
    money: `${t('statement.money')} ${currency}`,
    balance: `${t('balance')} ${currency}`,
  }
  for (const key of Object.keys(COLUMNS) as Column[]) put(page, key, y, captions[key], true)
  page.line(LEFT, y + 5.4, RIGHT, y + 5.4)
}

function drawLine(
  page: PdfSheet,
  y: number,
  line: StatementLine,
  currency: string,
  dict: DictText,
): void {
  const type = dict('money_trade_type', line.tradeType) || line.tradeType
  const item = dict('money_trade_item', line.tradeItem) || line.tradeItem
  put(page, 'at', y, line.at.slice(0, 16).replace('T', ' '))
  put(page, 'type', y, item && item !== type ? `${type} · ${item}` : type)
  put(page, 'no', y, line.no ?? '')
  put(page, 'note', y, line.note ?? '')
  put(page, 'money', y, wireAmount(line.minor, currency))
  put(page, 'balance', y, wireAmount(line.balance, currency))
}

function put(page: PdfSheet, column: Column, y: number, text: string, bold = false): void {
  const [x, width] = COLUMNS[column]
  const align = column === 'money' || column === 'balance' ? 'right' : 'left'
  page.text(x, y, text, width, { size: 2.9, bold, align })
}
