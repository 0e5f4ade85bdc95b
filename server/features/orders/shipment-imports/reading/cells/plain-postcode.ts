/** What people put in front of a code: the sign cars carry, or the country's own code. */
const FRONT: Readonly<Record<string, string>> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  DK: 'DK',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  IT: 'I',
  LU: 'L',
  PT: 'P',
  SE: 'S',
  SI: 'SLO',
  NO: 'N',
  HU: 'H',
}
/** Where codes are written with a sign that people leave out. */
const PARTED: Readonly<Record<string, readonly [digits: RegExp, written: string]>> = {
  PL: [/^(\d{2})(\d{3})$/, '$1-$2'],
  PT: [/^(\d{4})(\d{3})$/, '$1-$2'],
  US: [/^(\d{5})(\d{4})$/, '$1-$2'],
  BR: [/^(\d{5})(\d{3})$/, '$1-$2'],
  JP: [/^(\d{3})(\d{4})$/, '$1-$2'],
  LV: [/^(\d{4})$/, 'LV-$1'],
}
/** Countries whose codes are written with a blank. */
const SPACED: Readonly<Record<string, RegExp>> = {
  CA: /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/,
  CZ: /^(\d{3})(\d{2})$/,
  GB: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/,
  GG: /^(GY\d{1,2})(\d[A-Z]{2})$/,
  GR: /^(\d{3})(\d{2})$/,
  IE: /^([A-Z]\d[\dW])([A-Z\d]{4})$/,
  IM: /^(IM\d{1,2})(\d[A-Z]{2})$/,
  JE: /^(JE\d{1,2})(\d[A-Z]{2})$/,
  NL: /^(\d{4})([A-Z]{2})$/,
  SE: /^(\d{3})(\d{2})$/,
  SK: /^(\d{3})(\d{2})$/,
}
/** Countries whose own code is a part of what is written. */
const OWN = new Set(['LV', 'AD', 'BB', 'BM'])

/**
 * A postal code the one way it is written: NL-1012 AB, A-1030, LT-01103 without what is in front,
 * 00549 of Poland with its hyphen, 1012ab as 1012 AB. Zeros that are missing are not put back.
 */
export function plainPostcode(country: string, text: string): string {
  const code = text.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase()
  const upper = country.toUpperCase()
  const parts = /^([A-Z]{1,3})[-– ]{0,2}(\d.*)$/.exec(code)
  const front = parts?.[1]
  const named = front === upper || (front !== undefined && front === FRONT[upper])
  const bare = named && parts ? parts[2]! : code
  const spaced = SPACED[upper]?.exec(bare.replace(/[ -]/g, ''))
  if (spaced) return `${spaced[1]!} ${spaced[2]!}`
  const parted = PARTED[upper]
  if (parted && parted[0].test(bare)) return bare.replace(parted[0], parted[1])
  return named && OWN.has(upper) ? code : bare
}
