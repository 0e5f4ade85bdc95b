/**
 * Decimal texts added exactly: money and weights never pass through floating point. What is no
 * number counts as nothing.
 */
export function addDecimals(values: Iterable<string | number | null | undefined>): string {
  let total = 0n
  let scale = 0
  for (const value of values) {
    const parts = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(value ?? '').trim())
    if (!parts) continue
    const [, sign, whole = '', decimals = ''] = parts
    if (decimals.length > scale) {
      total *= 10n ** BigInt(decimals.length - scale)
      scale = decimals.length
    }
    const amount = BigInt(whole + decimals.padEnd(scale, '0'))
    total += sign === '-' ? -amount : amount
  }
  if (scale === 0) return String(total)
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0')
  return `${total < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

export interface Summable<R> {
  key: string
  /** What of a row is added up. */
  sum?: (row: R) => string | number | null | undefined
  /** What may not be added to each other (currencies). */
  unit?: (row: R) => string | null | undefined
}
export interface Sum {
  unit: string
  total: string
}

/** One sum per unit, in the order units appear; none where no row has a value. */
export function sumsOf<R>(rows: readonly R[], { sum, unit }: Summable<R>): Sum[] {
  if (!sum) return []
  const byUnit = new Map<string, (string | number)[]>()
  for (const row of rows) {
    const value = sum(row)
    if (value === null || value === undefined || value === '') continue
    const key = unit?.(row) ?? ''
    const values = byUnit.get(key)
    if (values) values.push(value)
    else byUnit.set(key, [value])
  }
  return [...byUnit].map(([key, values]) => ({ unit: key, total: addDecimals(values) }))
}
