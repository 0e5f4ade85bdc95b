import type { TrackEvent } from '#contracts/tracking/tracking.events.ts'
import {
  AFTER_FINAL,
  TRACK,
  TRACK_PRECEDENCE,
  TRACK_STATUSES,
  subsOf,
} from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { OWN } from './normalise-event.ts'

/** What folding looks at; a stored row has all of it. */
export type StatusEvent = Pick<
  TrackEvent,
  | 'key'
  | 'courier'
  | 'source'
  | 'utc'
  | 'local'
  | 'receivedAt'
  | 'effect'
  | 'status'
  | 'sub'
  | 'place'
  | 'country'
>

export interface TrackState {
  status: TrackStatus
  sub: TrackSub
  /** UTC of the event that gives the status; null when its offset is unknown. */
  at: string | null
  /** Wall time of that event; null when there is no event or its time is unreadable. */
  local: string | null
  place: string | null
  country: string | null
  /** Key of the event that gives the status. */
  statusEvent: string | null
  /** The newest event of any kind, notes included. */
  lastEvent: string | null
  /** For counting days, not for showing: where the offset is unknown it may be 14 h off. */
  lastEventAt: string | null
  /** The same of the carrier's own news: what nextPoll counts the silence from. */
  lastCarrierAt: string | null
  /** A carrier has had it in hand (ACCEPTED or later). */
  accepted: boolean
  delivered: boolean
  /** UTC; null when not delivered or the offset is unknown (then see `deliveredLocal`). */
  deliveredAt: string | null
  deliveredLocal: string | null
  /** Events a carrier has taken back. */
  cancelled: string[]
  /** Events newer than a final state that may not move it: a clerk should look. */
  refused: string[]
}

/**
 * Clocks of carriers run up to so much ahead of ours; beyond it a time is held to be wrong (F09).
 */
const SKEW_MS = 10 * 60_000
/** A wall time without offset may lie so far ahead of UTC and still be true (Kiribati). */
const FARTHEST_EAST_MS = 14 * 3_600_000

interface Placed {
  event: StatusEvent
  /** Milliseconds to sort by. */
  time: number
  rank: number
}

/**
 * Rule 3: the state a set of events amounts to. Independent of the order of arrival and of
 * repetitions: events are distinguished by key, sorted by their own time (UTC, else wall time), ties
 * decided by precedence. An event with no readable time cannot be placed and counts as the oldest.
 * A final status is moved only as AFTER_FINAL allows; a cancel takes back the nearest earlier event
 * of the same courier.
 */
export function deriveTrackingStatus(events: readonly StatusEvent[]): TrackState {
  const placed = withoutRefutedExpiry(distinct(events)).map(place).toSorted(byTime)
  const cancelled = takenBack(placed)
  const state = emptyState()
  let final: TrackStatus | null = null
  // Times are written out at the end: most events' are not asked for.
  let last: Placed | null = null
  let lastOfCarrier: Placed | null = null
  let deciding: Placed | null = null
  let delivering: Placed | null = null

  for (const one of placed) {
    const { event } = one
    if (event.effect === 'cancel' || cancelled.has(event.key)) continue
    last = one
    if (isNewInformation(event)) lastOfCarrier = one
    if (event.effect === 'note' || event.status === null) continue
    const sub = event.sub ?? subsOf(event.status)[0] ?? 'in_transit'
    // "Nothing known yet" is no news once something is known.
    if (event.status === TRACK.PENDING && state.status !== TRACK.PENDING) continue
    if (final !== null && !mayMove(final, state.status, event.status, sub)) {
      state.refused.push(event.key)
      continue
    }
    if (isLatePreAdvice(event, state)) continue
    state.status = event.status
    state.sub = sub
    deciding = one
    if (event.status === TRACK.DELIVERED) delivering ??= one
    if (isCarrierScan(event)) state.accepted = true
    if (TRACK_STATUSES[event.status].terminal && event.status !== TRACK.EXPIRED)
      final = event.status
  }
  state.cancelled = [...cancelled].toSorted()
  state.lastEvent = last?.event.key ?? null
  state.lastEventAt = last && seenAt(last)
  state.lastCarrierAt = lastOfCarrier && seenAt(lastOfCarrier)
  if (deciding) {
    const { local, place: where, country, key } = deciding.event
    Object.assign(state, { at: utcOf(deciding), local, place: where, country, statusEvent: key })
  }
  if (delivering) {
    state.delivered = true
    state.deliveredAt = utcOf(delivering)
    state.deliveredLocal = delivering.event.local
  }
  return state
}

/** That the data has reached the carrier is no step back of what has been scanned since. */
const isLatePreAdvice = (event: StatusEvent, { status }: TrackState): boolean =>
  event.status === TRACK.INFO_RECEIVED &&
  isCarriers(event) &&
  status > TRACK.INFO_RECEIVED &&
  status < TRACK.CANCELLED

const utcOf = ({ event, time }: Placed): string | null =>
  event.utc === null ? null : new Date(time).toISOString()

/** An event without a readable time is as old as its report. */
const seenAt = ({ event, time }: Placed): string =>
  new Date(Number.isFinite(time) ? time : Date.parse(event.receivedAt)).toISOString()

function emptyState(): TrackState {
  return {
    status: TRACK.PENDING,
    sub: 'registered',
    at: null,
    local: null,
    place: null,
    country: null,
    statusEvent: null,
    lastEvent: null,
    lastEventAt: null,
    lastCarrierAt: null,
    accepted: false,
    delivered: false,
    deliveredAt: null,
    deliveredLocal: null,
    cancelled: [],
    refused: [],
  }
}

/**
 * Once final, a parcel keeps to what may follow, whatever came in between; more detail of the same
 * is welcome.
 */
function mayMove(
  final: TrackStatus,
  present: TrackStatus,
  status: TrackStatus,
  sub: TrackSub,
): boolean {
  if (status === final && present === final) return true
  return (AFTER_FINAL[final] ?? []).some(
    (move) => move.status === status && (move.sub === undefined || move.sub === sub),
  )
}

/** One event per key: the report that came first, so that a repetition cannot change its time. */
function distinct(events: readonly StatusEvent[]): StatusEvent[] {
  const first = new Map<string, StatusEvent>()
  for (const event of events) {
    const known = first.get(event.key)
    if (!known || firstOf(event, known) < 0) first.set(event.key, event)
  }
  return [...first.values()]
}

function firstOf(a: StatusEvent, b: StatusEvent): number {
  const [left, right] = [a, b].map((e) =>
    [e.receivedAt, e.source, e.effect, e.status ?? 0, e.sub ?? ''].join(' '),
  )
  return compare(left ?? '', right ?? '')
}

function place(event: StatusEvent): Placed {
  const received = Date.parse(event.receivedAt)
  const reported = event.utc ?? (event.local === null ? null : `${event.local}Z`)
  const slack = event.utc === null ? SKEW_MS + FARTHEST_EAST_MS : SKEW_MS
  let time = reported === null ? Number.NEGATIVE_INFINITY : Date.parse(reported)
  if (Number.isNaN(time)) time = Number.NEGATIVE_INFINITY
  // What is reported has happened: such an event is as old as its report.
  if (time > received + slack) time = received
  return { event, time, rank: event.status === null ? -1 : TRACK_PRECEDENCE.indexOf(event.status) }
}

function byTime(a: Placed, b: Placed): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1
  // A correction refers to what stands at the same minute too.
  const later = Number(a.event.effect === 'cancel') - Number(b.event.effect === 'cancel')
  if (later !== 0) return later
  return a.rank - b.rank || subRank(a.event) - subRank(b.event) || compare(a.event.key, b.event.key)
}

function subRank(event: StatusEvent): number {
  return event.status === null || event.sub === null ? -1 : subsOf(event.status).indexOf(event.sub)
}

function takenBack(placed: readonly Placed[]): Set<string> {
  const cancelled = new Set<string>()
  const standing = new Map<string, string[]>()
  for (const { event } of placed) {
    if (!isCarriers(event)) continue
    const before = standing.get(event.courier) ?? []
    standing.set(event.courier, before)
    if (event.effect === 'move') before.push(event.key)
    const taken = event.effect === 'cancel' ? before.pop() : undefined
    if (taken !== undefined) cancelled.add(taken)
  }
  return cancelled
}

/**
 * EXPIRED means that nothing came; whatever is learnt after it, however old, proves it wrong. So
 * does a person who starts the watch again (an event of our own, PENDING/registered).
 */
function withoutRefutedExpiry(events: readonly StatusEvent[]): StatusEvent[] {
  const informative = events
    .filter((event) => isInformative(event) || event.sub === 'registered')
    .map((event) => event.receivedAt)
  return events.filter(
    (event) =>
      event.status !== TRACK.EXPIRED ||
      !informative.some((received) => received > event.receivedAt),
  )
}

/** Our own scans and entries are not the carrier's to take back. */
const isCarriers = (event: StatusEvent): boolean =>
  event.courier !== OWN && event.source !== 'scan' && event.source !== 'manual'

const isInformative = (event: StatusEvent): boolean =>
  event.status !== TRACK.PENDING && event.status !== TRACK.EXPIRED

const isNewInformation = (event: StatusEvent): boolean => isCarriers(event) && isInformative(event)

const isCarrierScan = (event: StatusEvent): boolean =>
  isNewInformation(event) &&
  event.status !== null &&
  event.status >= TRACK.ACCEPTED &&
  event.status !== TRACK.CANCELLED

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
