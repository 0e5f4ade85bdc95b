import type { BankMapping } from '#contracts/money/bank-files.ts'
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
  for (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    const read = lineOf(row, mapping, currency)
    if ('code' in read) file.issues.push(read)
    else file.lines.push(read)
    if (file.lines.length > BANK_LINES_MAX) throw new BankFileError('bank.tooMany')
  }
  return file
}

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
  const bookedOn = readDay(cell(mapping.bookedOn), mapping.dates)
  if (bookedOn === null) return { line, code: 'bank.date', value: cell(mapping.bookedOn) }
  const value = cell(mapping.valueOn)
  const valueOn = value === '' ? null : readDay(value, mapping.dates)
  if (value !== '' && valueOn === null) return { line, code: 'bank.date', value }
  return {
    line,
    account: null,
    currency,
    minor: amount,
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

/**
 * An amount with its sign in front or behind, grouped or not, in the notation the mapping names;
 * null where it is none. Decimals beyond the currency's are refused, never rounded.
 */
export function readAmount(
  text: string,
  decimal: BankMapping['decimal'],
  currency: string,
): bigint | null {
  const [point, group] = decimal === 'comma' ? [',', '.'] : ['.', ',']
  const parts = /^([+-]?)([\d.,'\s]+)([+-]?)$/.exec(text.replace('\u2212', '-').trim())
  if (!parts || (parts[1] !== '' && parts[3] !== '')) return null
  const [whole = '', cents, more] = parts[2]!.trim().split(point)
  if (more !== undefined) return null
  const grouped = new RegExp(`^\\d{1,3}(?:[${group}'\\u00a0\\u202f ]\\d{3})+$`)
  if (!/^\d+$/.test(whole) && !grouped.test(whole)) return null
  const digits = whole.replace(/\D/g, '')
  const minor = minorOf(cents ? `${digits}.${cents}` : digits, currency)
  if (minor === null) return null
  return parts[1] === '-' || parts[3] === '-' ? -minor : minor
}

/** A day in the order the mapping names; years of two digits are of this century. */
export function readDay(text: string, order: BankMapping['dates']): string | null {
  const plain = text.replace(/[T ]\d{1,2}:\d{2}(?::\d{2})?.*$/, '').trim()
  // Workbooks hold dates as such: they come in this order whatever the mapping.
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain)
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!)
  const packed = order === 'YMD' ? /^(\d{4})(\d{2})(\d{2})$/.exec(plain) : null
  const parts = packed ?? /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(plain)
  if (!parts) return null
  const [, a = '', b = '', c = ''] = parts
  const [year, month, day] = order === 'YMD' ? [a, b, c] : order === 'DMY' ? [c, b, a] : [c, a, b]
  if (year.length !== 4 && year.length !== 2) return null
  return dayOf(year.length === 2 ? `20${year}` : year, month, day)
}
