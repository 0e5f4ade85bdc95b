import { checkCharacter } from '#contracts/commercial/numbers/number-checks.ts'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'

/** As a spreadsheet writes a long number it took for an amount. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+?\d+$/i
/** Digits a double holds exactly. */
const EXACT_DIGITS = 15

/**
 * Whether a number is no longer the one it was: in scientific notation, or a cell with more digits
 * than a spreadsheet holds. `isNumeric`: the cell was a number, not a text.
 */
export function isDamaged(text: string, isNumeric: boolean): boolean {
  const plain = text.trim()
  return SCIENTIFIC.test(plain) || (isNumeric && plain.replace(/\D/g, '').length > EXACT_DIGITS)
}

/** A number in the one form lines are compared by. */
export const keyOf = (text: string): string => normaliseNumber(text).slice(0, 80)

/**
 * The forms in which we may have a billed number, the likeliest first: as billed, an SSCC without its
 * leading 00, a GLS number with and without its check digit, a DPD number with and without its check
 * letter. Zeros are never put in front: that is a suggestion (`paddedForms`).
 */
export function numberForms(key: string): string[] {
  const forms = [key]
  if (/^00\d{18}$/.test(key)) forms.push(key.slice(2))
  if (/^\d{12}$/.test(key) && checkCharacter('gls', key.slice(0, 11)) === key[11])
    forms.push(key.slice(0, 11))
  if (/^\d{11}$/.test(key)) forms.push(key + checkCharacter('gls', key))
  if (/^\d{14}[0-9A-Z]$/.test(key) && checkCharacter('mod37_36', key.slice(0, 14)) === key[14])
    forms.push(key.slice(0, 14))
  if (/^\d{14}$/.test(key)) forms.push(key + checkCharacter('mod37_36', key))
  return forms
}

/** Lengths numbers of carriers have; a shorter one of digits may have lost zeros at its start. */
const LENGTHS = [10, 11, 12, 13, 14, 18, 20, 22] as const

/** What a number of digits may have been before a spreadsheet cut its zeros: for users to decide. */
export function paddedForms(key: string): string[] {
  if (!/^\d{6,21}$/.test(key)) return []
  return LENGTHS.filter((length) => length > key.length && length - key.length <= 3).map((length) =>
    key.padStart(length, '0'),
  )
}
