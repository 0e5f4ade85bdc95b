import type { BankMapping } from '#contracts/money/bank-files.ts'
import { directionOf, isUnbookedWord, monthOf } from './bank-words.ts'
import { BANK_LINES_MAX, BankFileError, dayOf, minorOf, textPart } from './bank-line.ts'
import type { BankFile, BankIssue, BankLine } from './bank-line.ts'

/** A row of a table with its number in the file. */
export interface TableRow {
  line: number
  cells: readonly string[]
}

/** The rows below the heading of a bank's CSV or workbook, by the mapping of its columns. */
export function readTable(
  rows: readonly TableRow[],
  mapping: BankMapping,
  currency: string,
): BankFile {
  const file: BankFile = { format: 'TABLE', lines: [], issues: [], pending: 0 }
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const columns = {
    ...mapping,
    direction: mapping.direction ?? (mapping.debit === null ? directionIn(filled, mapping) : null),
    status: mapping.status ?? statusIn(filled, mapping),
  }
  for (const row of filled) {
    if (isUnbooked(row, columns)) {
      file.pending++
      continue
    }
    const read = lineOf(row, columns, currency)
    if ('code' in read) file.issues.push(read)
    else file.lines.push(read)
    if (file.lines.length > BANK_LINES_MAX) throw new BankFileError('bank.tooMany')
  }
  file.allIncoming =
    columns.direction === null &&
    columns.debit === null &&
    file.lines.length > 0 &&
    file.lines.every(({ minor }) => minor > 0n) &&
    // Who writes a plus writes a minus as well.
    !filled.some(({ cells }) => (cells[mapping.amount] ?? '').includes('+'))
  return file
}

/** A table with a column of words for the direction, where the mapping names none. */
function directionIn(rows: readonly TableRow[], mapping: BankMapping): number | null {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const used = new Set([mapping.amount, mapping.bookedOn, mapping.currency, ...mapping.text])
  for (let at = 0; at < width; at++) {
    if (used.has(at)) continue
    const words = rows.map(({ cells }) => directionOf(cells[at] ?? '')).filter((one) => one !== '')
    if (words.length * 2 > rows.length && words.every((one) => one !== null)) return at
  }
  return null
}

/** A column in which some line is named as one that was not booked. */
function statusIn(rows: readonly TableRow[], mapping: BankMapping): number | null {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const used = new Set([
    mapping.amount,
    mapping.reference,
    mapping.counterparty,
    mapping.counterAccount,
    ...mapping.text,
  ])
  for (let at = 0; at < width; at++)
    if (!used.has(at) && rows.some(({ cells }) => isUnbookedWord(cells[at] ?? ''))) return at
  return null
}

const isUnbooked = ({ cells }: TableRow, { status, direction }: BankMapping): boolean =>
  (status !== null && isUnbookedWord(cells[status] ?? '')) ||
  (direction !== null && directionOf(cells[direction] ?? '') === 'neither')

function lineOf(
  { line, cells }: TableRow,
  mapping: BankMapping,
  accountCurrency: string,
): BankLine | BankIssue {
  const cell = (at: number | null | undefined): string =>
    (at == null ? '' : (cells[at] ?? '')).trim()
  const currency = mapping.currency == null ? accountCurrency : cell(mapping.currency).toUpperCase()
  if (currency !== accountCurrency) return { line, code: 'bank.currency', value: currency }
  const amount = amountOf(cell, mapping, currency)
  if (typeof amount !== 'bigint') return { line, code: 'bank.amount', value: amount.value }
  const way = mapping.direction === null ? 'in' : directionOf(cell(mapping.direction))
  if (way !== 'in' && way !== 'out')
    return { line, code: 'bank.direction', value: cell(mapping.direction) }
  const bookedOn = readDay(cell(mapping.bookedOn), mapping.dates)
  if (bookedOn === null) return { line, code: 'bank.date', value: cell(mapping.bookedOn) }
  const value = cell(mapping.valueOn)
  const valueOn = value === '' ? null : readDay(value, mapping.dates)
  if (value !== '' && valueOn === null) return { line, code: 'bank.date', value }
  return {
    line,
    account: null,
    currency,
    minor: way === 'out' ? negative(amount) : amount,
    bookedOn,
    valueOn,
    reference: textPart(cell(mapping.reference), 140),
    text: textPart(mapping.text.map(cell).join(' '), 1000) ?? '',
    counterparty: textPart(cell(mapping.counterparty), 140),
    counterAccount: textPart(cell(mapping.counterAccount).replace(/\s/g, ''), 60),
    bankId: textPart(cell(mapping.bankId), 100),
  }
}

/** One column with signs, or one for what came in and one for what went out. */
function amountOf(
  cell: (at: number | null | undefined) => string,
  mapping: BankMapping,
  currency: string,
): bigint | { value: string } {
  const read = (text: string): bigint | { value: string } =>
    readAmount(text, mapping.decimal, currency) ?? { value: text }
  const written = cell(mapping.amount)
  if (mapping.debit == null) return read(written)
  const out = cell(mapping.debit)
  if (written !== '' && out !== '') {
    // Some banks fill the other column with zero.
    const [credit, debit] = [read(written), read(out)]
    if (typeof credit !== 'bigint' || typeof debit !== 'bigint' || (credit !== 0n && debit !== 0n))
      return { value: `${written} / ${out}` }
    return credit === 0n ? negative(debit) : credit
  }
  const one = read(written === '' ? out : written)
  return typeof one === 'bigint' && written === '' ? negative(one) : one
}

const negative = (minor: bigint): bigint => (minor > 0n ? -minor : minor)

/** Currencies as they stand next to amounts, with their blanks. */
const MONEY_SIGN =
  /^(?:[€£$¥₩]|US\$|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|元)\s{0,3}|\s{0,3}(?:[€£$¥₩]|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|元)$/iu

/**
 * An amount with its sign in front or behind, grouped or not, in the notation the mapping names, in
 * brackets or with CR and DR; null where it is none. Decimals beyond the currency's are refused,
 * never rounded.
 */
export function readAmount(
  text: string,
  decimal: BankMapping['decimal'],
  currency: string,
): bigint | null {
  const [point, group] = decimal === 'comma' ? [',', '.'] : ['.', ',']
  let plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2013]/g, '-')
    .trim()
  const marked = /^(.*\d.{0,6}?)\s{0,3}(cr|dr|db)\.?$/i.exec(plain)
  if (marked) plain = marked[1]!.trim()
  const bracketed = /^\((.*)\)$/.exec(plain)
  if (bracketed) plain = bracketed[1]!.trim()
  const [, before = '', rest = ''] = /^([+-]?)\s{0,3}(.*)$/s.exec(plain) ?? []
  const parts = /^([+-]?)\s{0,3}([\d.,'’\s]+)([+-]?)$/.exec(
    rest.replace(MONEY_SIGN, '').replace(MONEY_SIGN, '').trim(),
  )
  if (!parts) return null
  const signs = [before, parts[1], parts[3]].filter(Boolean)
  const out = [...signs.filter((sign) => sign === '-'), ...(bracketed ? ['-'] : [])]
  if (signs.length > 1 || (bracketed && signs.length > 0)) return null
  const [whole = '', cents, more] = parts[2]!.trim().split(point)
  if (more !== undefined) return null
  const grouped = new RegExp(`^\\d{1,3}(?:[${group}'’\\u00a0\\u202f ]\\d{3})+$`)
  if (!/^\d+$/.test(whole) && !grouped.test(whole)) return null
  const digits = whole.replace(/\D/g, '')
  const minor = minorOf(cents ? `${digits}.${cents}` : digits, currency)
  if (minor === null || (marked && out.length > 0)) return null
  return out.length > 0 || /^d/i.test(marked?.[2] ?? '') ? -minor : minor
}

/** `2. November 2026`, `Mon, 2 Feb 26`, `1 de diciembre de 2026`. */
const DAY_MONTH = new RegExp(
  [
    /^(?:\p{L}{2,12}\.?,? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]{1,2}(?:de )?/u,
    /(\p{L}{3,12})\.?,?[ -]{1,2}(?:de )?(\d{4}|\d{2})$/u,
  ]
    .map(({ source }) => source)
    .join(''),
  'iu',
)

/** A day in the order the mapping names; years of two digits are of this century. */
export function readDay(text: string, order: BankMapping['dates']): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[T ]\d{1,2}:\d{2}(?::\d{2})?.*$/, '')
    .trim()
  // Workbooks hold dates as such: they come in this order whatever the mapping.
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain) ?? /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(plain)
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!)
  const named = DAY_MONTH.exec(plain)
  if (named) return dayWithMonth(named[3]!, named[2]!, named[1]!)
  const american = /^(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})$/u.exec(plain)
  if (american) return dayWithMonth(american[3]!, american[1]!, american[2]!)
  const packed = order === 'YMD' ? /^(\d{4})(\d{2})(\d{2})$/.exec(plain) : null
  const parts = packed ?? /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(plain)
  if (!parts) return null
  const [, a = '', b = '', c = ''] = parts
  const [year, month, day] = order === 'YMD' ? [a, b, c] : order === 'DMY' ? [c, b, a] : [c, a, b]
  if (year.length !== 4 && year.length !== 2) return null
  return dayOf(year.length === 2 ? `20${year}` : year, month, day)
}

function dayWithMonth(year: string, name: string, day: string): string | null {
  const month = monthOf(name)
  return month === null ? null : dayOf(year.length === 2 ? `20${year}` : year, month, day)
}
