import { COUNTRIES } from 'postal-code-checker'

export interface PostalRule {
  country: string
  pattern: string
  sample: string | null
}

/**
 * Where the libaddressinput data is stricter than the post, or silent. The Dutch letters SA, SD and
 * SS are never handed out, but parcels so addressed arrive: the digits decide. Kosovo has codes and
 * no row. Ireland's post delivers without a code, and its parcels are sent so.
 */
const OWN: readonly PostalRule[] = [
  { country: 'IE', pattern: '^(?:[A-Z]\\d[\\dW] ?[A-Z\\d]{4})?$', sample: 'D02 AF30' },
  { country: 'NL', pattern: '^[1-9]\\d{3} ?[A-Z]{2}$', sample: '1234 AB' },
  { country: 'XK', pattern: '^[1-7]\\d{4}$', sample: '10000' },
]

/**
 * Patterns for the trimmed, upper-case code. Countries without postal codes have no row: anything
 * goes there.
 */
export function postalRules(): PostalRule[] {
  const own = new Set(OWN.map(({ country }) => country))
  const known = Object.entries(COUNTRIES).flatMap(([country, { patterns, example }]) => {
    const sources = patterns.map((pattern) => pattern.replace(/^\//, '').replace(/\/$/, ''))
    if (country.length !== 2 || own.has(country) || sources.length === 0) return []
    return [
      {
        country,
        pattern:
          sources.length === 1
            ? (sources[0] ?? '')
            : sources.map((source) => `(?:${source})`).join('|'),
        sample: example[0] ?? null,
      },
    ]
  })
  return [...known, ...OWN].sort((a, b) => (a.country < b.country ? -1 : 1))
}
