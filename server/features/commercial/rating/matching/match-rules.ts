import type { MatchType, WhyLost, WhyMatched } from '#contracts/commercial/rating.ts'
import {
  compareWidth,
  hasPrefix,
  inRange,
  normalisePlace,
  normalisePostcode,
  readRange,
} from '../postcodes.ts'
import type { PostcodeRange } from '../postcodes.ts'
import { compilePattern } from '../safe-pattern.ts'
import { compareIds, isValidOn } from '../tariff.ts'
import type { AreaRule, RatingAddress } from '../tariff.ts'

// REGEX and CITY are exceptions written on purpose; then the closer description wins.
const RANK: Record<MatchType, number> = { REGEX: 0, CITY: 0, PREFIX: 1, RANGE: 2, STATE: 3, ALL: 4 }
const EVERYWHERE = 5
const rankOf = ({ matchType, country }: AreaRule) => (country === '' ? EVERYWHERE : RANK[matchType])

/** Rules are looked at for every order: what their texts come to is worked out once. */
const ranges = new WeakMap<AreaRule, PostcodeRange>()
function rangeOf(rule: AreaRule): PostcodeRange {
  const known =
    ranges.get(rule) ?? readRange(rule.country, rule.from ?? '', rule.to || (rule.from ?? ''))
  ranges.set(rule, known)
  return known
}

/** Whether the rule is for the address, whatever the day. */
export function isFor(rule: AreaRule, address: RatingAddress): boolean {
  const { country, matchType } = rule
  const from = rule.from ?? ''
  if (country === '') return matchType === 'ALL'
  if (country !== address.country.toUpperCase()) return false
  const postcode = normalisePostcode(address.postalCode, country)
  switch (matchType) {
    case 'ALL':
      return true
    case 'PREFIX':
      return hasPrefix(country, from, address.postalCode)
    case 'RANGE':
      return normalisePostcode(from) !== '' && inRange(rangeOf(rule), country, postcode)
    case 'REGEX': {
      const pattern = compilePattern(from)
      return from !== '' && pattern.ok && pattern.test(postcode)
    }
    // A value of blanks is no city: it is not that of an address without one.
    case 'CITY':
      return isSamePlace(from, address.city)
    case 'STATE':
      return isSamePlace(from, address.state)
  }
}

function isSamePlace(name: string, other: string | null | undefined): boolean {
  const place = normalisePlace(name)
  return place !== '' && place === normalisePlace(other ?? '')
}

/** Which of two matching rules goes first, and what decides it. */
export function compareRules(a: AreaRule, b: AreaRule): { order: number; why: WhyLost } {
  const rank = rankOf(a) - rankOf(b)
  if (rank) return { order: rank, why: 'kind' }
  if (a.matchType === 'PREFIX') {
    const longer = normalisePostcode(b.from ?? '').length - normalisePostcode(a.from ?? '').length
    if (longer) return { order: longer, why: 'shorter' }
  }
  if (a.matchType === 'RANGE') {
    const narrower = compareWidth(rangeOf(a), rangeOf(b))
    if (narrower) return { order: narrower, why: 'wider' }
  }
  if (a.priority !== b.priority) return { order: b.priority - a.priority, why: 'priority' }
  const [began, other] = [a.validFrom ?? '', b.validFrom ?? '']
  if (began !== other) return { order: began > other ? -1 : 1, why: 'earlier' }
  return { order: compareIds(a.id, b.id), why: 'newer' }
}

/**
 * Of some rules those that match, the one that decides first. Order: REGEX and CITY by priority,
 * longest PREFIX, narrowest RANGE, STATE, ALL, everywhere else; among equals the higher priority,
 * then the later start, then the older row, so that the order rows are read in never decides.
 */
export function matchRules<R extends AreaRule>(
  rules: readonly R[],
  address: RatingAddress,
  date: string,
): R[] {
  const matched = rules.filter((rule) => isValidOn(rule, date) && isFor(rule, address))
  return matched.length < 2 ? matched : matched.toSorted((a, b) => compareRules(a, b).order)
}

/** How a matching rule describes the address. */
export function whyMatched(rule: AreaRule, address: RatingAddress): WhyMatched {
  const from = rule.from ?? ''
  switch (rule.matchType) {
    case 'REGEX':
      return 'pattern'
    case 'CITY':
      return 'city'
    case 'STATE':
      return 'state'
    case 'ALL':
      return rule.country === '' ? 'default' : 'country'
    case 'PREFIX':
      return normalisePostcode(from, rule.country) ===
        normalisePostcode(address.postalCode, rule.country)
        ? 'exact'
        : 'prefix'
    case 'RANGE':
      return normalisePostcode(from) === normalisePostcode(rule.to || from) ? 'exact' : 'range'
  }
}
