import { normaliseNumber } from './normalise-number.ts'
import { checkCharacter, weightedWork } from './number-checks.ts'
import type { WeightedRule } from './number-checks.ts'
import { FORMATS, POST_COUNTRIES } from './number-formats.data.ts'
import type { FormatCheck } from './number-formats.data.ts'

/**
 * `courier` is a code ('ups', 's10' …), `format` its published name, `number` the text without
 * blanks, upper case.
 */
export type RecognisedNumber = { courier: string; format: string; number: string }

// Longer than any format: what is longer is no tracking number and is not matched at all.
const MAX_LENGTH = 48

const mod10 = (weights: number[]): WeightedRule => ({
  weights,
  from: 'left',
  modulus: 10,
  finish: (r) => (10 - r) % 10,
})
const fedexFrom1: WeightedRule = {
  weights: [1, 7, 3],
  from: 'left',
  modulus: 11,
  finish: (r) => r % 10,
}

function luhn(body: string): string {
  const doubled = Array.from(body)
    .reverse()
    .map((char, i) => (i % 2 === 0 ? Number(char) * 2 : Number(char)))
  const sum = doubled.reduce((total, n) => total + (n > 9 ? n - 9 : n), 0)
  return String((10 - (sum % 10)) % 10)
}

const CHECKS: Record<FormatCheck, (body: string) => string> = {
  '31': (body) => weightedWork(mod10([3, 1]), body).check,
  '13': (body) => weightedWork(mod10([1, 3]), body).check,
  '12': (body) => checkCharacter('ups', body),
  '31r': (body) => checkCharacter('mod10_31', body),
  mod7: (body) => checkCharacter('mod7', body),
  mod37_36: (body) => checkCharacter('mod37_36', body),
  fedex: (body) => checkCharacter('fedex', body),
  fedex1: (body) => weightedWork(fedexFrom1, body).check,
  luhn,
  s10: (body) => checkCharacter('mod11_s10', body),
}

const isPostCountry = (code: string) => {
  for (let i = 0; i < POST_COUNTRIES.length; i += 2)
    if (POST_COUNTRIES.startsWith(code, i)) return true
  return false
}

let compiled:
  | {
      courier: string
      format: string
      pattern: RegExp
      check: FormatCheck | undefined
      prepend: string
    }[]
  | undefined

/**
 * Every carrier format the text is a sound number of, those proven by a check digit first. A short
 * run of digits fits several carriers: the caller decides, or asks.
 */
export function recognise(text: string): RecognisedNumber[] {
  if (text.length > MAX_LENGTH * 3) return []
  const number = normaliseNumber(text)
  if (number.length < 8 || number.length > MAX_LENGTH) return []
  compiled ??= FORMATS.map(([courier, format, pattern, check, prepend]) => ({
    courier,
    format,
    pattern: new RegExp(`^(?:${pattern})$`),
    check,
    prepend: prepend ?? '',
  }))
  const hits = compiled.filter(({ pattern, check, prepend }) => {
    const groups = pattern.exec(number)
    if (!groups) return false
    if (!check) return true
    const [, printed = '', digit, country] = groups
    if (check === 's10' && !isPostCountry(country ?? '')) return false
    return CHECKS[check](printed.startsWith(prepend) ? printed : prepend + printed) === digit
  })
  const proven = hits.filter((hit) => hit.check)
  return [...proven, ...hits.filter((hit) => !hit.check)].map(({ courier, format }) => ({
    courier,
    format,
    number,
  }))
}
