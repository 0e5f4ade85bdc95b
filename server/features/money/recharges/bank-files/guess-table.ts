import type { z } from 'zod'
import type { TableGuess } from '#contracts/money/bank-files.ts'
import { layoutOf } from '#server/kit/sheets/layout.ts'
import type { TableRow } from './read-table.ts'

/** A column's name and the words of its headings; the first that fits takes the column. */
export type HeadingWords = readonly (readonly [name: string, words: RegExp])[]

const NO_AMOUNT = /saldo|balance|guthaben|geb(?:ü|ue?)hr|\bfees?\b|entgelt|kosten|余额|手续费/i
const AMOUNT =
  /betrag|umsatz(?!\w*(?:art|typ))|amount|haben|gutschrift|credit|paid in|money in|montant|importe|bedrag|kwota|金额|收入|贷方/i
/** Words of amounts, but not of balances and fees. */
const amountWords = (...more: readonly RegExp[]) =>
  new RegExp(
    `^(?!.*(?:${NO_AMOUNT.source}))(?:.*)(?:${[AMOUNT, ...more].map((one) => one.source).join('|')})`,
    'i',
  )
const CURRENCY = /w(?:ä|ae?)hrung|currency|devise|divisa|币种|货币/i
const DAY = /datum|\bdate|tag\b|posted|booked|fecha|日期|时间/i

export const BANK_WORDS: HeadingWords = [
  ['bookedOn', /buchungs?-?(?:tag|datum)|book(?:ing|ed)|transaction date|posting|记账日|交易日/i],
  ['bookedOn', new RegExp(`^(?!.*(?:valut|wert|value)).*(?:${DAY.source})`, 'i')],
  ['direction', /soll.{0,3}haben|s\/h|af.?bij|d\/c|credit.?debit|debit.?credit|direction|收.?支/i],
  ['debit', /^soll\b|ausgang|ausgabe|belastung|debit|paid out|money out|withdraw|支出|借方/i],
  ['amount', amountWords()],
  ['currency', CURRENCY],
  ['status', /status|状态/i],
  ['text', /verwendungszweck|purpose|remittance|附言|摘要|用途/i],
  ['text', /text|details|description|memo|omschrijving|referenz|reference/i],
  ['counterAccount', /iban|gegenkonto|tegenrekening|对方账号/i],
  [
    'counterparty',
    /empf(?:ä|ae?)nger|beg(?:ü|ue?)nstigt|auftraggeber|payee|payer|counterparty|\bname|户名|付款人/i,
  ],
]
export const COD_WORDS: HeadingWords = [
  [
    'number',
    /^(?!.*(?:datum|date|日期|kund|customer)).*(?:track|sendung|shipment|paket|parcel|awb|order|auftrag|运单|跟踪|单号)/i,
  ],
  ['amount', amountWords(/nachnahme/i, /\bcod\b/i, /代收/, /回款/)],
  ['currency', CURRENCY],
  ['paidOn', DAY],
]

/** Of the first rows, those that may have the headings: banks put lines of their own above them. */
const HEADING_WITHIN = 50
const headRows = (rows: readonly TableRow[]) => rows.filter(({ line }) => line <= HEADING_WITHIN)

/** Lines of the first rows by the layout each would be the headings of. */
export const headingLines = (rows: readonly TableRow[]): ReadonlyMap<string, number> =>
  new Map(
    headRows(rows)
      .toReversed()
      .map(({ line, cells }) => [layoutOf(cells), line]),
  )

/** The layout of a table of which the row with the headings is known. */
export const layoutAt = (rows: readonly TableRow[], heading: number): string =>
  layoutOf(rows.find(({ line }) => line === heading)?.cells ?? [])

/** Of mappings found by the layouts of a table's first rows that of the uppermost, for where it is. */
export function mappingAmong<M extends { heading: number }>(
  of: z.ZodType<M>,
  found: readonly { layout: string; mapping: unknown }[],
  lines: ReadonlyMap<string, number>,
): M | null {
  const usable = found.flatMap(({ layout, mapping }) => {
    const parsed = of.safeParse(mapping)
    return parsed.success ? [{ ...parsed.data, heading: lines.get(layout) ?? 1 }] : []
  })
  return usable.toSorted((a, b) => a.heading - b.heading)[0] ?? null
}

/** What the columns of a table probably are by their headings, and how its cells are written. */
export function guessTable(rows: readonly TableRow[], words: HeadingWords): TableGuess {
  let heading = rows[0]?.line ?? 1
  let columns: Record<string, number> = {}
  for (const { line, cells } of headRows(rows)) {
    const found = columnsIn(cells, words)
    if (Object.keys(found).length <= Object.keys(columns).length) continue
    heading = line
    columns = found
  }
  const below = rows.filter(({ line }) => line > heading)
  const width = Math.max(0, ...headRows(rows).map(({ cells }) => cells.length))
  const each = Array.from({ length: width }, (_, at) => below.map(({ cells }) => cells[at] ?? ''))
  const dates = each.map(datesOf)
  return {
    heading,
    columns,
    decimals: dates.map((day, at) => {
      const sign = day === null ? decimalOf(below, at) : null
      return sign === 'mixed' ? null : sign
    }),
    dates,
  }
}

function columnsIn(headings: readonly string[], words: HeadingWords): Record<string, number> {
  const taken = new Set<number>()
  const found: Record<string, number> = {}
  for (const [name, word] of words) {
    if (name in found) continue
    const at = headings.findIndex((one, place) => !taken.has(place) && word.test(one.slice(0, 60)))
    if (at < 0) continue
    taken.add(at)
    found[name] = at
  }
  return found
}

/** The order in which a column's days are written; null where it has none or does not show it. */
export function datesOf(cells: readonly string[]): 'YMD' | 'DMY' | 'MDY' | null {
  let [year, day, month, dots, any] = [0, 0, 0, 0, 0]
  for (const cell of cells) {
    const [, a = '', sign, b = ''] =
      /^(\d{1,4})([./-])(\d{1,2})[./-]\d{1,4}(?:[T ]|$)/.exec(cell.trim()) ?? []
    if (a === '') continue
    any++
    if (a.length === 4) year++
    else if (Number(a) > 12) day++
    else if (Number(b) > 12) month++
    else if (sign === '.') dots++
  }
  if (any === 0) return null
  if (year * 2 > any) return 'YMD'
  if (month > 0 && day === 0) return 'MDY'
  return day > 0 || dots > 0 ? 'DMY' : null
}

/**
 * The decimal sign a column was written with, by all its cells; null where none shows it, `mixed`
 * where some show the one and some the other.
 */
export function decimalOf(
  rows: readonly { cells: readonly string[]; numbers?: readonly number[] | undefined }[],
  column: number,
): 'point' | 'comma' | 'mixed' | null {
  let [points, commas] = [0, 0]
  for (const { cells, numbers } of rows) {
    if (numbers?.includes(column)) continue
    const text = (cells[column] ?? '').slice(0, 40).replace(/[^\d.,]/g, '')
    const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
    if (last < 0) continue
    const sign = text[last] === '.' ? 'point' : 'comma'
    const both = text.includes('.') && text.includes(',')
    const many = text.split(text[last]!).length > 2
    const shows = many
      ? sign === 'point'
        ? 'comma'
        : 'point'
      : both || text.length - last !== 4
        ? sign
        : null
    if (shows === 'point') points++
    else if (shows === 'comma') commas++
  }
  if (points > 0 && commas > 0) return 'mixed'
  return points > 0 ? 'point' : commas > 0 ? 'comma' : null
}
