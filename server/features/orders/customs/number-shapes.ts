/** Numbers customs and tax offices give, as far as their shape is published. */

/** Import one-stop shop: IM, the three digits of the member state, seven more. */
export const isIoss = (text: string): boolean => /^IM\d{10}$/.test(text)

/** Countries whose economic operators have an EORI: the EU, Great Britain and Northern Ireland. */
const EORI_LENGTH: Readonly<Record<string, RegExp>> = {
  GB: /^GB(\d{12}|\d{15})$/,
  XI: /^XI(\d{12}|\d{15})$/,
}

/** Country and at most fifteen signs; of Great Britain twelve or fifteen digits. */
export function isEori(text: string, isEu: (country: string) => boolean): boolean {
  const country = text.slice(0, 2)
  const own = EORI_LENGTH[country]
  if (own) return own.test(text)
  return isEu(country) && /^[A-Z]{2}[A-Z0-9]{1,15}$/.test(text)
}

/**
 * Movement reference number: year, country, thirteen signs, a check digit. The check digit is not
 * calculated.
 */
export const isMrn = (text: string): boolean => /^\d{2}[A-Z]{2}[A-Z0-9]{13}\d$/.test(text)
