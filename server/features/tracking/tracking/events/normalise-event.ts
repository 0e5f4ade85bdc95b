import { createHash } from 'node:crypto'
import type {
  CarrierEvent,
  EventSource,
  MappingRow,
  TrackEvent,
  EventTime,
} from '#contracts/tracking/tracking.events.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { mapEvent } from '../mapping/map-event.ts'
import { subFacts } from '#contracts/tracking/tracking.facts.ts'

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

/** The courier of what we saw ourselves: depot scans, a clerk's entries, our own expiry. */
export const OWN = 'own'

type Identity = Pick<
  CarrierEvent,
  'trackNo' | 'courier' | 'rawTime' | 'rawCode' | 'reasonCode' | 'rawText' | 'place'
>

/**
 * Rule 2: what makes two reports the same event, whether pushed, polled or imported.
 * Spaces and Unicode forms differ between a carrier's channels and are levelled; nothing else is.
 * `trackNo` must be our own spelling of the number (carriers drop leading zeros in pushes).
 * Returns SHA-256 hex.
 */
export function eventKey(event: Identity): string {
  const parts = [
    event.trackNo.replace(/\s+/g, '').toUpperCase(),
    event.courier,
    level(event.rawTime),
    event.reasonCode ? `${level(event.rawCode)}/${level(event.reasonCode)}` : level(event.rawCode),
    level(event.rawText),
    level(event.place),
  ]
  // As JSON, so that a text which moves from one part into the next is another key.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const level = (text: string | null): string =>
  (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

export type LocalTimeProblem = 'notATime' | 'noOffset' | 'dateOnly' | 'clockChange'

export type LocalTime = EventTime & { problem: LocalTimeProblem | null }

// ISO 8601 with T or a blank, year first; day first only with dots, as the German carriers write
// it.
const YEAR_FIRST =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,](\d{1,9}))?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const DOTTED = /^(\d{2})\.(\d{2})\.(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/**
 * Reads a carrier's time. `zone` (IANA) is applied only where the text has no offset and the
 * carrier documents the zone. Null instead of a guess: slashes (day or month first?), a date
 * without a clock, an hour that exists twice or never when the clocks change.
 * `local` is kept even then, so that the timeline can be drawn and sorted.
 */
export function parseLocalTime(raw: string, zone: string | null): LocalTime {
  const read = readClock(raw.trim())
  if (!read) return { utc: null, local: null, offsetMin: null, problem: 'notATime' }
  const local = new Date(read.wall).toISOString().slice(0, 19)
  const unknown = (problem: LocalTimeProblem): LocalTime => ({
    utc: null,
    local,
    offsetMin: null,
    problem,
  })
  const known = (offsetMin: number): LocalTime => ({
    utc: new Date(read.wall - offsetMin * MINUTE).toISOString(),
    local,
    offsetMin,
    problem: null,
  })
  if (read.dateOnly) return unknown('dateOnly')
  if (read.offset !== null) return known(read.offset)
  if (zone === null) return unknown('noOffset')
  const fitting = offsetsAt(read.wall, zone)
  return fitting.length === 1 && fitting[0] !== undefined
    ? known(fitting[0])
    : unknown('clockChange')
}

interface Clock {
  /** The wall time as if it were UTC, in milliseconds. */
  wall: number
  dateOnly: boolean
  /** Minutes east of Greenwich. */
  offset: number | null
}

function readClock(text: string): Clock | null {
  const iso = YEAR_FIRST.exec(text)
  if (iso) {
    const [, y, mo, d, h, mi, s, fraction, offset] = iso
    const minutes = offset === undefined ? null : readOffset(offset)
    if (Number.isNaN(minutes)) return null
    return wallOf([y, mo, d, h, mi, s], fraction, minutes)
  }
  const dotted = DOTTED.exec(text)
  if (!dotted) return null
  const [, d, mo, y, h, mi, s] = dotted
  return wallOf([y, mo, d, h, mi, s], undefined, null)
}

function wallOf(
  parts: (string | undefined)[],
  fraction: string | undefined,
  offset: number | null,
): Clock | null {
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts.map((part) => Number(part ?? 0))
  const wall = Date.UTC(
    y,
    mo - 1,
    d,
    h,
    mi,
    s,
    Number((fraction ?? '0').padEnd(3, '0').slice(0, 3)),
  )
  const date = new Date(wall)
  // Date.UTC rolls the 31st of June into July: such a text is no time.
  const real =
    date.getUTCFullYear() === y &&
    date.getUTCMonth() === mo - 1 &&
    date.getUTCDate() === d &&
    h < 24 &&
    mi < 60 &&
    s < 60 &&
    y >= 1970
  return real ? { wall, dateOnly: parts[3] === undefined, offset } : null
}

function readOffset(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', '') || 0)
  if (hours > 14 || minutes > 59) return Number.NaN
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** 330 as `+05:30`, the form the public page is answered in. */
export function offsetText(minutes: number): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  const abs = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(abs / 60))}:${pad(abs % 60)}`
}

/**
 * Every offset at which this wall time exists in the zone: one as a rule, two or none at a clock
 * change.
 */
function offsetsAt(wall: number, zone: string): number[] {
  const around = [zoneOffset(wall - DAY, zone), zoneOffset(wall + DAY, zone)]
  return [...new Set(around)].filter(
    (offset) => zoneOffset(wall - offset * MINUTE, zone) === offset,
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * An instant (UTC, ISO 8601) as it is written at a place: `2026-03-01T10:05:07.123+01:00`, the form
 * our own events bear.
 */
export function zonedText(at: string, zone: string): string {
  const instant = Date.parse(at)
  const offset = zoneOffset(instant, zone)
  return `${new Date(instant + offset * MINUTE).toISOString().slice(0, 23)}${offsetText(offset)}`
}

/** Minutes east of Greenwich at an instant. Throws RangeError for a zone that does not exist. */
function zoneOffset(instant: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      timeZoneName: 'longOffset',
      hour: '2-digit',
    })
    formats.set(zone, format)
  }
  const name =
    format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? 0 : readOffset(name.slice(3))
}
