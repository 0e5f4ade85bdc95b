import type { CarrierEvent, EventSource } from '#contracts/tracking/tracking.events.ts'
import { list, record, text, type Fields } from '../dhl/unified-shape.ts'

/** An event as a payload has it. */
export interface ReadEvent extends CarrierEvent {
  /** UTC the payload gives next to a wall time whose offset it does not know; its reckoning. */
  statedUtc?: string | null
}

/** Why a payload has no tracking in it. */
export interface PayloadProblem {
  code:
    | 'empty'
    | 'unreadable'
    | 'otherCarrier'
    | 'unknownNumber'
    | 'noEvents'
    | 'login'
    | 'limit'
    | 'handshake'
    | 'stopped'
    | 'carrierError'
    | 'notTracking'
  /** The carrier's own words. */
  detail: string | null
}

export type ReadPayload =
  | { events: readonly ReadEvent[]; problem: null }
  | { events: readonly []; problem: PayloadProblem }

export interface PayloadContext {
  courier: string
  source: EventSource
  payloadHash: string
  receivedAt: string
}

export const problem = (
  code: PayloadProblem['code'],
  detail: string | null = null,
): ReadPayload => ({
  events: [],
  problem: { code, detail },
})

export const found = (events: readonly ReadEvent[]): ReadPayload =>
  events.length === 0 ? problem('noEvents') : { events, problem: null }

/** The rest of an event, where a carrier's shape gives the parts that differ. */
export function readEvent(
  context: PayloadContext,
  given: Pick<CarrierEvent, 'trackNo' | 'rawCode' | 'rawText' | 'rawTime'> &
    Partial<Pick<ReadEvent, 'reasonCode' | 'place' | 'country' | 'statedUtc'>>,
): ReadEvent {
  return { reasonCode: null, timeZone: null, place: null, country: null, ...context, ...given }
}

/** An error as HTTP services write it: a title, a detail, a code of HTTP. */
export function errorIn(body: Fields): PayloadProblem | null {
  const fault = record(body['fault'])
  const inner = record(fault['detail'])
  const detail =
    text(fault['faultstring'], 300) ??
    text(inner['errorcode'], 300) ??
    text(body['detail'], 300) ??
    text(body['errorMessage'], 300) ??
    text(body['message'], 300) ??
    text(body['title'], 300) ??
    text(body['error'], 300) ??
    text(record(list(body['errors'])[0])['message'], 300)
  const status = Number(body['status'] ?? body['statusCode'] ?? Number.NaN)
  const words = `${detail ?? ''} ${text(body['title'], 100) ?? ''}`.toLowerCase()
  const isFault = Object.keys(fault).length > 0
  if (status === 404 || /not found|no result/.test(words)) return { code: 'unknownNumber', detail }
  if (status === 429 || /too many|quota|rate limit/.test(words)) return { code: 'limit', detail }
  if (
    status === 401 ||
    status === 403 ||
    /unauthori|invalid.*token|token.*(expired|invalid)/.test(words)
  )
    return { code: 'login', detail }
  if (status >= 400 || isFault || (detail !== null && 'errors' in body))
    return { code: 'carrierError', detail }
  return null
}

/** Each event once: what differs in nothing but a missing place is the same. */
export function onceEach(events: readonly ReadEvent[], instantOf: (event: ReadEvent) => string) {
  const distinct = new Map<string, ReadEvent>()
  for (const event of events) {
    const words = event.rawText.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    const key = JSON.stringify([
      event.trackNo,
      instantOf(event),
      event.rawCode,
      event.reasonCode,
      words,
    ])
    const known = distinct.get(key)
    if (known && known.place !== null && event.place !== null && known.place !== event.place) {
      distinct.set(`${key}${event.place}`, distinct.get(`${key}${event.place}`) ?? event)
      continue
    }
    if (!known || (known.place === null && event.place !== null)) distinct.set(key, event)
  }
  return [...distinct.values()]
}
