import type { CarrierEvent, EventMeaning, MappingRow } from '#contracts/tracking/tracking.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { subFacts } from '#contracts/tracking/tracking.facts.ts'
import { matchesText } from './text-pattern.ts'

type ReportedEvent = Pick<CarrierEvent, 'courier' | 'rawCode' | 'reasonCode' | 'rawText'>

/**
 * Rule 4: what an event means by the mapping table. The most exact row wins: code with reason, then
 * code, then text alone; within each a row that also demands a text goes before one that does not,
 * then the higher weight. Rows of other couriers are passed over; no row leaves IN_TRANSIT,
 * unmapped. Pure, so that a changed table can be replayed over stored events.
 */
export function mapEvent(event: ReportedEvent, rows: readonly MappingRow[]): EventMeaning {
  const { meanings } = tableOf(rows)
  // What a carrier pushes at one time has a few words only, and texts are dear to match.
  const key = JSON.stringify([event.courier, event.rawCode, event.reasonCode, event.rawText])
  const known = meanings.get(key)
  if (known) return known
  const meaning = meaningOf(event, rows)
  if (meanings.size >= MEANINGS_MAX) meanings.clear()
  meanings.set(key, meaning)
  return meaning
}

function meaningOf(event: ReportedEvent, rows: readonly MappingRow[]): EventMeaning {
  const best = candidates(rows, event.rawCode).find((row) => applies(row, event)) ?? null
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
  // Data exchange and corrections are shown to staff; the public sees the journey.
  if (to.effect !== 'move')
    return { ...to, ...known, actionRequired: false, blame: null, visibleToPublic: false }
  return { ...to, ...known, ...subFacts(to.status, to.sub) }
}

/**
 * A table of hundreds of rows has a handful for each code, the most exact first; it is sorted out
 * once, not for every event.
 */
const tables = new WeakMap<readonly MappingRow[], Table>()
interface Table {
  byCode: Map<string, MappingRow[]>
  /** Of the events met so far. */
  meanings: Map<string, EventMeaning>
}
const MEANINGS_MAX = 1_000

function tableOf(rows: readonly MappingRow[]): Table {
  let table = tables.get(rows)
  if (!table) {
    const byCode = Map.groupBy(
      rows.toSorted(byExactness),
      (row) => row.rawCode?.toUpperCase() ?? '',
    )
    tables.set(rows, (table = { byCode, meanings: new Map() }))
  }
  return table
}

function candidates(rows: readonly MappingRow[], rawCode: string | null): readonly MappingRow[] {
  const { byCode } = tableOf(rows)
  const anyCode = byCode.get('') ?? []
  const own = rawCode === null || rawCode === '' ? [] : (byCode.get(rawCode.toUpperCase()) ?? [])
  // Rows of a code are more exact than any row without one.
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

const byExactness = (a: MappingRow, b: MappingRow): number =>
  exactness(b) - exactness(a) || b.weight - a.weight || (a.id < b.id ? -1 : 1)

const exactness = (row: MappingRow): number =>
  (row.rawCode !== null ? 4 : 0) +
  (row.rawCode !== null && row.reasonCode !== null ? 2 : 0) +
  (row.textPattern !== null ? 1 : 0)
