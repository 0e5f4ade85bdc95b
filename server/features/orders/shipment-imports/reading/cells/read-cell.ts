import { isCurrency } from '#contracts/kit/money.ts'
import type { ImportField } from '#contracts/orders/imports/import-fields.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { countryCode, currencyCode } from './country-words.ts'

/** The sign before the decimals of a file's numbers; null where it is ambiguous. */
export type DecimalSign = 'point' | 'comma' | null

export interface ReadCell {
  readonly text: string
  /** Why the cell cannot be taken as it is, before the order's own checks. */
  readonly fault: ErrorCode | null
  /** Places its point moves left, where the cell names a unit of its own. */
  readonly shift?: Shift
  /** The currency an amount is written with. */
  readonly currency?: string
  /** A sign of several currencies it is written with. */
  readonly sign?: string
}

/** Places a point moves left, or a unit that is not a tenth of the field's own. */
export type Shift = number | 'lb' | 'oz' | 'in'

/** Units a clerk writes behind a number, by how far they are from the field's own. */
const UNITS = {
  kg: [
    [/^(.*\d)\s*(?:kgs?|千克|公斤)$/i, 0],
    [/^(.*\d)\s*(?:g|grams?|克)$/i, 3],
    [/^(.*\d)\s*(?:lbs?|pounds?|磅)\.?$/i, 'lb'],
    [/^(.*\d)\s*(?:oz|ounces?|盎司)\.?$/i, 'oz'],
  ],
  cm: [
    [/^(.*\d)\s*(?:cm|厘米|公分)$/i, 0],
    [/^(.*\d)\s*(?:mm|毫米)$/i, 1],
    [/^(.*\d)\s*(?:in|inch|inches|英寸|"|″|”)\.?$/i, 'in'],
  ],
} as const

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/
/** Excel keeps fifteen digits; the zeros behind them stand for digits that are lost. */
const ROUNDED = /^[1-9]\d{14}0{3,}$/

/** Signs without width that stand in no word; the joiners of Arabic, Indic and pictures stay. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Blanks that no line breaks at, as pages and word processors write them. */
const FIXED_BLANK = /[\u00a0\u2007\u202f]/g
/** What a spreadsheet shows where it could not work something out, in its languages. */
const ERROR_VALUE =
  /^#(?:REF|N\/A|NV|VALUE|WERT|VALEUR|WAARDE|NAME|NOM|NAAM|DIV\/0|DEEL\/0|NUM|ZAHL|GETAL|NOMBRE|NULL|NUL|BEZUG|VERW|CALC|SPILL|FIELD|GETTING_DATA|BUSY|BLOCKED|CONNECT|UNKNOWN)[!?]?$/i
/** Digits that went through a number with decimals: 491701234567.0. */
const FLOAT = /^(\+?\d{1,20})\.0{1,2}$/

/**
 * One cell as its field takes it: decimal signs and country names in the form the checks know. What
 * a spreadsheet has spoiled or what can be read in two ways is a fault, never a guess.
 */
export function readCell(raw: string, field: ImportField, decimal: DecimalSign): ReadCell {
  const marked = withoutMark(raw.replace(INVISIBLE, '').replace(FIXED_BLANK, ' '))
  if (ERROR_VALUE.test(marked.trim())) return { text: marked, fault: 'cell.error' }
  if (field.kind === 'free') return { text: marked, fault: null }
  // Full-width digits and signs of Chinese keyboards; texts stay as they were entered.
  const text =
    field.kind === 'text'
      ? marked
      : ASCII.test(marked)
        ? marked.trim()
        : marked.normalize('NFKC').trim()
  if (text.startsWith('=') && text.length > 1) return { text, fault: 'cell.formula' }
  const whole = field.name === 'phone' || field.name === 'house' ? FLOAT.exec(text)?.[1] : undefined
  if (whole !== undefined) return { text: whole, fault: null }
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
  if (SHARED.test(sign)) return { ...readNumber(number.trim(), decimal), sign }
  const currency = currencyCode(sign)
  return { ...readNumber(number.trim(), decimal), ...(isCurrency(currency) ? { currency } : {}) }
}
const CURRENCY_WORDS =
  '€|£|us\\$|eur|usd|gbp|cny|rmb|pln|chf|hkd|jpy|cad|aud|czk|sek|dkk|nok|huf|ron|元|欧元|美元|美金|英镑|人民币'
/** Signs of several countries' money: which of them is the row's own currency. */
const SHARED = /^[$¥￥]$/
export const SIGN_OF: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN'],
  '¥': ['CNY', 'JPY'],
  '￥': ['CNY', 'JPY'],
}
/** An amount with its currency. */
const PRICED = new RegExp(
  `^(${CURRENCY_WORDS}|[$¥￥])?\\s*([+-]?\\d[\\d.,\\s]*)(${CURRENCY_WORDS}|[$¥￥])?$`,
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

function readNumber(raw: string, ofFile: DecimalSign): ReadCell {
  const text = raw.trim().replace(BARE_POINT, '$10$2')
  // What has one reading only is read so, whatever the rest of the file does.
  const decimal = COMMA_ONLY.test(text) ? 'comma' : POINT_ONLY.test(text) ? 'point' : ofFile
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

/** `.5` and `,5`, as spreadsheets of some settings write what is below one. */
const BARE_POINT = /^([+-]?)([.,]\d{1,6})$/
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

/** Kilograms or centimetres of one, and the decimals they are rounded to. */
const OF_ONE: Readonly<Record<'lb' | 'oz' | 'in', [one: bigint, decimals: number]>> = {
  lb: [453_592_370_000n, 3],
  oz: [28_349_523_125n, 3],
  in: [2_540_000_000_000n, 1],
}
const SCALE = 12

/**
 * A measure in the field's own unit: of grams and millimetres the point moves and no digit changes,
 * others are rounded to the gram and the millimetre.
 */
export function shiftDecimal(text: string, places: Shift): string {
  if (typeof places === 'string') return converted(text, ...OF_ONE[places])
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const digits = whole.padStart(places + 1, '0')
  const moved = `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`
  return sign + moved.replace(/^0+(?=\d)/, '').replace(/(?:\.0+|(?<!0)0+)$/, '')
}

function converted(text: string, one: bigint, decimals: number): string {
  const [, whole = '', fraction = ''] = /^\+?(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  if (whole === '') return text
  const unit = 10n ** BigInt(SCALE + fraction.length - decimals)
  const rounded = (BigInt(whole + fraction) * one + unit / 2n) / unit
  const digits = rounded.toString().padStart(decimals + 1, '0')
  const made = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return made.replace(/(?:\.0+|(?<!0)0+)$/, '')
}
