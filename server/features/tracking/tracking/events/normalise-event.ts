import { createHash } from 'node:crypto'
import type {
  CarrierEvent,
  EventSource,
  MappingRow,
  TrackEvent,
} from '#contracts/tracking/tracking.events.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { eventKey, OWN } from './event-key.ts'
import { parseLocalTime } from './local-time.ts'
import { mapEvent } from '../mapping/map-event.ts'
import { subFacts } from './sub-facts.ts'

/** A carrier's event as it is stored: its key, its time and what it means. */
export function normaliseEvent(event: CarrierEvent, rows: readonly MappingRow[]): TrackEvent {
  const { problem: _, ...time } = parseLocalTime(event.rawTime, event.timeZone)
  return { ...event, key: eventKey(event), ...time, ...mapEvent(event, rows) }
}

/** The same event under a changed mapping table. Our own scans and entries never had a mapping. */
export function replay(event: TrackEvent, rows: readonly MappingRow[]): TrackEvent {
  return event.courier === OWN ? event : { ...event, ...mapEvent(event, rows) }
}

/**
 * An event of our own: a depot scan, an entry by a clerk, an expiry found when polling. Times are
 * UTC, ISO 8601.
 */
export function ownEvent(own: {
  trackNo: string
  status: TrackStatus
  sub: TrackSub
  at: string
  receivedAt: string
  place: string | null
  country: string | null
  source: Exclude<EventSource, 'push'>
  text?: string
}): TrackEvent {
  const reported: CarrierEvent = {
    trackNo: own.trackNo,
    courier: OWN,
    rawCode: `${own.status}/${own.sub}`,
    reasonCode: null,
    rawText: own.text ?? '',
    rawTime: own.at,
    timeZone: null,
    place: own.place,
    country: own.country,
    source: own.source,
    payloadHash: createHash('sha256').update(JSON.stringify(own)).digest('hex'),
    receivedAt: own.receivedAt,
  }
  const { problem: _, ...time } = parseLocalTime(own.at, null)
  const { status, sub } = own
  return {
    ...reported,
    key: eventKey(reported),
    ...time,
    effect: 'move',
    status,
    sub,
    unmapped: false,
    mappingId: null,
    ...subFacts(status, sub),
  }
}
