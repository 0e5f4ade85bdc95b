import type { Explanation, MatchType } from '#contracts/commercial/rating.ts'
import {
  compareWidth,
  inRange,
  isBackwards,
  normalisePlace,
  normalisePostcode,
  readRange,
} from './postcodes.ts'
import type { PostcodeRange } from './postcodes.ts'
import { compilePattern } from './safe-pattern.ts'
import { compareIds, isValidOn } from './tariff.ts'
import type { PartitionRow, RatingAddress, RatingIssue } from './tariff.ts'

/** The rows an address falls into, the one that decides first, and why it does. */
export type PartitionMatch = { row: PartitionRow; matched: PartitionRow[]; why: Explanation }

// REGEX and CITY are exceptions written on purpose; then the closer description wins.
const RANK: Record<MatchType, number> = { REGEX: 0, CITY: 0, PREFIX: 1, RANGE: 2, STATE: 3, ALL: 4 }

/** A service has rows for half the world, an address is in one country of it. */
const byCountry = new WeakMap<
  readonly PartitionRow[],
  ReadonlyMap<string, readonly PartitionRow[]>
>()
function rowsOf(rows: readonly PartitionRow[], country: string): readonly PartitionRow[] {
  const known = byCountry.get(rows) ?? Map.groupBy(rows, (row) => row.country)
  byCountry.set(rows, known)
  return known.get(country) ?? []
}

/** Rows are looked at for every order: what their texts come to is worked out once. */
const ranges = new WeakMap<PartitionRow, PostcodeRange>()
function rangeOf(row: PartitionRow): PostcodeRange {
  const known =
    ranges.get(row) ?? readRange(row.country, row.from ?? '', row.to || (row.from ?? ''))
  ranges.set(row, known)
  return known
}

function matches(row: PartitionRow, address: RatingAddress, postcode: string): boolean {
  const { country, matchType } = row
  const from = row.from ?? ''
  switch (matchType) {
    case 'ALL':
      return true
    case 'PREFIX':
      return from !== '' && postcode.startsWith(normalisePostcode(from, country))
    case 'RANGE':
      return from !== '' && inRange(rangeOf(row), country, postcode)
    case 'REGEX': {
      const pattern = compilePattern(from)
      return from !== '' && pattern.ok && pattern.test(postcode)
    }
    case 'CITY':
      return from !== '' && normalisePlace(address.city ?? '') === normalisePlace(from)
    case 'STATE':
      return from !== '' && normalisePlace(address.state ?? '') === normalisePlace(from)
  }
}

function compareRows(a: PartitionRow, b: PartitionRow): number {
  const rank = RANK[a.matchType] - RANK[b.matchType]
  if (rank) return rank
  if (a.matchType === 'PREFIX') {
    const longer = normalisePostcode(b.from ?? '').length - normalisePostcode(a.from ?? '').length
    if (longer) return longer
  }
  if (a.matchType === 'RANGE') {
    const narrower = compareWidth(rangeOf(a), rangeOf(b))
    if (narrower) return narrower
  }
  if (a.priority !== b.priority) return b.priority - a.priority
  const [began, other] = [a.validFrom ?? '', b.validFrom ?? '']
  if (began !== other) return began > other ? -1 : 1
  return compareIds(a.id, b.id)
}

/**
 * The zone of an address on a day, or null. Order: REGEX and CITY by priority, longest PREFIX,
 * narrowest RANGE, STATE, ALL; among equals the higher priority, then the later start, then the
 * older row, so that the order rows are read in never decides.
 */
export function matchPartition(
  rows: readonly PartitionRow[],
  address: RatingAddress,
  date: string,
): PartitionMatch | null {
  const country = address.country.toUpperCase()
  const postcode = normalisePostcode(address.postalCode, country)
  const matched = rowsOf(rows, country)
    .filter((row) => isValidOn(row, date) && matches(row, address, postcode))
    .toSorted(compareRows)
  const [row] = matched
  return row ? { row, matched, why: explainRow(row, address) } : null
}

function explainRow(row: PartitionRow, address: RatingAddress): Explanation {
  const postcode = normalisePostcode(address.postalCode, row.country)
  return {
    code: `zone.${row.matchType}`,
    params: {
      zone: `${row.partitionCode} ${row.partitionName}`.trim(),
      ...(row.partitionNameEn ? { zoneEn: `${row.partitionCode} ${row.partitionNameEn}` } : {}),
      country: row.country,
      postcode,
      from: row.from ?? '',
      to: row.to || (row.from ?? ''),
    },
  }
}

/**
 * What is wrong with a row as typed, or null. Checked on save: a row that matches nothing shows
 * nothing later.
 */
export function partitionRowIssue(row: PartitionRow): RatingIssue | null {
  const issue = (name: string, params: Record<string, string> = {}): RatingIssue => ({
    code: `rate.zone.${name}`,
    params,
    ruleId: row.id,
  })
  if (!/^[A-Z]{2}$/.test(row.country)) return issue('country', { country: row.country })
  if (row.validFrom !== null && row.validTo !== null && row.validFrom > row.validTo)
    return issue('dates')
  if (row.matchType === 'ALL') return null
  if (!row.from?.trim()) return issue('valueMissing')
  if (row.matchType === 'RANGE') {
    return row.to && isBackwards(readRange(row.country, row.from, row.to))
      ? issue('backwards', { from: row.from, to: row.to })
      : null
  }
  if (row.matchType !== 'REGEX') return null
  const pattern = compilePattern(row.from)
  return pattern.ok ? null : issue(`pattern.${pattern.problem}`)
}
