import { isSEPACountry, validateIBAN, ValidationErrorsIBAN } from 'ibantools'

export type IbanIssue = 'ibanShape' | 'ibanCountry' | 'ibanLength' | 'ibanCheck'

/** Why a plain text is no IBAN of SWIFT's registry; null where it is one. */
export function ibanIssue(iban: string): IbanIssue | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'ibanShape'
  const { errorCodes } = validateIBAN(iban)
  if (errorCodes.length === 0) return null
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return 'ibanCountry'
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) return 'ibanLength'
  return errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat) ? 'ibanShape' : 'ibanCheck'
}

/** Whether a transfer within SEPA reaches the account. */
export const isInSepa = (iban: string): boolean => isSEPACountry(iban.slice(0, 2))
