import type { Fields } from '../dhl/unified-shape.ts'
import { list, record, text } from '../dhl/unified-shape.ts'
import {
  errorIn,
  found,
  problem,
  readEvent,
  type PayloadContext,
  type PayloadProblem,
  type ReadEvent,
  type ReadPayload,
} from './payload.ts'

const MAX_NUMBERS = 200
const MAX_PROVIDERS = 20
const MAX_EVENTS = 500

/**
 * 17TRACK as it pushes ({event, data: {number, track_info}}) and as it answers ({code, data:
 * {accepted[], rejected[]}}): the events of every provider. A status without any event is one.
 */
export function readSeventeen(body: unknown, context: PayloadContext): ReadPayload {
  const whole = record(body)
  const data = record(whole['data'])
  const items = itemsOf(whole, data)
  const events = items.flatMap((item) => readItem(item, context))
  if (events.length > 0) return found(events)
  const failed = failureIn(whole, data)
  if (failed) return problem(failed.code, failed.detail)
  if (whole['event'] === 'TRACKING_STOPPED') return problem('stopped')
  const missing = items
    .map((item) => statusOf(record(item['track_info'])))
    .find((status) => status?.startsWith('NotFound'))
  if (missing) return problem('unknownNumber', missing)
  if (items.some((item) => 'track_info' in item)) return problem('noEvents')
  return problem('notTracking')
}

function itemsOf(whole: Fields, data: Fields): Fields[] {
  const many = [
    ...list(data['accepted']),
    ...(Array.isArray(whole['data']) ? list(whole['data']) : []),
    ...('number' in data || 'track_info' in data ? [data] : []),
    ...('number' in whole && 'track_info' in whole ? [whole] : []),
    ...('tracking' in whole || 'latest_status' in whole ? [{ track_info: whole }] : []),
  ]
  return many.slice(0, MAX_NUMBERS).map(record)
}

function readItem(item: Fields, context: PayloadContext): ReadEvent[] {
  const trackNo = text(item['number'], 64) ?? ''
  const info = record(item['track_info'])
  const providers = list(record(info['tracking'])['providers']).slice(0, MAX_PROVIDERS).map(record)
  const latest = record(info['latest_event'])
  const read = (event: Fields) => readOne(trackNo, event, context)
  const events = providers
    .flatMap((provider) => list(provider['events']).slice(0, MAX_EVENTS))
    .map((event) => read(record(event)))
    .filter((event) => event !== null)
  const newest = read(latest)
  const isThere = events.some((event) => newest !== null && instantOf(event) === instantOf(newest))
  const all = newest !== null && !isThere ? [newest, ...events] : events
  if (all.length > 0) return joined(all)
  const reached = list(info['milestone'])
    .map(record)
    .filter((stage) => text(stage['time_iso'], 64) !== null)
    .map((stage) => read({ ...stage, stage: stage['key_stage'] }))
    .filter((event) => event !== null)
  if (reached.length > 0) return reached
  const status = statusOf(info)
  if (status === null || /^NotFound(_Other)?$/.test(status)) return []
  return [
    readEvent(context, {
      trackNo,
      rawCode: status,
      rawText: text(record(info['latest_status'])['sub_status_descr'], 1000) ?? '',
      rawTime: '',
    }),
  ]
}

function statusOf(info: Fields): string | null {
  const status = record(info['latest_status'])
  return text(status['sub_status'], 60) ?? text(status['status'], 60)
}

function readOne(trackNo: string, event: Fields, context: PayloadContext): ReadEvent | null {
  const translated = record(event['description_translation'])
  const words = text(event['description'], 1000) ?? text(translated['description'], 1000)
  const code = text(event['sub_status'], 60) ?? text(event['stage'], 60)
  const time = timeOf(event)
  if (words === null && code === null) return null
  const address = record(event['address'])
  const country = text(address['country'], 3)?.toUpperCase() ?? ''
  return readEvent(context, {
    trackNo,
    rawCode: code,
    rawText: words ?? '',
    ...time,
    place: text(event['location'], 200) ?? text(address['city'], 200),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
  })
}

/**
 * The offset of `time_iso` may be 17TRACK's guess: where the carrier's own time is given without a
 * zone, that time counts, and the offset is unknown.
 */
function timeOf(event: Fields): Pick<ReadEvent, 'rawTime' | 'statedUtc'> {
  const iso = text(event['time_iso'], 64)
  const utc = text(event['time_utc'], 64)
  const raw = record(event['time_raw'])
  const day = text(raw['date'], 20)
  const clock = text(raw['time'], 20)
  const statedUtc = instant(utc ?? iso)
  if (day !== null && clock !== null && text(raw['timezone'], 20) === null)
    return { rawTime: `${day}T${clock}`, statedUtc }
  return { rawTime: iso ?? utc ?? [day, clock].filter(Boolean).join('T'), statedUtc }
}

function instant(time: string | null): string | null {
  if (time === null || !/(Z|[+-]\d{2}:?\d{2})$/i.test(time)) return null
  const parsed = Date.parse(time)
  return Number.isNaN(parsed) ? null : new Date(parsed).toISOString()
}

const instantOf = ({ statedUtc, rawTime }: ReadEvent): string => statedUtc ?? rawTime

/**
 * The same scan of two providers, in the same words: once, with the place where one has it.
 */
function joined(events: readonly ReadEvent[]): ReadEvent[] {
  const distinct = new Map<string, ReadEvent>()
  for (const event of events) {
    const words = event.rawText.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    const key = JSON.stringify([instantOf(event), words || event.rawCode])
    const known = distinct.get(key)
    distinct.set(
      key,
      known
        ? {
            ...known,
            rawCode: known.rawCode ?? event.rawCode,
            place: known.place ?? event.place,
            country: known.country ?? event.country,
          }
        : event,
    )
  }
  return [...distinct.values()]
}

/** What an answer without events is about: the key, the pace, or the number. */
function failureIn(whole: Fields, data: Fields): PayloadProblem | null {
  const rejected = record(list(data['rejected'])[0])
  const first = Object.keys(rejected).length > 0 ? record(rejected['error']) : {}
  const error = record(list(data['errors'])[0])
  const code = Number(first['code'] ?? error['code'] ?? whole['code'] ?? 0)
  const detail = text(first['message'], 300) ?? text(error['message'], 300)
  if (code === -18_019_909) return { code: 'noEvents', detail }
  if (code === -18_019_902 || code === -18_019_903) return { code: 'unknownNumber', detail }
  if (code === -18_019_901) return { code: 'notTracking', detail }
  if ([-18_010_001, -18_010_002, -18_010_004, -18_010_005].includes(code))
    return { code: 'login', detail }
  if (code === -18_019_908 || code === -18_019_907) return { code: 'limit', detail }
  if (code !== 0) return { code: 'carrierError', detail }
  return 'data' in whole ? null : errorIn(whole)
}
