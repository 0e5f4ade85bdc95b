/**
 * Exact conversions between the decimal strings of the wire and the integers of the database:
 * kg ↔ grams, cm ↔ millimetres, currency units ↔ minor units.
 *
 * Policy: nothing is ever rounded here. A text with more decimals than its unit holds is refused
 * (trailing zeros apart: "1.5000" kg is 1,500 g), as are exponents, signs where none is expected,
 * blanks, thousands separators and anything that is not plain digits with a point.
 */

/** Why a text is no number of its unit; the words are the tails of message codes. */
export type DecimalIssue = 'notANumber' | 'negative' | 'tooManyDecimals' | 'tooLarge'

/** Longest text looked at, and the largest value kept: both fit a PostgreSQL bigint. */
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
  const fraction = (parts[3] ?? '').replace(/0+$/, '')
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

// ISO 4217 list one (SIX, as of June 2024, with XCG added since). Left out: metals, bond
// units, XDR and the test codes, which have no minor unit and in which nobody is billed.
const CURRENCIES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR ' +
  'LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
  'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND ' +
  'TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
const NOT_TWO_DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

const known = new Set(CURRENCIES.split(' '))

/** Whether this is an ISO 4217 code (upper case) money can be held in. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

/** Digits after the point of a currency (JPY 0, EUR 2, KWD 3). Throws RangeError on an unknown code. */
export function minorUnits(currency: string): number {
  if (!known.has(currency)) throw new RangeError(`unknown currency ${currency}`)
  return NOT_TWO_DECIMALS[currency] ?? 2
}

/**
 * "12.34" EUR → 1234n. Null when not exact in that currency or negative (unless `signed`).
 * Throws RangeError on an unknown currency: check it first, its error is another one.
 */
export function moneyToMinor(
  text: string,
  currency: string,
  opts: ParseOptions = {},
): bigint | null {
  return parseDecimal(text, minorUnits(currency), opts)
}

/** 1234n EUR → "12.34", always with all digits of the currency. Throws RangeError on an unknown currency. */
export function minorToMoney(minor: bigint, currency: string): string {
  return formatDecimal(minor, minorUnits(currency))
}
