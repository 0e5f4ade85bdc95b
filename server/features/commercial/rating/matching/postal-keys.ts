import { normalisePlace, normalisePostcode, tokens } from '../postcodes.ts'
import { MATCH_TYPES, type MatchType } from '#contracts/commercial/rating.ts'
import type { AreaRule, RatingAddress } from '../tariff.ts'

/** Longest prefix of a postcode that is looked up; rules beyond it are compared one by one. */
const PREFIX_MAX = 24
const ALL_KINDS: ReadonlySet<MatchType> = new Set(MATCH_TYPES)
/** Stands after everything a code goes on with. */
const END = '~'

/**
 * A postcode as text that sorts as postcodes are compared: digit runs by their number behind its
 * length, letters ended by a blank, digits before letters.
 */
export function postalKey(country: string, text: string): string {
  const parts = tokens(country, text).map((token) => {
    if (typeof token === 'string') return `L${token} `
    const digits = BigInt(token).toString()
    return `0${String(digits.length).padStart(2, '0')}${digits}`
  })
  return `${country} ${parts.join('')}`
}

/** What a rule is found by: one of an address's keys, or two ends its postcode lies between. */
export type RuleKeys = { key: string } | { low: string; high: string }

export function ruleKeys(rule: AreaRule): RuleKeys {
  const { country, matchType } = rule
  const from = rule.from ?? ''
  switch (matchType) {
    case 'RANGE':
      return {
        low: postalKey(country, from),
        high: `${postalKey(country, rule.to || from)}${END}`,
      }
    case 'PREFIX':
      return { key: `${country} P${normalisePostcode(from, country).slice(0, PREFIX_MAX)}` }
    case 'CITY':
      return { key: `${country} C${normalisePlace(from)}` }
    case 'STATE':
      return { key: `${country} S${normalisePlace(from)}` }
    case 'REGEX':
      return { key: `${country} R` }
    case 'ALL':
      return { key: `${country} A` }
  }
}

/**
 * What an address is looked up by: rules with one of the keys, and ranges around the point, are all
 * that can match it. `kinds`: of the rules there are, where that is known.
 */
export function addressKeys(
  address: RatingAddress,
  kinds: ReadonlySet<MatchType> = ALL_KINDS,
): { point: string; keys: string[] } {
  const country = address.country.toUpperCase()
  const keys = [`${country} A`, `${country} R`, ' A']
  if (address.city && kinds.has('CITY')) keys.push(`${country} C${normalisePlace(address.city)}`)
  if (address.state && kinds.has('STATE')) keys.push(`${country} S${normalisePlace(address.state)}`)
  if (kinds.has('PREFIX')) {
    const code = normalisePostcode(address.postalCode, country).slice(0, PREFIX_MAX)
    for (let end = 1; end <= code.length; end++) keys.push(`${country} P${code.slice(0, end)}`)
  }
  return { point: kinds.has('RANGE') ? postalKey(country, address.postalCode) : '', keys }
}
