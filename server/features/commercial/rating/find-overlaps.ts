import {
  compareStart,
  normalisePlace,
  normalisePostcode,
  readRange,
  relate,
  startsAfter,
} from './postcodes.ts'
import type { PostcodeRange } from './postcodes.ts'
import { compareIds } from './tariff.ts'
import type { PartitionRow } from './tariff.ts'

/**
 * Two rows that send some address to different zones. `same`: word for word, chance (or priority)
 * decides. `partial`: ranges that cross. `nested`: a range inside another, which the narrower wins:
 * usually meant. `undecided`: two patterns or a pattern and a city of one priority, which only
 * examples can distinguish.
 */
export type Overlap = {
  a: PartitionRow
  b: PartitionRow
  kind: 'same' | 'partial' | 'nested' | 'undecided'
}

const sharesDays = (a: PartitionRow, b: PartitionRow) =>
  (a.validFrom === null || b.validTo === null || a.validFrom <= b.validTo) &&
  (b.validFrom === null || a.validTo === null || b.validFrom <= a.validTo)

const clash = (a: PartitionRow, b: PartitionRow) =>
  a.partitionId !== b.partitionId && sharesDays(a, b)

/** Rows of one match type and country with one value, by that value. */
function keyOf(row: PartitionRow): string {
  const value = row.from ?? ''
  if (row.matchType === 'ALL') return ''
  if (row.matchType === 'PREFIX') return normalisePostcode(value, row.country)
  // Patterns are only comparable by the priority that orders them.
  return row.matchType === 'REGEX' ? String(row.priority) : normalisePlace(value)
}

/** All conflicts among rows, in a fixed order, at most `limit` of them. */
export function findOverlaps(rows: readonly PartitionRow[], limit = 200): Overlap[] {
  const found: Overlap[] = []
  const groups = Map.groupBy(
    rows.toSorted((a, b) => compareIds(a.id, b.id)),
    (row) =>
      row.matchType === 'RANGE'
        ? `RANGE ${row.country}`
        : `${row.matchType} ${row.country} ${keyOf(row)}`,
  )
  for (const group of groups.values()) {
    const type = group[0]?.matchType
    if (type === 'RANGE') sweep(group, found, limit)
    else pairs(group, type === 'REGEX' ? 'undecided' : 'same', found, limit)
  }
  for (const city of rows.filter((row) => row.matchType === 'CITY')) {
    for (const pattern of rows) {
      if (found.length >= limit) return found
      if (
        pattern.matchType === 'REGEX' &&
        pattern.country === city.country &&
        pattern.priority === city.priority &&
        clash(city, pattern)
      ) {
        found.push({ a: city, b: pattern, kind: 'undecided' })
      }
    }
  }
  return found
}

function pairs(
  group: readonly PartitionRow[],
  kind: Overlap['kind'],
  found: Overlap[],
  limit: number,
): void {
  for (const [i, a] of group.entries()) {
    for (const b of group.slice(i + 1)) {
      if (found.length >= limit) return
      if (clash(a, b)) found.push({ a, b, kind })
    }
  }
}

/** From low to high: a range can only meet those that start before it ends. */
function sweep(group: readonly PartitionRow[], found: Overlap[], limit: number): void {
  const ranges = group
    .map((row): { row: PartitionRow; range: PostcodeRange } => ({
      row,
      range: readRange(row.country, row.from ?? '', row.to || (row.from ?? '')),
    }))
    .toSorted((x, y) => compareStart(x.range, y.range) || compareIds(x.row.id, y.row.id))
  for (let i = 0; i < ranges.length; i++) {
    for (let j = i + 1; j < ranges.length; j++) {
      const [x, y] = [ranges[i], ranges[j]]
      if (!x || !y || startsAfter(y.range, x.range)) break
      if (found.length >= limit) return
      const kind = relate(x.range, y.range)
      if (kind !== 'apart' && clash(x.row, y.row)) found.push({ a: x.row, b: y.row, kind })
    }
  }
}
