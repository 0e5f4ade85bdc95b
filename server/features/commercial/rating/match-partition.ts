import type { Explanation } from '#contracts/commercial/rating.ts'
import { matchRules } from './matching/match-rules.ts'
import { isBackwards, normalisePostcode, readRange } from './postcodes.ts'
import { RuleIndex } from './matching/rule-index.ts'
import { compilePattern } from './safe-pattern.ts'
import type { AreaRule, PartitionRow, RatingAddress, RatingIssue } from './tariff.ts'

/** The rows an address falls into, the one that decides first, and why it does. */
export type PartitionMatch = { row: PartitionRow; matched: PartitionRow[]; why: Explanation }

/** A tariff is looked at for every order: what it is found by is worked out once. */
const indexes = new WeakMap<readonly PartitionRow[], RuleIndex<PartitionRow>>()
function indexOf(rows: readonly PartitionRow[]): RuleIndex<PartitionRow> {
  const known = indexes.get(rows) ?? new RuleIndex(rows)
  indexes.set(rows, known)
  return known
}

/** The zone of an address on a day, or null. */
export function matchPartition(
  rows: readonly PartitionRow[],
  address: RatingAddress,
  date: string,
): PartitionMatch | null {
  const matched = matchRules(indexOf(rows).find(address), address, date)
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
export function partitionRowIssue(row: AreaRule): RatingIssue | null {
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
