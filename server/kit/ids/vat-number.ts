import { checkVAT, countries } from 'jsvat'

/** Northern Ireland's numbers are those of the United Kingdom under a prefix of their own. */
const asIssued = (number: string): string => number.replace(/^XI/, 'GB')

/**
 * The country whose VAT number a plain text is, by its shape and its check digits; null where it is
 * none, or of a country that is not known.
 */
export function countryOfVat(number: string): string | null {
  const { isValid, country } = checkVAT(asIssued(number), countries)
  return isValid && country ? country.isoCode.short : null
}
