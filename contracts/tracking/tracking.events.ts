import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'
import type { TrackStatus, TrackSub } from './tracking.states.ts'

/** What customers see of these parcels changed: their status or its step. */
export const parcelTracked = event('parcel.tracked', z.object({ parcelIds: z.array(idText) }))

/**
 * The three forms one piece of news takes: as the carrier sent it, the row that gives its meaning,
 * and as we keep it. Shared by the carriers (which send it) and by tracking (which interprets it).
 */
export type EventSource = 'push' | 'poll' | 'scan' | 'manual' | 'import'

/** Rule 1: what the carrier sent, nothing interpreted. */
export interface CarrierEvent {
  trackNo: string
  courier: string
  rawCode: string | null
  reasonCode: string | null
  rawText: string
  /** The time as the carrier wrote it. */
  rawTime: string
  /** IANA zone the carrier documents for times without an offset; null = it documents none. */
  timeZone: string | null
  /** Town level. */
  place: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  source: EventSource
  /** SHA-256 hex of the payload the event came in. */
  payloadHash: string
  /** UTC, ISO 8601: when we learnt of it. */
  receivedAt: string
}

/** `move` sets a status, `note` only informs, `cancel` takes back the event before it (DHL STORN). */
export type EventEffect = 'move' | 'note' | 'cancel'

export type MappingTarget =
  | { effect: 'move'; status: TrackStatus; sub: TrackSub }
  | { effect: 'note' | 'cancel'; status: null; sub: null }

/** Rule 4: one row of the mapping table. A condition that is null is not looked at. */
export interface MappingRow {
  id: string
  courier: string
  rawCode: string | null
  reasonCode: string | null
  /** Regular expression over the carrier's text, without flags: always case-insensitive. */
  textPattern: string | null
  /** Decides between rows equally exact; the higher wins. */
  weight: number
  to: MappingTarget
}

export type Blame = 'carrier' | 'shipper' | 'consignee' | 'customs' | 'weather' | 'unknown'

/** What a mapping makes of an event: these columns change when the mapping is replayed. */
export interface EventMeaning {
  effect: EventEffect
  status: TrackStatus | null
  sub: TrackSub | null
  /** No row knew it: IN_TRANSIT by default, and on the list of codes to be mapped. */
  unmapped: boolean
  mappingId: string | null
  actionRequired: boolean
  blame: Blame | null
  visibleToPublic: boolean
}

export interface EventTime {
  /** UTC, ISO 8601; null when the offset is unknown: never guessed. */
  utc: string | null
  /** Wall time where it happened, `yyyy-MM-ddTHH:mm:ss`; null when the text is no time. */
  local: string | null
  /** Minutes east of Greenwich; null = unknown. */
  offsetMin: number | null
}

/** An event as it is stored. */
export interface TrackEvent extends CarrierEvent, EventMeaning, EventTime {
  /** Rule 2: SHA-256 hex; the same key again is the same event. */
  key: string
  /** `rawText` in English, of an event we worded in both languages. */
  textEn?: string | null
  /** Hidden from the public, shown to the customer's users. */
  customerVisible?: boolean
}
