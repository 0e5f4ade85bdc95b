/**
 * Exact conversions between the decimal strings of the wire and the integers of the database:
 * kg ↔ grams, cm ↔ millimetres. Amounts of money are read and written by `kit/money.ts`.
 *
 * Policy: nothing is ever rounded here. A text with more decimals than its unit holds is refused
 * (trailing zeros apart: "1.5000" kg is 1,500 g), as are exponents, signs where none is expected,
 * blanks, thousands separators and anything that is not plain digits with a point.
 */

/** Why a text is no number of its unit; the words are the tails of message codes. */
export type DecimalIssue = 'notANumber' | 'negative' | 'tooManyDecimals' | 'tooLarge'

/** Longest text looked at, and the largest value stored: both fit a PostgreSQL bigint. */
const MAX_TEXT = 40
const MAX_BIGINT = 9_223_372_036_854_775_807n
/** Weights and lengths are `integer` columns. */
const MAX_INT = 2_147_483_647n

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/

type ParseOptions = { /** Accept a leading minus (adjustments, discounts). */ signed?: boolean }

function read(text: string, scale: number, signed: boolean): bigint | DecimalIssue {
  if (text.length > MAX_TEXT) return /^-?[0-9.]+$/.test(text) ? 'tooLarge' : 'notANumber'
  const parts = DECIMAL.exec(text)
  if (!parts) return 'notANumber'
  const fraction = (parts[3] ?? '').replace(/(?<!0)0+$/, '')
  if (fraction.length > scale) return 'tooManyDecimals'
  const value = BigInt((parts[2] ?? '0') + fraction.padEnd(scale, '0'))
  if (value > MAX_BIGINT) return 'tooLarge'
  if (!parts[1]) return value
  return value > 0n && !signed ? 'negative' : -value
}

/**
 * Reads "12.34" as 1234n at scale 2. Null for anything that cannot be held exactly, and for a
 * negative value unless `signed`.
 */
export function parseDecimal(text: string, scale: number, opts: ParseOptions = {}): bigint | null {
  const value = read(text, scale, opts.signed ?? false)
  return typeof value === 'bigint' ? value : null
}

/** The reason `parseDecimal` answers null, or null when the text is good. */
export function decimalIssue(
  text: string,
  scale: number,
  opts: ParseOptions = {},
): DecimalIssue | null {
  const value = read(text, scale, opts.signed ?? false)
  return typeof value === 'bigint' ? null : value
}

/**
 * Writes 1234n at scale 2 as "12.34". `minDecimals` (default: scale) keeps at least that many
 * digits after the point and drops further trailing zeros: 0 writes 1500n at scale 3 as "1.5".
 */
export function formatDecimal(
  value: bigint,
  scale: number,
  opts: { minDecimals?: number } = {},
): string {
  return pointed(
    value < 0n,
    (value < 0n ? -value : value).toString(),
    scale,
    Math.min(opts.minDecimals ?? scale, scale),
  )
}

function pointed(negative: boolean, whole: string, scale: number, keep: number): string {
  const digits = whole.padStart(scale + 1, '0')
  let fraction = digits.slice(digits.length - scale)
  while (fraction.length > keep && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${negative ? '-' : ''}${digits.slice(0, digits.length - scale)}${fraction ? `.${fraction}` : ''}`
}

/** A measure of a table: an integer of ordinary size needs no bigint on its way to text. */
function fromInt(value: number, scale: number): string {
  return Number.isSafeInteger(value)
    ? pointed(value < 0, String(Math.abs(value)), scale, 0)
    : formatDecimal(BigInt(value), scale, { minDecimals: 0 })
}

function toInt(text: string, scale: number): number | null {
  // Nearly every measure is a handful of digits, which needs no bigint to be exact.
  const short = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(text)
  if (short && (short[2]?.length ?? 0) <= scale)
    return Number(short[1]! + (short[2] ?? '').padEnd(scale, '0'))
  const value = parseDecimal(text, scale)
  return value === null || value > MAX_INT ? null : Number(value)
}

/** "1.5" kg → 1500 g; null when not exact, negative or beyond an integer column. */
export function kgToGrams(text: string): number | null {
  return toInt(text, 3)
}

/** 1500 g → "1.5" kg. Throws RangeError on a number that is not an integer. */
export function gramsToKg(grams: number): string {
  return fromInt(grams, 3)
}

/** "62.5" cm → 625 mm; null when not exact, negative or beyond an integer column. */
export function cmToMm(text: string): number | null {
  return toInt(text, 1)
}

/** 625 mm → "62.5" cm. Throws RangeError on a number that is not an integer. */
export function mmToCm(mm: number): string {
  return fromInt(mm, 1)
}
