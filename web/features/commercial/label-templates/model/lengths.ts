/** Units lengths are typed in, in millimetres. */
const UNITS: Readonly<Record<string, number>> = {
  mm: 1,
  毫米: 1,
  cm: 10,
  厘米: 10,
  in: 25.4,
  '"': 25.4,
  英寸: 25.4,
  pt: 25.4 / 72,
  磅: 25.4 / 72,
}
export type Unit = 'mm' | 'pt' | 'none'

/**
 * A number as people type it: `12,5`, `1.2 cm`, `0.5in`; without a unit it is that of the field.
 * Null where it is none.
 */
export function lengthOf(text: string, unit: Unit, step: number): number | null {
  const read = /^\s*(-?\d+(?:[.,]\d*)?|-?[.,]\d+)\s*(\D*?)\s*$/u.exec(text)
  if (!read) return null
  const value = Number(read[1]!.replace(',', '.'))
  const typed = read[2]!.toLowerCase()
  if (typed && (unit === 'none' || !Object.hasOwn(UNITS, typed))) return null
  const own = UNITS[unit] ?? 1
  return stepped(typed ? (value * UNITS[typed]!) / own : value, step)
}

/** To a whole number of steps, without the dust of binary fractions. */
export function stepped(value: number, step: number): number {
  const decimals = (String(step).split('.')[1] ?? '').length
  return Number((Math.round(value / step) * step).toFixed(decimals))
}
