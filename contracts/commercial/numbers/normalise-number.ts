import { withoutPrefix } from '../../kit/number-groups.ts'
import { typedNumber } from '../../kit/typed-number.ts'

// Apart from the schemes, so that a page which only recognises numbers does not load them.
/**
 * A number as it is stored, from how it is printed, typed or scanned: blanks of every kind, `(00)`
 * and a scanner's prefix out; full-width characters made plain, upper case.
 */
export function normaliseNumber(text: string): string {
  return withoutPrefix(
    typedNumber(text)
      .replace(/\s/g, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toUpperCase(),
  )
}

/**
 * How a number may be stored: as given, as above, without the dashes between its digits, and an
 * SSCC with its 00 or without.
 */
export function spellingsOf(text: string): string[] {
  const number = normaliseNumber(text)
  const digits = /^\d+(?:-\d+)+$/.test(number) ? number.replaceAll('-', '') : number
  const sscc = /^\d{18}$/.test(digits)
    ? [`00${digits}`]
    : /^00\d{18}$/.test(digits)
      ? [digits.slice(2)]
      : []
  return [...new Set([text, number, digits, ...sscc])]
}

/**
 * The last characters of a number, as people read them out, for a search by its reverse: five digits
 * at least at its end; null of anything else.
 */
export function endingPattern(text: string): string | null {
  const number = normaliseNumber(text)
  return /^[A-Z\d]{0,35}\d{5}$/.test(number) ? `${[...number].toReversed().join('')}%` : null
}
