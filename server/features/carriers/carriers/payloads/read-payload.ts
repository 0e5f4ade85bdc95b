import type { Dialect } from '#contracts/tracking/test-track.ts'
import { hashOf, list, readShipments, record, text, type Fields } from '../dhl/unified-shape.ts'
import { readDhlXml } from './dhl-business.ts'
import { readGls } from './gls-tracking.ts'
import { errorIn, found, problem, type PayloadContext, type ReadPayload } from './payload.ts'
import { readSeventeen } from './seventeen-track.ts'

/** What of a payload is a carrier's tracking; where it is none, why. Never throws. */
export function readPayload(
  dialect: Dialect,
  payload: unknown,
  of: Pick<PayloadContext, 'courier' | 'source' | 'receivedAt'>,
): ReadPayload {
  const opened = typeof payload === 'string' ? openText(payload) : { value: payload }
  if ('problem' in opened) return problem(opened.problem, opened.detail ?? null)
  const { value, status } = unwrapped(opened.value)
  const context: PayloadContext = {
    ...of,
    payloadHash: hashOf(typeof payload === 'string' ? payload : JSON.stringify(payload ?? null)),
  }
  if (typeof value === 'string') {
    const inner = openText(value)
    if ('problem' in inner)
      return status === null
        ? problem(inner.problem, inner.detail ?? null)
        : failure({ status }, inner.problem)
    return inner.value === value || typeof inner.value === 'string'
      ? readXml(dialect, String(inner.value), context)
      : readJson(dialect, inner.value, context)
  }
  if (value === null || typeof value !== 'object')
    return status === null ? problem('unreadable') : failure({ status }, 'unreadable')
  return readJson(dialect, value, context)
}

type Opened =
  | { value: unknown }
  | { problem: 'empty' | 'unreadable' | 'carrierError'; detail?: string }

/** Text as JSON, or as the XML it is. */
function openText(payload: string): Opened {
  const plain = payload.replace(/^\uFEFF/, '').trim()
  if (plain === '') return { problem: 'empty' }
  if (/^<(!doctype html|html|head|body)\b/i.test(plain)) return { problem: 'carrierError' }
  if (plain.startsWith('<')) return { value: plain }
  try {
    return { value: JSON.parse(plain) as unknown }
  } catch {
    return { problem: 'unreadable' }
  }
}

/** A call as it is kept in a file, `{request, answer: {status, body}}`: the body with the tracking. */
function unwrapped(value: unknown): { value: unknown; status: number | null } {
  const whole = record(value)
  const answer = record(whole['answer'])
  const request = record(whole['request'])
  if (!('answer' in whole) && !('request' in whole)) return { value, status: null }
  const status = typeof answer['status'] === 'number' ? answer['status'] : null
  const body = answer['body']
  if (body !== undefined && body !== '' && body !== null) return { value: body, status }
  if (status !== null && status >= 400) return { value: '', status }
  return { value: request['body'] ?? request['rawBody'] ?? '', status }
}

function failure(body: Fields, otherwise: 'empty' | 'unreadable' | 'carrierError'): ReadPayload {
  const error = errorIn(body)
  return error ? problem(error.code, error.detail) : problem(otherwise)
}

const isDhl = (dialect: Dialect): boolean => dialect === 'dhl' || dialect === 'dhl-parcel-de'

function readXml(dialect: Dialect, xml: string, context: PayloadContext): ReadPayload {
  if (!xml.startsWith('<')) return problem('unreadable')
  return isDhl(dialect) ? readDhlXml(xml, context) : problem('otherCarrier')
}

function readJson(dialect: Dialect, value: unknown, context: PayloadContext): ReadPayload {
  const speaks = speakerOf(value)
  if (speaks !== null && speaks !== (isDhl(dialect) ? 'dhl' : dialect))
    return problem('otherCarrier', NAMES[speaks])
  if (dialect === 'gls') return readGls(value, context)
  if (dialect === '17track') return readSeventeen(value, context)
  return readUnified(value, context)
}

const NAMES = { dhl: 'DHL', gls: 'GLS', '17track': '17TRACK' } as const

/** Whose shape it is beyond doubt. */
function speakerOf(value: unknown): 'dhl' | 'gls' | '17track' | null {
  const whole = record(value)
  if ('shipments' in whole || 'scope' in whole) return 'dhl'
  if ('parcels' in whole || 'tuStatus' in whole || 'UnitDetail' in whole) return 'gls'
  const data = record(whole['data'])
  if ('track_info' in data || 'accepted' in data || 'track_info' in whole) return '17track'
  return null
}

/** DHL's unified tracking, asked or pushed; a subscription's handshake has no parcels. */
function readUnified(value: unknown, context: PayloadContext): ReadPayload {
  const whole = record(value)
  const scope = text(whole['scope'], 60)
  if (scope !== null && scope !== 'subscription.push') return problem('handshake', scope)
  if ('hook' in whole) return problem('handshake')
  const shipments = Array.isArray(value)
    ? list(value)
    : 'shipments' in whole
      ? list(whole['shipments'])
      : 'events' in whole && ('id' in whole || 'service' in whole)
        ? [whole]
        : null
  if (shipments === null) {
    const error = errorIn(whole)
    return error ? problem(error.code, error.detail) : problem('notTracking')
  }
  const read = readShipments(
    { shipments },
    { ...context, source: context.source === 'push' ? 'push' : 'poll', timeZones: {} },
  )
  return found(read.flatMap(({ events }) => events))
}
