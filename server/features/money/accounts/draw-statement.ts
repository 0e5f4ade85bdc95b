import { type Column, Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import type { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { grouped } from '#contracts/kit/money.ts'
import { wireAmount, type Account } from './read-account.ts'
import type { Statement, StatementLine } from './statement.ts'

export interface DrawnStatement extends Statement {
  from: string
  to: string
  rows: readonly StatementLine[]
}
type Text = (key: string, data?: Record<string, unknown>) => string
type DictText = (code: string, value: string) => string

const EDGE = 12
const [LEFT, RIGHT] = [EDGE, 210 - EDGE]

/** A statement on A4 pages: sums on the first, then every line with the balance after it. */
export async function drawStatement(of: DrawnStatement, t: Text, dict: DictText): Promise<Buffer> {
  const { currency } = of.account
  const named = nameOf(of.account, dict)
  const doc = new PaperDocument(`${t('statement.title')} · ${named}`)
  const pages = new Pages(
    doc,
    { left: EDGE, row: 5.4, em: 2.9, bottom: 22 },
    (page) => head(page, of, named, t),
    (page) => {
      page.text(LEFT, 10, `${t('statement.title')} · ${named}`, 186, { bold: true })
      return 24
    },
  )
  const columns: Column[] = [
    { caption: `${t('statement.at')} UTC`, width: 31 },
    { caption: t('statement.type'), width: 33 },
    { caption: t('statement.no'), width: 37 },
    { caption: t('statement.note'), width: 35 },
    { caption: `${t('statement.money')} ${currency}`, width: 25, align: 'right' },
    { caption: `${t('balance')} ${currency}`, width: 25, align: 'right' },
  ]
  const rows = of.rows.map((line) => ({ cells: cellsOf(line, currency, dict) }))
  pages.table({ columns, rows, none: t('statement.none') })
  const closing = amountOf(of.closing, currency)
  pages.sum(columns, ['', t('statement.closing'), '', '', '', closing])
  pages.end((page, no) => {
    page.text(LEFT, page.height - 12, t('statement.foot'), 130, { size: 2.4 })
    const style = { size: 2.4, align: 'right' } as const
    page.text(RIGHT - 40, page.height - 12, t('statement.page', no), 40, style)
  })
  return await doc.end()
}

/** `华东贸易 · 预付 EUR`: an account of a customer, as dialogs name it. */
const nameOf = ({ customer, kind, currency }: Account, dict: DictText): string =>
  `${customer} · ${dict('account_kind', kind) || kind} ${currency}`

const amountOf = (minor: bigint, currency: string): string => grouped(wireAmount(minor, currency))

/** Answers where the lines begin. */
function head(page: PdfSheet, of: DrawnStatement, named: string, t: Text): number {
  const { currency } = of.account
  page.text(LEFT, 12, t('statement.title'), 120, { size: 6, bold: true })
  page.text(LEFT, 21, named, 186, { size: 4 })
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
    page.text(x + 2, 43.5, amountOf(minor, currency), width - 4, {
      size: 4.4,
      bold: true,
      align: 'right',
    })
  }
  return 62
}

function cellsOf(line: StatementLine, currency: string, dict: DictText): string[] {
  const type = dict('money_trade_type', line.tradeType) || line.tradeType
  const item = dict('money_trade_item', line.tradeItem) || line.tradeItem
  return [
    line.at.slice(0, 16).replace('T', ' '),
    item && item !== type ? `${type} · ${item}` : type,
    line.no ?? '',
    line.note ?? '',
    amountOf(line.minor, currency),
    amountOf(line.balance, currency),
  ]
}
