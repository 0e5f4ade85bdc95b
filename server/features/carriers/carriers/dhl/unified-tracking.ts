import type { CallOptions, Capabilities, CarrierAdapter, PodFile, TrackResult } from '../adapter.ts'
import { callGuard } from '../call.ts'
import type { CallDeps, CallLimits, CarrierReply } from '../call.ts'
import { CarrierError } from '../carrier-error.ts'
import { healthOf, inChunks } from '../in-chunks.ts'
import { parseDhlPush } from './push.ts'
import { hashOf, readShipments } from './unified-shape.ts'
import type { UnifiedShipment } from './unified-shape.ts'

export interface DhlTrackingConfig {
  /** The courier's code in our tables. */
  courier: string
  /** `https://api-eu.dhl.com`, without a slash at the end. http only towards the simulator. */
  baseUrl: string
  apiKey: string
  /** DHL division to ask, e.g. `parcel-de`; null lets DHL find it. */
  service: string | null
  /**
   * Keep to one language: the text is part of an event's key, and a second language would double
   * the timeline.
   */
  language: string
  sandbox: boolean
  hook: { header: string; token: string } | null
  /** IANA zones by country for times without an offset; empty = such times stay without UTC. */
  timeZones: Readonly<Record<string, string>>
  limits?: Partial<CallLimits>
  /** The plan a DHL key starts with allows 250 calls a day; null = not limited. */
  callsPerDay: number | null
}

/** Papers that are taken as proofs. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** DHL's unified tracking, pulled and pushed (domain 6.1). */
export function dhlTracking(config: DhlTrackingConfig, deps: CallDeps): CarrierAdapter {
  const base = new URL(config.baseUrl)
  if (base.protocol !== 'https:' && !config.sandbox)
    throw new Error(`courier ${config.courier}: https is required`)
  const call = callGuard(config.courier, deps, config.limits)
  const context = { courier: config.courier, timeZones: config.timeZones }

  async function ask(
    number: string,
    operation: string,
    options: CallOptions,
  ): Promise<CarrierReply> {
    const url = new URL(`${base.pathname.replace(/\/$/, '')}/track/shipments`, base)
    url.searchParams.set('trackingNumber', number)
    if (config.service !== null) url.searchParams.set('service', config.service)
    url.searchParams.set('language', config.language)
    const headers = { 'DHL-API-Key': config.apiKey, accept: 'application/json' }
    const reply = await call({ operation, method: 'GET', url: url.href, headers, ...options })
    if (reply.status === 401 || reply.status === 403)
      throw new CarrierError('auth', 'key not accepted', { status: reply.status })
    if (reply.status !== 200 && reply.status !== 404)
      throw new CarrierError('refused', `HTTP ${reply.status}`, { status: reply.status })
    return reply
  }

  async function trackOne(number: string, options: CallOptions): Promise<TrackResult> {
    const { status, body } = await ask(number, 'track', options)
    if (status === 404) return { number, outcome: 'unknown' }
    const raw = readJson(body)
    const payloadHash = hashOf(body)
    const receivedAt = new Date(deps.clock()).toISOString()
    const found = pick(
      readShipments(raw, { ...context, source: 'poll', payloadHash, receivedAt }),
      number,
    )
    if (!found) return { number, outcome: 'unknown' }
    // DHL drops leading zeros here and there: the number is the one we asked for.
    const events = found.events.map((event) => ({ ...event, trackNo: number }))
    return {
      number,
      outcome: 'found',
      events,
      pod: found.pod,
      expected: found.expected,
      raw,
      payloadHash,
    }
  }

  return {
    courier: config.courier,
    capabilities: (): Capabilities => ({
      operations: ['track', 'parsePush', 'fetchPod'],
      sandbox: config.sandbox,
      labelFormats: [],
      callsPerDay: config.callsPerDay,
      minIntervalMs: config.limits?.minIntervalMs ?? 0,
    }),
    // A number that cannot exist: "not found" is the healthy answer.
    health: (options = {}) => healthOf(() => ask('00000000000000000000', 'health', options)),
    track: (numbers, options = {}) =>
      inChunks(numbers, 1, async ([number = '']) => [await trackOne(number, options)]),
    async fetchPod(trackNo, options = {}): Promise<PodFile | null> {
      const result = await trackOne(trackNo, options)
      if (result.outcome !== 'found' || !result.pod) return null
      const { documentUrl, signatureUrl, time, signedBy } = result.pod
      const link = documentUrl ?? signatureUrl
      // Papers are asked for where the events come from, with the same key, and nowhere else.
      if (link === null || !URL.canParse(link) || new URL(link).host !== base.host) return null
      const headers = { 'DHL-API-Key': config.apiKey }
      const reply = await call({
        operation: 'fetchPod',
        method: 'GET',
        url: link,
        headers,
        ...options,
      })
      if (reply.status === 404) return null
      if (reply.status !== 200)
        throw new CarrierError('refused', `HTTP ${reply.status}`, { status: reply.status })
      const mime = (reply.headers.get('content-type') ?? '').split(';')[0]!.trim()
      const ending = ENDINGS[mime]
      if (ending === undefined) throw new CarrierError('badReply', 'no document')
      return { fileName: `${trackNo}.${ending}`, mime, bytes: reply.bytes, time, signedBy }
    },
    parsePush: (headers, rawBody) =>
      parseDhlPush(headers, rawBody, config, new Date(deps.clock()).toISOString()),
  }
}

const bare = (number: string): string => number.replace(/\s+/g, '').replace(/^0+/, '').toUpperCase()

/**
 * The shipment asked for; a single one under another id is it too (a piece number asked, a shipment
 * answered).
 */
function pick(shipments: readonly UnifiedShipment[], number: string): UnifiedShipment | undefined {
  return (
    shipments.find((shipment) => bare(shipment.id) === bare(number)) ??
    (shipments.length === 1 ? shipments[0] : undefined)
  )
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new CarrierError('badReply', 'no JSON')
  }
}
