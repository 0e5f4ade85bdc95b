import { normaliseNumber } from './normalise-number.ts'
import { checkCharacter, checkWork, CUSTOM_CHECK_RULES } from './number-checks.ts'
import type { CheckRule, CheckWork, CustomCheckRule } from './number-checks.ts'

export { normaliseNumber }

/**
 * The shapes parcel numbers come in: how each is built from a prefix, a serial and (some) a suffix,
 * and how a number that arrives is checked. Everything here works on the normalised text.
 */
export const NUMBER_SCHEMES = [
  'S10',
  'SSCC',
  'SSCC20',
  'IDENT',
  'LEIT',
  'DPD',
  'DPD28',
  'GLS',
  'HERMES',
  'UPS',
  'DHL_EXPRESS',
  'USPS',
  'FEDEX',
  'YUNEXPRESS',
  'CUSTOM',
] as const
export type NumberScheme = (typeof NUMBER_SCHEMES)[number]

/** What stays the same from one number of a range to the next. */
export type NumberPattern = {
  scheme: NumberScheme
  /**
   * S10: service letters; SSCC: extension + company prefix; UPS: account + service; DPD28:
   * 7-character zip …
   */
  prefix: string
  /**
   * S10: country; DPD28: service + ISO numeric country (6 digits); CUSTOM: free. Empty elsewhere.
   */
  suffix: string
  /** Digits of the serial. Needed for CUSTOM and DHL_EXPRESS, known from the scheme elsewhere. */
  width?: number | undefined
  /** CUSTOM only; `none` when left out. */
  checkRule?: CustomCheckRule | undefined
}

/** Tails of message codes. */
export type PatternIssue = 'badPrefix' | 'badSuffix' | 'badWidth' | 'badCheckRule'
export type NumberIssue = 'badShape' | 'badCheck'

type Shape = {
  /** Always printed in front, never part of what the check runs over. */
  lead: string
  prefix: RegExp
  suffix: RegExp
  /** Possible lengths of prefix + serial (+ a suffix that stands before the check). */
  body: readonly number[]
  suffixBeforeCheck: boolean
  rule: CheckRule
  /** Characters at the front of the body that the check leaves out. */
  skip: number
  /** Characters printed after the check. */
  tail: number
  pattern: RegExp
  /** A published number of this shape. */
  example: string
}

const NO_SUFFIX = /^$/
const digits = (max: number) => new RegExp(`^\\d{0,${max}}$`)

function shape(
  body: number | readonly number[],
  rule: CheckRule,
  pattern: RegExp,
  example: string,
  more: Partial<Shape> = {},
): Shape {
  const lengths = typeof body === 'number' ? [body] : body
  const longest = Math.max(...lengths)
  return {
    lead: '',
    prefix: digits(longest - 1),
    suffix: NO_SUFFIX,
    body: lengths,
    suffixBeforeCheck: false,
    rule,
    skip: 0,
    tail: 0,
    pattern,
    example,
    ...more,
  }
}

const SHAPES: Record<Exclude<NumberScheme, 'CUSTOM'>, Shape> = {
  S10: shape(10, 'mod11_s10', /^[A-Z]{2}\d{9}[A-Z]{2}$/, 'RB123456785GB', {
    prefix: /^[A-Z]{2}\d{0,7}$/,
    suffix: /^[A-Z]{2}$/,
    skip: 2,
    tail: 2,
  }),
  SSCC: shape(17, 'mod10_31', /^\d{18}$/, '106141411234567897'),
  // The two zeros are the application identifier of the bar code; they add nothing to the sum.
  SSCC20: shape(17, 'mod10_31', /^00\d{18}$/, '00340434292135100124', { lead: '00' }),
  IDENT: shape(11, 'mod10_49', /^\d{12}$/, '218025809066'),
  LEIT: shape(13, 'mod10_49', /^\d{14}$/, '21348075016401'),
  DPD: shape(14, 'mod37_36', /^\d{14}[0-9A-Z]$/, '09980000020033F'),
  DPD28: shape(27, 'mod37_36', /^[0-9A-Z]{7}\d{20}[0-9A-Z]$/, '008182709980000020033350276C', {
    prefix: /^[0-9A-Z]{7}\d{0,13}$/,
    suffix: /^\d{6}$/,
    suffixBeforeCheck: true,
  }),
  GLS: shape(11, 'gls', /^\d{12}$/, '716649153647'),
  HERMES: shape(13, 'mod10_31', /^\d{14}$/, '09133131530724'),
  UPS: shape(15, 'ups', /^1Z[0-9A-Z]{15}\d$/, '1Z5R89390357567127', {
    lead: '1Z',
    prefix: /^[0-9A-Z]{0,14}$/,
  }),
  DHL_EXPRESS: shape([9, 10], 'mod7', /^\d{10,11}$/, '3318810025'),
  USPS: shape(21, 'mod10_31', /^\d{22}$/, '9400111206206406260787'),
  FEDEX: shape(11, 'fedex', /^\d{12}$/, '986578788855'),
  YUNEXPRESS: shape(16, 'none', /^YT\d{16}$/, 'YT2229521272164446', { lead: 'YT' }),
}

const CUSTOM_PREFIX = /^[0-9A-Z][0-9A-Z-]{0,15}$|^$/
const CUSTOM_SUFFIX = /^[0-9A-Z-]{0,8}$/
const CUSTOM_WIDTH = 18

/** Digits the serial takes in this pattern; 0 when the pattern leaves no room or gives no width. */
export function serialWidth(pattern: NumberPattern): number {
  if (pattern.scheme === 'CUSTOM') return pattern.width ?? 0
  const { body, suffixBeforeCheck } = SHAPES[pattern.scheme]
  const fixed = pattern.prefix.length + (suffixBeforeCheck ? pattern.suffix.length : 0)
  if (body.length === 1) return Math.max(0, (body[0] ?? 0) - fixed)
  return body.includes(fixed + (pattern.width ?? 0)) ? (pattern.width ?? 0) : 0
}

/** What is wrong with a pattern as typed, or null when numbers can be built from it. */
export function patternIssue(pattern: NumberPattern): PatternIssue | null {
  const custom = pattern.scheme === 'CUSTOM'
  const known = pattern.scheme === 'CUSTOM' ? null : SHAPES[pattern.scheme]
  if (!(known ? known.prefix : CUSTOM_PREFIX).test(pattern.prefix)) return 'badPrefix'
  if (!(known ? known.suffix : CUSTOM_SUFFIX).test(pattern.suffix)) return 'badSuffix'
  const width = serialWidth(pattern)
  if (
    !Number.isInteger(width) ||
    width < 1 ||
    width > CUSTOM_WIDTH ||
    (known && (pattern.width ?? width) !== width)
  )
    return 'badWidth'
  if (!custom)
    return pattern.checkRule === undefined || pattern.checkRule === 'none' ? null : 'badCheckRule'
  if (!CUSTOM_CHECK_RULES.includes(pattern.checkRule ?? 'none')) return 'badCheckRule'
  // The S10 weights are eight; a sum over any other count would be a rule of our own making.
  const counted = pattern.prefix.replace(/\D/g, '').length + width
  return pattern.checkRule === 'mod11_s10' && counted !== 8 ? 'badWidth' : null
}

type Parts = { lead: string; body: string; rule: CheckRule; checked: string; tail: string }

function parts(pattern: NumberPattern, serial: bigint): Parts {
  const issue = patternIssue(pattern)
  if (issue) throw new RangeError(issue)
  const padded = serial.toString().padStart(serialWidth(pattern), '0')
  if (serial < 0n || padded.length > serialWidth(pattern)) throw new RangeError('serialTooLong')
  if (pattern.scheme === 'CUSTOM') {
    const body = pattern.prefix + padded
    const rule = pattern.checkRule ?? 'none'
    // Letters of a house prefix take part only where the rule has a value for them.
    const checked = body.replace(rule === 'mod37_36' ? /-/g : /\D/g, '')
    return { lead: '', body, rule, checked, tail: pattern.suffix }
  }
  const { lead, rule, skip, suffixBeforeCheck } = SHAPES[pattern.scheme]
  const body = pattern.prefix + padded + (suffixBeforeCheck ? pattern.suffix : '')
  return {
    lead,
    body,
    rule,
    checked: body.slice(skip),
    tail: suffixBeforeCheck ? '' : pattern.suffix,
  }
}

/**
 * The number with this serial, check character included. Throws RangeError with a `PatternIssue`
 * (or `serialTooLong`) as its message: check the pattern with `patternIssue` first.
 */
export function buildNumber(pattern: NumberPattern, serial: bigint): string {
  const { lead, body, rule, checked, tail } = parts(pattern, serial)
  return lead + body + checkCharacter(rule, checked) + tail
}

/**
 * The check-digit work of one number of a pattern; null where the scheme has no check. Throws as
 * `buildNumber`.
 */
export function explainNumber(pattern: NumberPattern, serial: bigint): CheckWork | null {
  const { rule, checked } = parts(pattern, serial)
  return checkWork(rule, checked)
}

/** The rule behind the check character of a pattern. */
export const checkRuleOf = ({ scheme, checkRule }: NumberPattern): CheckRule =>
  scheme === 'CUSTOM' ? (checkRule ?? 'none') : SHAPES[scheme].rule

/**
 * The serial of a number of this pattern, or null when the number is not of it or its check is
 * wrong.
 */
export function serialOf(pattern: NumberPattern, text: string): bigint | null {
  const found = locate(pattern, text)
  return typeof found === 'bigint' ? found : null
}

function locate(pattern: NumberPattern, text: string): bigint | NumberIssue {
  if (patternIssue(pattern)) return 'badShape'
  const number = normaliseNumber(text)
  const width = serialWidth(pattern)
  const lead = pattern.scheme === 'CUSTOM' ? '' : SHAPES[pattern.scheme].lead
  const printed = number.slice(lead.length + pattern.prefix.length).slice(0, width)
  if (printed.length !== width || /\D/.test(printed)) return 'badShape'
  const serial = BigInt(printed)
  const { body, rule, checked, tail } = parts(pattern, serial)
  const check = checkCharacter(rule, checked)
  const rest = number.slice(lead.length + body.length)
  if (
    number.slice(0, lead.length + body.length) !== lead + body ||
    rest.slice(check.length) !== tail
  )
    return 'badShape'
  return rest.slice(0, check.length) === check ? serial : 'badCheck'
}

/**
 * What is wrong with a number of this scheme, or null when it is sound. CUSTOM numbers have no
 * shape of their own: give their pattern.
 */
export function numberIssue(
  scheme: NumberScheme,
  text: string,
  pattern?: NumberPattern,
): NumberIssue | null {
  if (pattern) {
    const found = locate(pattern, text)
    return typeof found === 'bigint' ? null : found
  }
  if (scheme === 'CUSTOM') return 'badShape'
  const number = normaliseNumber(text)
  const { pattern: whole, lead, rule, skip, tail } = SHAPES[scheme]
  if (!whole.test(number)) return 'badShape'
  if (rule === 'none') return null
  const checkAt = number.length - tail - 1
  return number.charAt(checkAt) === checkCharacter(rule, number.slice(lead.length + skip, checkAt))
    ? null
    : 'badCheck'
}

export function isValidNumber(
  scheme: NumberScheme,
  text: string,
  pattern?: NumberPattern,
): boolean {
  return numberIssue(scheme, text, pattern) === null
}

/**
 * Every scheme (CUSTOM apart) under which the text is a sound number; short digit strings fit
 * several.
 */
export function schemesOf(text: string): NumberScheme[] {
  return NUMBER_SCHEMES.filter((scheme) => scheme !== 'CUSTOM' && isValidNumber(scheme, text))
}

/** A published number of the scheme, to show what one looks like; empty for CUSTOM. */
export function exampleOf(scheme: NumberScheme): string {
  return scheme === 'CUSTOM' ? '' : SHAPES[scheme].example
}
