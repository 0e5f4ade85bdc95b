import type {
  CarrierEvent,
  EventMeaning,
  MappingRow,
  MappingTarget,
} from '#contracts/tracking/tracking.events.ts'
import { subsOf, TRACK } from '#contracts/tracking/tracking.states.ts'
import { subFacts } from '#contracts/tracking/tracking.facts.ts'
import { matchesText } from './text-pattern.ts'
import { readWords } from './words.ts'

type ReportedEvent = Pick<CarrierEvent, 'courier' | 'rawCode' | 'reasonCode' | 'rawText'>

/**
 * Rule 4: what an event means. By the mapping table, the most exact row first: code with reason,
 * then code, then text alone; within each a row that also demands a text goes before one that does
 * not, then the longer code and reason, then the higher weight. A row whose weight is below zero
 * means little (DHL's `transit`): it counts only where no rule knows the carrier's words. Rows of other
 * couriers are passed over; what neither row nor words know stays IN_TRANSIT, unmapped. Pure, so that
 * a changed table can be replayed over stored events.
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
  const fitting = candidates(rows, event.rawCode).filter((row) => applies(row, event))
  const strong = fitting.find(({ weight }) => weight >= 0)
  const words = readWords(wordsOf(event))
  if (strong) return meant(detailed(strong.to, event, words), strong.id)
  const [weak] = fitting
  // "Collected", where the code has it delivered: by the recipient, not from the sender.
  if (weak?.to.status === TRACK.DELIVERED && words?.status === TRACK.ACCEPTED)
    return meant({ ...weak.to, sub: 'shop_collected' }, weak.id)
  if (words) return meant(words, null)
  if (weak) return meant(weak.to, weak.id)
  return {
    effect: 'move',
    status: TRACK.IN_TRANSIT,
    sub: 'in_transit',
    unmapped: true,
    mappingId: null,
    ...subFacts(TRACK.IN_TRANSIT, 'in_transit'),
  }
}

/** Statuses whose step is the place the parcel is at, or who has it. */
const PLACED: ReadonlySet<number | null> = new Set([TRACK.READY_FOR_PICKUP, TRACK.DELIVERED])

/** A code without a reason gives the status; words of the same status give the step. */
function detailed(
  to: MappingTarget,
  { reasonCode }: ReportedEvent,
  words: MappingTarget | null,
): MappingTarget {
  if (to.effect !== 'move' || words?.effect !== 'move') return to
  const isExact = reasonCode !== null && !reasonCode.startsWith('/')
  const isUsual = subsOf(to.status)[0] === to.sub
  return PLACED.has(to.status) && words.status === to.status && isUsual && !isExact ? words : to
}

function meant(to: MappingTarget, mappingId: string | null): EventMeaning {
  const known = { unmapped: false, mappingId }
  // Data exchange and corrections are shown to staff; the public sees the journey.
  if (to.effect !== 'move')
    return { ...to, ...known, actionRequired: false, blame: null, visibleToPublic: false }
  return { ...to, ...known, ...subFacts(to.status, to.sub) }
}

/** A reason of several letters and blanks or underscores is words: `DELIVERED_AT_PARCELSHOP`. */
function wordsOf({ reasonCode, rawText }: ReportedEvent): string {
  return reasonCode !== null && reasonCode.length > 5 ? `${reasonCode}. ${rawText}` : rawText
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
  // GLS numbers its codes in parts: a row of DELIVD holds for DELIVD.NORMAL, too.
  const codes = heads(rawCode ?? '', '.')
  const found = codes.flatMap((code) => byCode.get(code) ?? [])
  return [...found, ...(byCode.get('') ?? [])]
}

/** A code and what it begins with, the longest first: `3.120` is of `3`. */
function heads(code: string, separator: string): string[] {
  const parts = code.toUpperCase().split(separator)
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(separator)).filter(Boolean)
}

function applies(row: MappingRow, event: ReportedEvent): boolean {
  if (row.courier !== event.courier) return false
  // A row without any condition would swallow every unknown code.
  if (row.rawCode === null && row.reasonCode === null && row.textPattern === null) return false
  if (row.reasonCode !== null && !ofReason(row.reasonCode, event.reasonCode)) return false
  return row.textPattern === null || matchesText(row.textPattern, event.rawText)
}

/**
 * A reason may have two parts, DHL's RIC and the standard event: `SERPT/ES`. A row may name both,
 * the first, or the second alone: `/ES`.
 */
function ofReason(wanted: string, given: string | null): boolean {
  if (given === null) return false
  const [row, event] = [wanted.toUpperCase(), given.toUpperCase()]
  return row.startsWith('/')
    ? event.endsWith(row)
    : heads(event, '/').some((part) => heads(part, '.').includes(row))
}

const byExactness = (a: MappingRow, b: MappingRow): number =>
  exactness(b) - exactness(a) || b.weight - a.weight || (a.id < b.id ? -1 : 1)

const exactness = (row: MappingRow): number =>
  (row.rawCode !== null ? 400 : 0) +
  (row.reasonCode !== null ? (row.rawCode !== null ? 200 : 150) : 0) +
  (row.textPattern !== null ? 100 : 0) +
  (row.rawCode?.length ?? 0) +
  (row.reasonCode === null ? 0 : row.reasonCode.startsWith('/') ? 1 : row.reasonCode.length + 5)
