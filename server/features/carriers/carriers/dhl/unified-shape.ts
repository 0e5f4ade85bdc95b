import { createHash } from 'node:crypto'
import type { CarrierEvent, EventSource } from '#contracts/tracking/tracking.events.ts'
import type { ProofOfDelivery } from '../adapter.ts'

/**
 * The shape of DHL's unified tracking, shared by the pulled and the pushed form: shipments[] with
 * status, events[] {timestamp, location.address, statusCode, status, description} and details.
 * Read leniently: DHL's divisions fill it differently (ids come as numbers, times without offset),
 * and one odd event must not cost the others.
 */
export interface UnifiedShipment {
  id: string
  events: CarrierEvent[]
  pod: ProofOfDelivery | null
  expected: string | null
}

export interface UnifiedContext {
  courier: string
  source: Extract<EventSource, 'push' | 'poll'>
  payloadHash: string
  receivedAt: string
  /** Zones by country for times without an offset, where DHL has confirmed them for the account. */
  timeZones: Readonly<Record<string, string>>
}

const MAX_EVENTS = 500

export function readShipments(payload: unknown, context: UnifiedContext): UnifiedShipment[] {
  // As many as the body's size allows: a number that is left out here is lost.
  return list(record(payload)['shipments']).map((shipment) =>
    readShipment(record(shipment), context),
  )
}

function readShipment(shipment: Fields, context: UnifiedContext): UnifiedShipment {
  const id = text(shipment['id'], 64) ?? ''
  const reported = list(shipment['events']).slice(0, MAX_EVENTS).map(record)
  const now = record(shipment['status'])
  const returned = shipment['returnFlag'] === true
  // Some divisions push the present status alone, or one newer than all its events.
  const sources = reported.every((event) => isLater(now, event)) ? [...reported, now] : reported
  const events = sources
    .map((event) => readEvent(id, event, returned, context))
    .filter((event) => event !== null)
  return {
    id,
    events,
    pod: readPod(record(record(shipment['details'])['proofOfDelivery'])),
    expected: text(shipment['estimatedTimeOfDelivery'], 64),
  }
}

/** Whether both have a time, and the first is later. */
function isLater(status: Fields, event: Fields): boolean {
  const [ours, theirs] = [status, event].map((one) => Date.parse(text(one['timestamp'], 64) ?? ''))
  return ours !== undefined && theirs !== undefined && ours > theirs
}

/**
 * DHL's standard event codes (VA, ZU, STORN) and ICE codes (DLVRD); "DELIVERED" is a word, not a
 * code.
 */
const CODE = /^[A-Z]{2,5}$/

function readEvent(
  trackNo: string,
  event: Fields,
  returned: boolean,
  context: UnifiedContext,
): CarrierEvent | null {
  const status = text(event['status'], 200)
  const statusCode = text(event['statusCode'], 64)
  const description = descriptionOf(event)
  const rawTime = text(event['timestamp'], 64)
  if (rawTime === null && status === null && statusCode === null && description === null)
    return null
  const address = record(record(event['location'])['address'])
  const country = text(address['countryCode'], 2)?.toUpperCase() ?? null
  return {
    trackNo,
    courier: context.courier,
    ...codesOf(event, returned),
    rawText: description ?? status ?? statusCode ?? '',
    rawTime: rawTime ?? '',
    timeZone: country === null ? null : (context.timeZones[country] ?? null),
    place: town(text(address['addressLocality'], 200)),
    country,
    source: context.source,
    payloadHash: context.payloadHash,
    receivedAt: context.receivedAt,
  }
}

/**
 * The most exact code there is: ICE with its standard event behind it, the standard event, the
 * unified statusCode. What is delivered of a parcel on its way back, the sender has.
 */
function codesOf(event: Fields, returned: boolean): Pick<CarrierEvent, 'rawCode' | 'reasonCode'> {
  const status = text(event['status'], 200)
  const statusCode = text(event['statusCode'], 64)
  const standard = status !== null && CODE.test(status) ? status : null
  if (returned && statusCode === 'delivered')
    return { rawCode: standard ?? statusCode, reasonCode: 'RETURN' }
  const detailed = text(event['statusDetailed'], 64)
  if (detailed !== null && CODE.test(detailed))
    return { rawCode: detailed, reasonCode: standard && `/${standard}` }
  if (standard !== null) return { rawCode: standard, reasonCode: null }
  // `DELIVERED_AT_PARCELSHOP`, with a description of its own.
  const description = descriptionOf(event)
  const own = status !== null && description !== null && status !== description
  return { rawCode: statusCode, reasonCode: own ? status.slice(0, 60) : null }
}

/** Since April 2024 parcel-de has its words in `remark`, and a code in `status`. */
const descriptionOf = (event: Fields): string | null =>
  text(event['remark'], 1000) ?? text(event['description'], 1000)

/** Town level only: "Oderweg 2, AMSTERDAM" is AMSTERDAM. */
function town(locality: string | null): string | null {
  return (
    locality
      ?.split(',')
      .map((part) => part.trim())
      .find((part) => part !== '' && !/\d/.test(part)) ?? null
  )
}

function readPod(pod: Fields): ProofOfDelivery | null {
  const signed = record(pod['signed'])
  const name =
    text(signed['name'], 200) ??
    [text(signed['givenName'], 100), text(signed['familyName'], 100)]
      .filter((part) => part !== null)
      .join(' ')
  const found = {
    time: text(pod['timestamp'], 64),
    signedBy: name === '' ? null : name,
    signatureUrl: text(pod['signatureUrl'], 2000),
    documentUrl: text(pod['documentUrl'], 2000),
  }
  return Object.values(found).every((value) => value === null) ? null : found
}

export const hashOf = (payload: string | Uint8Array): string =>
  createHash('sha256').update(payload).digest('hex')

export type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const record = (value: unknown): Fields => (isRecord(value) ? value : {})

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * Text or number as clean text; NUL and broken surrogates, which PostgreSQL refuses, are dropped.
 */
export function text(value: unknown, max: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const clean = String(value)
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .slice(0, max)
    .toWellFormed()
  return clean === '' ? null : clean
}
