/** Shapes of VAT numbers, and how such numbers are compared. */

/** VAT numbers of the EU (VIES, "What is the format of a VAT number?") and its neighbours. */
const VAT: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  GB: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  NO: /^\d{9}(MVA)?$/,
}

/** Null where the country's shape is not known here. Greece writes EL. */
export function isVat(text: string): boolean | null {
  const country = text.startsWith('GR') ? 'EL' : text.slice(0, 2)
  const shape = VAT[country]
  return shape ? shape.test(text.slice(2)) : null
}

/** Prefixes of VAT numbers that are not the country's code. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['GR', 'EL'], GB: ['GB', 'XI'] }
/**
 * Whether a tax number begins as a VAT number of its address's country, and has not the shape of
 * one. Other tax numbers have no shape that is known here.
 */
export function isMisshapenVat(text: string, country: string): boolean {
  const number = bare(text)
  return (
    (PREFIXES[country] ?? [country]).some((prefix) => number.startsWith(prefix)) &&
    isVat(number) === false
  )
}

/** As numbers are compared: upper case, without blanks, points and hyphens. */
export const bare = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[\s.\-/]/g, '')
    // Belgian numbers of before 2005 are written without the zero they begin with now.
    .replace(/^BE(?=\d{9}$)/, 'BE0')

/** As a VAT number is stored: its country in front, Greece as EL. */
export const plainVatId = (text: string): string => bare(text).replace(/^GR(?=\d)/, 'EL')
