import { decimalIssue, formatDecimal, parseDecimal } from './units.ts'

/** An amount: `minor` counts the smallest unit of the currency (EUR cents, JPY yen, KWD fils). */
export interface Money {
  readonly minor: bigint
  /** ISO 4217 code, upper case. */
  readonly currency: string
}

/**
 * Which amounts a field takes: above zero, zero as well, or negative ones too (credits,
 * adjustments).
 */
export type Sign = 'positive' | 'nonNegative' | 'any'

/**
 * The dictionary of currencies; a field that is chosen from it can be a money field's
 * currency.
 */
export const CURRENCY_DICT = 'currency'

// ISO 4217 list one (SIX, as of June 2024, with XCG added since). Left out: metals, bond
// units, XDR and the test codes, which have no minor unit and which are not used for billing.
const CURRENCIES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR ' +
  'LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
  'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND ' +
  'TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
/**
 * Digits after the point of the currencies that do not have two (ISO 4217, column "minor unit").
 */
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

/** Most digits after the point any currency has. */
export const MAX_DECIMALS = 4

const known = new Set(CURRENCIES.split(' '))

/** Whether this is an ISO 4217 code (upper case) money can be held in. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

/**
 * Digits after the point of a currency (JPY 0, EUR 2, KWD 3, CLF 4). Throws RangeError on an
 * unknown code.
 */
export function minorUnits(currency: string): number {
  if (!known.has(currency)) throw new RangeError(`unknown currency ${currency}`)
  return NOT_TWO_DECIMALS[currency] ?? 2
}

/** The currencies with another number of decimals than two, by that number. */
export function unusualCurrencies(): ReadonlyMap<number, readonly string[]> {
  const groups = Map.groupBy(Object.entries(NOT_TWO_DECIMALS), ([, decimals]) => decimals)
  return new Map([...groups].map(([decimals, list]) => [decimals, list.map(([code]) => code)]))
}

/**
 * Why a text is no amount: the tail of a message code `field.…`, with what the message needs to
 * know.
 */
export interface MoneyIssue {
  readonly code:
    | 'money'
    | 'moneyDecimals'
    | 'moneyNegative'
    | 'moneyNotPositive'
    | 'moneyTooLarge'
    | 'currency'
  readonly data: { readonly currency: string; readonly decimals: number | null }
}

/**
 * The most an amount or an account comes to, in minor units; as `ledger_most()` in the database. Sums
 * of several still fit a bigint.
 */
export const MONEY_MOST = 10n ** 18n
const fits = (minor: bigint): boolean => minor <= MONEY_MOST && minor >= -MONEY_MOST

/**
 * "12.34" EUR → 1234n EUR. Zeros behind the last decimal have no meaning ("7.00" JPY is 7 yen); any
 * other decimal beyond the currency's is refused, never rounded. Null with a reason in
 * `moneyIssue`.
 */
export function parseMoney(text: string, currency: string, sign: Sign): Money | null {
  if (!isCurrency(currency)) return null
  const minor = parseDecimal(text, minorUnits(currency), { signed: true })
  return minor === null || !fits(minor) || !hasSign(minor, sign) ? null : { minor, currency }
}

/**
 * The reason `parseMoney` answers null, or null when the text is an amount of this currency and
 * sign.
 */
export function moneyIssue(text: string, currency: string | null, sign: Sign): MoneyIssue | null {
  if (currency === null || !isCurrency(currency))
    return { code: 'currency', data: { currency: currency ?? '', decimals: null } }
  const decimals = minorUnits(currency)
  const refuse = (code: MoneyIssue['code']): MoneyIssue => ({ code, data: { currency, decimals } })
  switch (decimalIssue(text, decimals, { signed: true })) {
    case 'notANumber':
    case 'negative':
      return refuse('money')
    case 'tooManyDecimals':
      return refuse('moneyDecimals')
    case 'tooLarge':
      return refuse('moneyTooLarge')
    case null: {
      const minor = parseDecimal(text, decimals, { signed: true }) ?? 0n
      return fits(minor) ? signIssue(minor, sign, refuse) : refuse('moneyTooLarge')
    }
  }
}

const hasSign = (minor: bigint, sign: Sign): boolean =>
  sign === 'any' || minor > 0n || (minor === 0n && sign === 'nonNegative')

function signIssue(
  minor: bigint,
  sign: Sign,
  refuse: (code: MoneyIssue['code']) => MoneyIssue,
): MoneyIssue | null {
  if (hasSign(minor, sign)) return null
  return refuse(minor < 0n ? 'moneyNegative' : 'moneyNotPositive')
}

/**
 * 1234n EUR → "12.34", always with all digits of the currency. Throws RangeError on an unknown
 * currency.
 */
export function formatMoney({ minor, currency }: Money): string {
  return formatDecimal(minor, minorUnits(currency))
}

/**
 * One sum per currency, in the order the currencies appear: amounts of two currencies are never
 * added.
 */
export function sumMoney(amounts: Iterable<Money>): Money[] {
  const sums = new Map<string, bigint>()
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor)
  return [...sums].map(([currency, minor]) => ({ minor, currency }))
}

/** An amount as answers carry it: `{ currency, amount }` with a decimal string. */
export function moneyToWire(money: Money): { currency: string; amount: string } {
  return { currency: money.currency, amount: formatMoney(money) }
}

/** `-1234567.5` → `-1,234,567.5`: groups of thousands on the digits themselves. */
export function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.')
  const [, sign, figures] = /^([-+]?)(\d+)$/.exec(whole) ?? []
  if (sign === undefined || figures === undefined) return digits
  let groups = ''
  for (let end = figures.length; end > 0; end -= 3)
    groups = `${figures.slice(Math.max(0, end - 3), end)}${groups && `,${groups}`}`
  groups = sign + groups
  return fraction === undefined ? groups : `${groups}.${fraction}`
}
