import type { CallOptions, CarrierAdapter, TrackResult } from '../adapter.ts'
import { callGuard, type CallDeps, type CallLimits } from '../call.ts'
import { CarrierError } from '../carrier-error.ts'
import { hashOf } from '../dhl/unified-shape.ts'
import { healthOf, inChunks } from '../in-chunks.ts'
import { readGls } from '../payloads/gls-tracking.ts'
import { jsonOf } from '../reply.ts'
import { withToken } from '../token.ts'

export interface GlsTrackingConfig {
  courier: string
  /** `https://api.gls-group.net`, without a slash at the end. */
  baseUrl: string
  /** Client id and client secret with a colon between them. */
  apiKey: string
  sandbox: boolean
  limits?: Partial<CallLimits>
  /** GLS allows 500 requests a day unless agreed otherwise. */
  callsPerDay: number | null
}

const AT_ONCE = 10
const TRACKING = '/track-and-trace-v1/tracking/simple/trackids/'

/** GLS's track and trace, ten numbers a call (domain 6.2). GLS pushes nothing. */
export function glsTracking(config: GlsTrackingConfig, deps: CallDeps): CarrierAdapter {
  const { courier, baseUrl, limits } = config
  const call = withToken(
    callGuard(courier, deps, limits),
    () => ({
      operation: 'token',
      method: 'POST',
      url: `${baseUrl}/oauth2/v2/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(config.apiKey).toString('base64')}`,
      },
      body: 'grant_type=client_credentials',
      repeatable: true,
    }),
    deps.clock,
  )

  async function ask(
    numbers: readonly string[],
    operation: string,
    options: CallOptions,
  ): Promise<TrackResult[]> {
    const reply = await call({
      operation,
      method: 'GET',
      url: `${baseUrl}${TRACKING}${numbers.map(encodeURIComponent).join(',')}`,
      // One language always: the text is part of an event's key.
      headers: { accept: 'application/json', 'accept-language': 'EN' },
      ...options,
    })
    if (reply.status === 404) return numbers.map((number) => ({ number, outcome: 'unknown' }))
    if (reply.status !== 200)
      throw new CarrierError('refused', `HTTP ${reply.status}`, { status: reply.status })
    const raw = jsonOf(reply)
    const payloadHash = hashOf(reply.body)
    const receivedAt = new Date(deps.clock()).toISOString()
    const { events } = readGls(raw, { courier, source: 'poll', payloadHash, receivedAt })
    return numbers.map((number) => {
      const own = events.filter(({ trackNo }) => isOf(trackNo, number))
      if (own.length === 0) return { number, outcome: 'unknown' }
      return {
        number,
        outcome: 'found',
        events: own.map((event) => ({ ...event, trackNo: number })),
        pod: null,
        expected: null,
        raw,
        payloadHash,
      }
    })
  }

  return {
    courier,
    capabilities: () => ({
      operations: ['track'],
      sandbox: config.sandbox,
      labelFormats: [],
      callsPerDay: config.callsPerDay,
      minIntervalMs: limits?.minIntervalMs ?? 0,
    }),
    // A number that cannot exist: "not found" is the healthy answer.
    health: (options = {}) => healthOf(() => ask(['000000000000'], 'health', options)),
    track: (numbers, options = {}) =>
      inChunks(numbers, AT_ONCE, (chunk) => ask(chunk, 'track', options)),
  }
}

/** GLS answers by the number asked for, or by that without its check digit. */
const isOf = (answered: string, number: string): boolean =>
  answered === number || (answered.length === number.length - 1 && number.startsWith(answered))
