import { typedNumber } from '../kit/typed-number.ts'

/** BIC (ISO 9362) and creditor references (ISO 11649, ISO 7064 MOD 97-10), and how accounts are written. */

/** Letters count as 10 to 35, as the standard has it; the remainder is kept small on the way. */
export function mod97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** As it is stored: capitals without blanks and signs people put between the groups. */
export const plainAccount = (text: string): string =>
  typedNumber(text)
    .replace(/[\s.-]/g, '')
    .toUpperCase()

/** Groups of four, as it is printed. */
export const groupsOfFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

/** Bank, country, place, and a branch of three or none. */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)

/** `RF`, two check digits and what the creditor counts by: at most 21 letters and digits. */
export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1

/** The reference of a body of letters and digits, with its check digits. */
export function creditorReference(body: string): string {
  const check = 98 - mod97(`${body}RF00`)
  return `RF${String(check).padStart(2, '0')}${body}`
}
