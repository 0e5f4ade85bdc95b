import type { Column } from './table-types.ts'

/** Of a digit of a cell's figures, of a currency behind it, and around both. */
const [DIGIT, CURRENCY, AROUND] = [7.6, 32, 22]
/** Of a Chinese character. */
const WIDE = 13.2

/**
 * Columns of amounts, numbers, states and countries as wide as the longest of these rows: a part of
 * an amount is another amount. The same list where none is too narrow.
 */
export function wideEnough<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
): readonly Column<R>[] {
  const wide = columns.map((column) => {
    const needed = column.amount
      ? widest(rows, column.amount)
      : column.fits
        ? longest(rows, column.fits)
        : 0
    return needed > (column.width ?? 140) ? { ...column, width: needed } : column
  })
  return wide.some((column, at) => column !== columns[at]) ? wide : columns
}

function widest<R>(rows: readonly R[], amount: NonNullable<Column<R>['amount']>): number {
  let most = 0
  for (const row of rows) {
    const { text, currency } = amount(row)
    if (text === null) continue
    const whole = text.replace('-', '').split('.')[0]!.length
    const marks = text.length + Math.floor((whole - 1) / 3)
    most = Math.max(most, Math.ceil(marks * DIGIT) + (currency ? CURRENCY : 0) + AROUND)
  }
  return most
}

function longest<R>(rows: readonly R[], fits: NonNullable<Column<R>['fits']>): number {
  let most = 0
  for (const row of rows) {
    let wide = 0
    for (const letter of fits(row) ?? '') wide += letter > '\u2e80' ? WIDE : DIGIT
    most = Math.max(most, wide)
  }
  return most === 0 ? 0 : Math.ceil(most) + AROUND
}
