import { typedNumber } from '../kit/typed-number.ts'

/** IBAN (ISO 13616), BIC (ISO 9362) and creditor references (ISO 11649): ISO 7064 MOD 97-10. */

/** Length of an IBAN by country, as SWIFT's registry has them. */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
  'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
  'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
  'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
const lengths = new Map(LENGTHS.split(' ').map((one) => [one.slice(0, 2), Number(one.slice(2))]))

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

export type IbanIssue = 'ibanShape' | 'ibanCountry' | 'ibanLength' | 'ibanCheck'
/** Why a plain text is no IBAN; null where it is one. */
export function ibanIssue(iban: string): IbanIssue | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'ibanShape'
  const length = lengths.get(iban.slice(0, 2))
  if (length === undefined) return 'ibanCountry'
  if (iban.length !== length) return 'ibanLength'
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1 ? null : 'ibanCheck'
}

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
