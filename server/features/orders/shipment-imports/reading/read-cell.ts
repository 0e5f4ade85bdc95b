import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries/index.js'
import { once } from '#contracts/kit/entity.ts'
import { isCurrency } from '#contracts/kit/money.ts'
import type { ImportField } from '#contracts/orders/imports/import-fields.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'

/** The sign before the decimals of a file's numbers; null where it is ambiguous. */
export type DecimalSign = 'point' | 'comma' | null

export interface ReadCell {
  readonly text: string
  /** Why the cell cannot be taken as it is, before the order's own checks. */
  readonly fault: ErrorCode | null
  /** Places its point moves left, where the cell names a unit of its own. */
  readonly shift?: number
  /** The currency an amount is written with. */
  readonly currency?: string
}

/** Units a clerk writes behind a number, by how far they are from the field's own. */
const UNITS = {
  kg: [
    [/^(.*\d)\s*(?:kgs?|千克|公斤)$/i, 0],
    [/^(.*\d)\s*(?:g|grams?|克)$/i, 3],
  ],
  cm: [
    [/^(.*\d)\s*(?:cm|厘米|公分)$/i, 0],
    [/^(.*\d)\s*(?:mm|毫米)$/i, 1],
  ],
} as const

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/
/** Excel keeps fifteen digits; the zeros behind them stand for digits that are lost. */
const ROUNDED = /^[1-9]\d{14}0{3,}$/

/**
 * One cell as its field takes it: decimal signs and country names in the form the checks know. What
 * a spreadsheet has spoiled or what can be read in two ways is a fault, never a guess.
 */
export function readCell(raw: string, field: ImportField, decimal: DecimalSign): ReadCell {
  const marked = withoutMark(raw)
  if (field.kind === 'free') return { text: marked, fault: null }
  // Full-width digits and signs of Chinese keyboards; texts stay as they were entered.
  const text =
    field.kind === 'text'
      ? marked
      : ASCII.test(marked)
        ? marked.trim()
        : marked.normalize('NFKC').trim()
  if (text.startsWith('=') && text.length > 1) return { text, fault: 'cell.formula' }
  switch (field.kind) {
    case 'decimal':
      return readMeasure(text, field, decimal)
    case 'integer':
      return readWhole(COUNTED.exec(text)?.[1] ?? text, decimal)
    case 'digits':
      if (SCIENTIFIC.test(text) || ROUNDED.test(text)) return { text, fault: 'cell.scientific' }
      return { text: DOTTED.test(text) ? text.replaceAll(/[.\s-]/g, '') : text, fault: null }
    case 'code':
      if (SCIENTIFIC.test(text) || ROUNDED.test(text)) return { text, fault: 'cell.scientific' }
      return { text, fault: DATE.test(text) ? 'cell.date' : null }
    case 'country':
      return { text: countryCode(text), fault: null }
    case 'currency':
      return { text: currencyCode(text), fault: null }
    default:
      return { text, fault: null }
  }
}

const ASCII = /^[\x20-\x7e]*$/

function withoutMark(raw: string): string {
  if (!raw.startsWith("'") && !raw.startsWith('=')) return raw
  // Excel's mark of text, and the apostrophe of our own exports before what looks like a formula.
  const plain = /^'[=+\-@\d]/.test(raw) ? raw.slice(1) : raw
  // `="0012"`: how shops keep a spreadsheet from reading digits as a number.
  return /^="([^"=]*)"$/.exec(plain)?.[1] ?? plain
}

/** `2 pcs`, `2件`. */
const COUNTED =
  /^(\d+(?:[.,]0+)?)\s*(?:件|个|個|只|套|双|雙|箱|条|pcs?\.?|pieces?|stk\.?|ea|units?)$/i

/** `6109.10.00`, as tariffs print codes; digits that are none stay as they are. */
const DOTTED = /^\d{2,4}(?:[.\s-]\d{2,4})+$/

function readMeasure(text: string, { unit }: ImportField, decimal: DecimalSign): ReadCell {
  if (PLAIN.test(text)) return readNumber(text, decimal)
  for (const [pattern, shift] of unit ? UNITS[unit] : []) {
    const number = pattern.exec(text)?.[1]
    if (number !== undefined) return { ...readNumber(number, decimal), shift }
  }
  if (unit) return readNumber(text, decimal)
  const [, before = '', number, behind = ''] = PRICED.exec(text) ?? []
  const sign = before || behind
  if (number === undefined || sign === '') return readNumber(text, decimal)
  const currency = currencyCode(sign)
  return { ...readNumber(number.trim(), decimal), ...(isCurrency(currency) ? { currency } : {}) }
}
const CURRENCY_WORDS =
  '€|£|us\\$|eur|usd|gbp|cny|rmb|pln|chf|hkd|jpy|cad|aud|czk|sek|dkk|nok|huf|ron|元|欧元|美元|美金|英镑|人民币'
/** An amount with its currency; `$` and `¥` are those of several countries. */
const PRICED = new RegExp(
  `^(${CURRENCY_WORDS})?\\s*([+-]?\\d[\\d.,\\s]*)(${CURRENCY_WORDS})?$`,
  'i',
)

/** A count: `2.0` of a program is two pieces, `2.000` may be two thousand. */
function readWhole(raw: string, decimal: DecimalSign): ReadCell {
  if (TWO_WAYS.point.test(raw.trim()) && decimal !== 'point')
    return { text: raw, fault: 'cell.twoWays' }
  const { text, fault } = readNumber(raw, decimal)
  return { text: fault === null ? text.replace(/^([+-]?\d+)\.0+$/, '$1') : text, fault }
}

const PLAIN = /^[+-]?\d+(?:\.\d+)?$/
/** `1,234.50` and `1.234,50`: groups of three before the decimals. */
const GROUPED = {
  point: /^[+-]?\d{1,3}(?:[,\u00a0\u202f ’']\d{3})+(?:\.\d+)?$/,
  comma: /^[+-]?\d{1,3}(?:[.\u00a0\u202f ’']\d{3})+(?:,\d+)?$/,
} as const
const COMMA = /^[+-]?\d+,\d+$/
/** One sign before three digits: thousands for one reader, decimals for the other. */
const TWO_WAYS = {
  comma: /^[+-]?[1-9]\d{0,2},\d{3}$/,
  point: /^[+-]?[1-9]\d{0,2}\.\d{3}$/,
} as const
const SIGNS = /[.,\u00a0\u202f ’']/g

function readNumber(raw: string, decimal: DecimalSign): ReadCell {
  const text = raw.trim()
  if (DATE.test(text)) return { text, fault: 'cell.date' }
  if (decimal === 'comma') {
    if (COMMA.test(text)) return { text: text.replace(',', '.'), fault: null }
    if (TWO_WAYS.point.test(text)) return { text, fault: 'cell.twoWays' }
    if (GROUPED.comma.test(text))
      return { text: text.replaceAll(SIGNS, (sign) => (sign === ',' ? '.' : '')), fault: null }
    return { text, fault: null }
  }
  if (PLAIN.test(text)) return { text, fault: null }
  if (decimal === null && TWO_WAYS.comma.test(text)) return { text, fault: 'cell.twoWays' }
  if (GROUPED.point.test(text))
    return { text: text.replaceAll(SIGNS, (sign) => (sign === '.' ? '.' : '')), fault: null }
  return { text, fault: null }
}

/** Numbers that only one way of writing explains. */
const POINT_ONLY = /^[+-]?(?:0\.\d+|\d+\.\d{1,2}|\d+\.\d{4,}|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+)$/
const COMMA_ONLY = /^[+-]?(?:0,\d+|\d+,\d{1,2}|\d+,\d{4,}|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+)$/

/** How a file writes its decimals, from its numbers; null where none or both ways are seen. */
export function decimalSignOf(numbers: Iterable<string>): DecimalSign {
  let [point, comma] = [false, false]
  for (const raw of numbers) {
    const text = raw.trim()
    point ||= POINT_ONLY.test(text)
    comma ||= COMMA_ONLY.test(text)
  }
  return point === comma ? null : point ? 'point' : 'comma'
}

/** Grams to kilograms, millimetres to centimetres: the point moves, no digit changes. */
export function shiftDecimal(text: string, places: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const digits = whole.padStart(places + 1, '0')
  const moved = `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`
  return sign + moved.replace(/^0+(?=\d)/, '').replace(/(?:\.0+|(?<!0)0+)$/, '')
}

const require = createRequire(import.meta.url)
const LANGUAGES = ['en', 'zh', 'de', 'fr', 'nl', 'es', 'it', 'pl'] as const
/** What people write in addition to the names of the standard. */
const ALIASES: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  greatbritain: 'GB',
  英国: 'GB',
  usa: 'US',
  america: 'US',
  美国: 'US',
  holland: 'NL',
  荷兰: 'NL',
  czechrepublic: 'CZ',
  korea: 'KR',
  韩国: 'KR',
  russia: 'RU',
  俄罗斯: 'RU',
  阿联酋: 'AE',
  中国香港: 'HK',
  中国澳门: 'MO',
  中国台湾: 'TW',
  台湾: 'TW',
  香港: 'HK',
  澳门: 'MO',
  德意志: 'DE',
  英格兰: 'GB',
  czech: 'CZ',
  uae: 'AE',
  // As Hong Kong and Taiwan write them.
  德國: 'DE',
  法國: 'FR',
  英國: 'GB',
  美國: 'US',
  中國: 'CN',
  荷蘭: 'NL',
  義大利: 'IT',
  意大利: 'IT',
  波蘭: 'PL',
  奧地利: 'AT',
  比利時: 'BE',
  韓國: 'KR',
  愛爾蘭: 'IE',
  芬蘭: 'FI',
  丹麥: 'DK',
  俄羅斯: 'RU',
  瑞士: 'CH',
}
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Country names in the languages of our customers; read with the first name, not with the server. */
const countryNames = once(() => {
  const found = new Map(
    Object.entries(countries.getAlpha3Codes()).map(([three, two]) => [plain(three), two]),
  )
  for (const lang of LANGUAGES) {
    const { countries: names } = require(`i18n-iso-countries/langs/${lang}.json`) as {
      countries: Record<string, string | string[]>
    }
    for (const [code, all] of Object.entries(names))
      for (const name of [all].flat()) if (!found.has(plain(name))) found.set(plain(name), code)
  }
  for (const [name, code] of Object.entries(ALIASES)) found.set(plain(name), code)
  return found
})

const alphaTwo: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))

export const isCountry = (code: string): boolean => alphaTwo.has(code.toUpperCase())

/** The two letters of a country that is written out; what is not known stays as it is. */
export function countryCode(text: string): string {
  const upper = text.toUpperCase()
  if (alphaTwo.has(upper)) return upper
  const known = countryNames().get(plain(text))
  if (known) return known
  // `DE-德国`, `Germany (DE)`: a code next to the name of the same country.
  const code = /(?:^|[^\p{L}])([A-Z]{2})(?:[^\p{L}]|$)/u.exec(upper)?.[1]
  if (code === undefined || !alphaTwo.has(code)) return text
  const rest = plain(upper.replace(code, ''))
  return rest !== '' && countryNames().get(rest) === code ? code : text
}

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  欧元: 'EUR',
  '£': 'GBP',
  英镑: 'GBP',
  美元: 'USD',
  us$: 'USD',
  人民币: 'CNY',
  rmb: 'CNY',
  元: 'CNY',
  美金: 'USD',
  欧: 'EUR',
  港币: 'HKD',
  日元: 'JPY',
  加元: 'CAD',
  澳元: 'AUD',
  瑞士法郎: 'CHF',
  兹罗提: 'PLN',
}
export function currencyCode(text: string): string {
  const upper = text.toUpperCase()
  return isCurrency(upper) ? upper : (CURRENCIES[text.toLowerCase()] ?? text)
}
