/** Where goods leave from or go to. */
export interface CustomsPlace {
  country: string
  postalCode: string | null
}

/**
 * Places whose goods are declared although their country is one with others, by how their postal
 * codes begin: outside the Union's customs or VAT territory, or in another country's.
 */
const APART: Readonly<Record<string, readonly (readonly [pattern: RegExp, territory: string])[]>> =
  {
    DE: [
      [/^27498$/, 'Helgoland'],
      // Büsingen, and its Swiss code.
      [/^78266$/, 'CH'],
    ],
    CH: [[/^8238$/, 'CH']],
    ES: [
      [/^(?:35|38)\d{3}$/, 'IC'],
      [/^51\d{3}$/, 'Ceuta'],
      [/^52\d{3}$/, 'Melilla'],
    ],
    IT: [
      [/^(?:23041|23030)$/, 'Livigno'],
      [/^2206[01]$/, 'Campione'],
    ],
    FI: [[/^22\d{3}$/, 'AX']],
    GR: [[/^6308[67]$/, 'Athos']],
    FR: [
      [/^98000$/, 'MC'],
      [/^97133$/, 'BL'],
      [/^97150$/, 'MF'],
      [/^971/, 'GP'],
      [/^972/, 'MQ'],
      [/^973/, 'GF'],
      [/^974/, 'RE'],
      [/^975/, 'PM'],
      [/^976/, 'YT'],
      [/^977/, 'BL'],
      [/^978/, 'MF'],
      [/^984/, 'TF'],
      [/^986/, 'WF'],
      [/^987/, 'PF'],
      [/^988/, 'NC'],
    ],
    DK: [
      [/^39\d\d$/, 'GL'],
      [/^\d{3}$/, 'FO'],
    ],
    NO: [[/^917\d$/, 'SJ']],
    CY: [[/^99\d{3}$/, 'Northern Cyprus']],
    GB: [
      [/^BT/, 'XI'],
      [/^JE/, 'JE'],
      [/^GY/, 'GG'],
    ],
  }

/** Codes of places that are written as countries. */
const SAME: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB', IM: 'GB', LI: 'CH', PR: 'US' }
/** Parts of the Union for goods, whatever their countries. */
const UNION_TOO = new Set(['MC', 'XI'])
/** The islands of the Canaries, Ceuta and Melilla as they are also coded. */
const SPANISH: Readonly<Record<string, string>> = { EA: 'Ceuta' }

function territoryOf({ country, postalCode }: CustomsPlace): string {
  const code = (postalCode ?? '').toUpperCase().replace(/[^A-Z\d]/g, '')
  const upper = country.toUpperCase()
  const known = SAME[upper] ?? SPANISH[upper] ?? upper
  // D-27498, FI-22100: the country in front of its code.
  const bare = /^\D/.test(code) && /^[A-Z]{1,2}\d{4,}$/.test(code) ? code.replace(/^\D+/, '') : code
  return APART[known]?.find(([pattern]) => pattern.test(bare))?.[1] ?? known
}

/**
 * Whether goods between two places are declared: unless both are in one customs and VAT territory.
 * Northern Ireland is in two, for goods. `isEu`: whether a country is one of the Union.
 */
export function crossesCustoms(
  from: CustomsPlace,
  to: CustomsPlace,
  isEu: (country: string) => boolean,
): boolean {
  const [a, b] = [territoryOf(from), territoryOf(to)]
  if (a === b) return false
  const inUnion = (territory: string) => UNION_TOO.has(territory) || isEu(territory)
  const british = (territory: string) => territory === 'GB' || territory === 'XI'
  return !(inUnion(a) && inUnion(b)) && !(british(a) && british(b))
}
