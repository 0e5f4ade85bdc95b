import type { SerialParams } from '#contracts/platform/rules/fill-rules.ts'

/** The date's part of a serial number; `moment` has the company's clock in its UTC parts. */
export function dateText(pattern: SerialParams['date'], moment: Date): string {
  const iso = moment.toISOString()
  const parts: Record<string, string> = {
    yyyy: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
    SSS: iso.slice(20, 23),
    yy: iso.slice(2, 4),
  }
  return pattern.replaceAll(/yyyy|yy|MM|dd|HH|mm|ss|SSS/g, (part) => parts[part]!)
}

/** Numbers are counted again with each period; '' counts for ever. */
export function periodOf(reset: SerialParams['reset'], moment: Date): string {
  const iso = moment.toISOString()
  return { never: '', year: iso.slice(0, 4), month: iso.slice(0, 7), day: iso.slice(0, 10) }[reset]
}

/** How fine the date in a number is, against how often counting starts again. */
const FINE = ['never', 'year', 'month', 'day'] as const

/**
 * Whether two periods can never show the same number: the date in it distinguishes them. `yyMM` does
 * not distinguish centuries; that is accepted.
 */
export function distinguishes({ date, reset }: Pick<SerialParams, 'date' | 'reset'>): boolean {
  const shown = date === '' ? 0 : date.includes('dd') ? 3 : date.includes('MM') ? 2 : 1
  return shown >= FINE.indexOf(reset)
}

/**
 * Prefix, date, counter with leading zeros; a counter beyond its digits grows rather than begins
 * again.
 */
export function serialText(
  { prefix, date, digits }: SerialParams,
  count: bigint,
  moment: Date,
): string {
  return `${prefix}${dateText(date, moment)}${String(count).padStart(digits, '0')}`
}
