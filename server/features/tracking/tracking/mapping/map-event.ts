import type { CarrierEvent, EventMeaning, MappingRow } from '#contracts/tracking/tracking.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { subFacts } from '../events/sub-facts.ts'
import { matchesText } from './text-pattern.ts'

type ReportedEvent = Pick<CarrierEvent, 'courier' | 'rawCode' | 'reasonCode' | 'rawText'>

/**
 * Rule 4: what an event means by the mapping table. The most exact row wins: code with reason, then
 * code, then text alone; within each a row that also demands a text goes before one that does not,
 * then the higher weight. Rows of other couriers are passed over; no row leaves IN_TRANSIT,
 * unmapped. Pure, so that a changed table can be replayed over stored events.
 */
export function mapEvent(event: ReportedEvent, rows: readonly MappingRow[]): EventMeaning {
  let best: MappingRow | null = null
  for (const row of candidates(rows, event.rawCode)) {
    if (applies(row, event) && (best === null || beats(row, best))) best = row
  }
  if (best === null) {
    const facts = subFacts(TRACK.IN_TRANSIT, 'in_transit')
    return {
      effect: 'move',
      status: TRACK.IN_TRANSIT,
      sub: 'in_transit',
      unmapped: true,
      mappingId: null,
      ...facts,
    }
  }
  const known = { unmapped: false, mappingId: best.id }
  const { to } = best
  // Data exchange and corrections are told to staff; the public sees the journey.
  if (to.effect !== 'move')
    return { ...to, ...known, actionRequired: false, blame: null, visibleToPublic: false }
  return { ...to, ...known, ...subFacts(to.status, to.sub) }
}

/**
 * A table of hundreds of rows has a handful for each code; it is sorted out once, not for every
 * event.
 */
const tables = new WeakMap<readonly MappingRow[], Map<string, MappingRow[]>>()

function candidates(rows: readonly MappingRow[], rawCode: string | null): readonly MappingRow[] {
  let byCode = tables.get(rows)
  if (!byCode)
    tables.set(rows, (byCode = Map.groupBy(rows, (row) => row.rawCode?.toUpperCase() ?? '')))
  const anyCode = byCode.get('') ?? []
  const own = rawCode === null || rawCode === '' ? [] : (byCode.get(rawCode.toUpperCase()) ?? [])
  return anyCode.length === 0 ? own : [...own, ...anyCode]
}

function applies(row: MappingRow, event: ReportedEvent): boolean {
  if (row.courier !== event.courier) return false
  // A row without any condition would swallow every unknown code.
  if (row.rawCode === null && row.textPattern === null) return false
  if (row.rawCode !== null && !same(row.rawCode, event.rawCode)) return false
  if (row.reasonCode !== null && !same(row.reasonCode, event.reasonCode)) return false
  return row.textPattern === null || matchesText(row.textPattern, event.rawText)
}

const same = (a: string, b: string | null): boolean =>
  b !== null && a.toUpperCase() === b.toUpperCase()

function beats(a: MappingRow, b: MappingRow): boolean {
  const exact = exactness(a) - exactness(b)
  if (exact !== 0) return exact > 0
  if (a.weight !== b.weight) return a.weight > b.weight
  return a.id < b.id
}

const exactness = (row: MappingRow): number =>
  (row.rawCode !== null ? 4 : 0) +
  (row.rawCode !== null && row.reasonCode !== null ? 2 : 0) +
  (row.textPattern !== null ? 1 : 0)
