import type { Fields } from '../dhl/unified-shape.ts'
import { list, record, text } from '../dhl/unified-shape.ts'
import {
  errorIn,
  found,
  problem,
  readEvent,
  type PayloadContext,
  type ReadEvent,
  type ReadPayload,
} from './payload.ts'

/** Most parcels and events of one answer; GLS answers ten parcels. */
const MAX_PARCELS = 200
const MAX_EVENTS = 500
const SHOP = 'DELIVEREDPS'

/**
 * GLS's track and trace: parcels[] {requested, unitno, status, events[]}. The number is the one
 * asked for: `unitno` lacks its check digit. Older forms of GLS are read too: `tuStatus` of the
 * public page, `UnitDetail` of ShipIT, `ParcelStatusList` of MyGLS.
 */
export function readGls(body: unknown, context: PayloadContext): ReadPayload {
  const whole = record(body)
  const parcels = parcelsOf(body)
  if (parcels.length === 0) {
    if ('parcels' in whole || 'tuStatus' in whole) return problem('noEvents')
    const error = errorIn(whole)
    return error ? problem(error.code, error.detail) : problem('notTracking')
  }
  const events = parcels.flatMap((parcel) => readParcel(parcel, context))
  if (events.length > 0) return found(events)
  const failed = parcels.find((parcel) => text(parcel['errorCode'], 60) !== null)
  if (!failed) return problem('noEvents')
  const code = text(failed['errorCode'], 60) ?? ''
  return problem(
    code.startsWith('E_404') ? 'unknownNumber' : 'carrierError',
    text(failed['errorMessage'], 300),
  )
}

function parcelsOf(body: unknown): Fields[] {
  const whole = record(body)
  const one = (value: unknown) => (Object.keys(record(value)).length > 0 ? [record(value)] : [])
  const many = Array.isArray(body)
    ? body
    : [
        ...list(whole['parcels']),
        ...list(whole['tuStatus']),
        ...list(whole['UnitDetail']),
        ...one(whole['UnitDetail']),
        ...('ParcelStatusList' in whole ? [whole] : []),
        ...('events' in whole || ('unitno' in whole && 'status' in whole) ? [whole] : []),
      ]
  return many
    .slice(0, MAX_PARCELS)
    .map(record)
    .filter((parcel) => SHAPES.some((name) => name in parcel))
}
const SHAPES = [
  'events',
  'history',
  'History',
  'ParcelStatusList',
  'errorCode',
  'requested',
  'unitno',
  'tuNo',
]

function readParcel(parcel: Fields, context: PayloadContext): ReadEvent[] {
  if (text(parcel['errorCode'], 60) !== null) return []
  const trackNo =
    ['requested', 'unitno', 'tuNo', 'TrackID', 'ParcelNumber']
      .map((name) => text(parcel[name], 64))
      .find((value) => value !== null) ?? ''
  const status = text(parcel['status'], 60)?.toUpperCase() ?? null
  const statusTime = text(parcel['statusDateTime'], 64)
  const events = [
    ...list(parcel['events']).map((event) => plainEvent(record(event))),
    ...list(parcel['history']).map((event) => pageEvent(record(event))),
    ...list(parcel['History']).map((event) => unitEvent(record(event))),
    ...list(parcel['ParcelStatusList']).map((event) => myGlsEvent(record(event))),
  ]
    .slice(0, MAX_EVENTS)
    .filter((event) => event.rawTime !== '' || event.rawCode !== null || event.rawText !== '')
    .map((event) => atShop(event, status, statusTime))
    .map((event) => readEvent(context, { trackNo, ...event }))
  // The present status is an event where there is none, or where it denies the newest.
  const [newest] = events.toSorted((a, b) => (isLater(a.rawTime, b.rawTime) ? -1 : 1))
  const isNewer =
    newest === undefined
      ? status !== null
      : isLater(statusTime, newest.rawTime) && denies(status, newest.rawCode)
  return isNewer && status !== null && status !== 'FINAL'
    ? [
        readEvent(context, {
          trackNo,
          rawCode: status,
          rawText: '',
          rawTime: statusTime ?? '',
        }),
        ...events,
      ]
    : events
}

/** What GLS shows of a parcel, against the event it shows as its last: where they do not agree. */
const AGREEING: Readonly<Record<string, RegExp>> = {
  PREADVICE: /^INTIAL/,
  PLANNEDPICKUP: /^INTIAL/,
  INPICKUP: /^INTIAL/,
  INTRANSIT: /^(?!DELIVD)/,
  INWAREHOUSE: /^(?!DELIVD)/,
  INDELIVERY: /^OUTDEL/,
  DELIVERED: /^DELIVD/,
  DELIVEREDPS: /^(DELIVD|DELIVEREDPS)/,
  NOTDELIVERED: /^(NOTDEL|INBOUD)/,
}
const denies = (status: string | null, code: string | null): boolean =>
  status !== null && code !== null && AGREEING[status]?.test(code) === false

type Read = Pick<ReadEvent, 'rawCode' | 'reasonCode' | 'rawText' | 'rawTime' | 'place' | 'country'>

const NUMBER = /^\d{1,3}\.\d{1,4}$/

function plainEvent(event: Fields): Read {
  const code = text(event['code'], 60)
  const number = text(list(event['evtNos'])[0] ?? event['eventNumber'], 20)
  return {
    ...codes(code, number),
    rawText: text(event['description'], 1000) ?? '',
    rawTime: text(event['eventDateTime'], 64) ?? '',
    place: text(event['city'], 200),
    country: countryOf(event['country'] ?? event['countryCode']),
  }
}

/** `{date, time, evtDscr, address: {city, countryCode}}`: wall time, no offset. */
function pageEvent(event: Fields): Read {
  const address = record(event['address'])
  const number = text(list(event['evtNos'])[0] ?? event['evtNo'], 20)
  return {
    ...codes(null, number),
    rawText: text(event['evtDscr'], 1000) ?? '',
    rawTime: [text(event['date'], 20), text(event['time'], 20)].filter(Boolean).join(' '),
    place: text(address['city'], 200),
    country: countryOf(address['countryCode']),
  }
}

function unitEvent(event: Fields): Read {
  const code = text(event['StatusCode'], 60)
  return {
    ...(code !== null && NUMBER.test(code) ? codes(null, code) : codes(code, null)),
    rawText: text(event['Description'], 1000) ?? '',
    rawTime: text(event['Date'], 64) ?? '',
    place: text(event['Location'], 200),
    country: countryOf(event['Country'] ?? event['CountryCode']),
  }
}

/** Numbers of MyGLS, with a time as `/Date(1764230400000+0100)/`. */
function myGlsEvent(event: Fields): Read {
  const time = text(event['StatusDate'], 64) ?? ''
  const ticks = /^\/Date\((-?\d{1,15})([+-]\d{4})?\)\/$/.exec(time)
  const code = text(event['StatusCode'], 20)?.replace(/^0+(?=\d)/, '') ?? null
  const moment = ticks ? new Date(Number(ticks[1])) : null
  return {
    rawCode: code,
    reasonCode: 'mygls',
    rawText: text(event['StatusDescription'], 1000) ?? '',
    rawTime: moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : time,
    place: text(event['DepotCity'], 200),
    country: null,
  }
}

const codes = (code: string | null, number: string | null) => ({
  rawCode: code?.toUpperCase() ?? null,
  reasonCode: number,
})

function countryOf(value: unknown): string | null {
  const code = text(value, 3)?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) ? code : null
}

/** Laid in a shop, the parcel is not with its recipient, whatever the event of that time is called. */
function atShop(event: Read, status: string | null, statusTime: string | null): Read {
  const isIt =
    status === SHOP &&
    event.rawCode !== null &&
    event.rawCode !== SHOP &&
    event.rawCode.startsWith('DELIV') &&
    event.rawCode !== 'DELIVD.DEL_BY_PSAPP' &&
    (statusTime === null || statusTime === event.rawTime)
  return isIt ? { ...event, rawCode: SHOP } : event
}

function isLater(time: string | null, than: string): boolean {
  const [ours, theirs] = [time ?? '', than].map((one) =>
    Date.parse(one.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')),
  )
  return ours !== undefined && theirs !== undefined && ours > theirs
}
