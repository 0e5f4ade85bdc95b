import type { CallOptions, CarrierAdapter, FollowResult, TrackResult } from '../adapter.ts'
import { callGuard, type CallDeps, type CallLimits } from '../call.ts'
import { CarrierError } from '../carrier-error.ts'
import { hashOf, list, record, text, type Fields } from '../dhl/unified-shape.ts'
import { healthOf, inChunks } from '../in-chunks.ts'
import { readSeventeen } from '../payloads/seventeen-track.ts'
import { jsonOf } from '../reply.ts'
import { parseSeventeenPush } from './push.ts'

export interface SeventeenConfig {
  courier: string
  /** `https://api.17track.net`, without a slash at the end. */
  baseUrl: string
  apiKey: string
  /** What its pushes are signed with: the account's key; empty: none is accepted. */
  pushKey: string
  sandbox: boolean
  limits?: Partial<CallLimits>
  callsPerDay: number | null
}

const AT_ONCE = 40
const VERSION = '/track/v2.2/'
const NOT_REGISTERED = -18_019_902
const [NOT_STOPPED, RETRACKED, NOT_TRACKED] = [-18_019_904, -18_019_905, -18_019_906]
const KEY_REFUSED: ReadonlySet<number> = new Set([-18_010_001, -18_010_002, -18_010_004])
const QUOTA_USED: ReadonlySet<number> = new Set([-18_019_907, -18_019_908])

/** 17TRACK, a collector of many carriers' news, asked and pushed (domain 6.3). */
export function seventeenTracking(config: SeventeenConfig, deps: CallDeps): CarrierAdapter {
  const { courier, baseUrl, apiKey, pushKey, limits } = config
  const call = callGuard(courier, deps, limits)

  async function ask(operation: string, body: unknown, options: CallOptions) {
    const reply = await call({
      operation,
      method: 'POST',
      url: `${baseUrl}${VERSION}${operation}`,
      headers: { '17token': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      repeatable: true,
      ...options,
    })
    if (reply.status === 401 || reply.status === 403)
      throw new CarrierError('auth', 'key not accepted', { status: reply.status })
    if (reply.status !== 200)
      throw new CarrierError('refused', `HTTP ${reply.status}`, { status: reply.status })
    const whole = record(jsonOf(reply))
    const code = errorCode(whole)
    if (KEY_REFUSED.has(code)) throw new CarrierError('auth', 'key not accepted')
    if (QUOTA_USED.has(code)) throw new CarrierError('busy', `code ${code}`)
    if (code !== 0) throw new CarrierError('refused', `code ${code}`)
    return { data: record(whole['data']), payloadHash: hashOf(reply.body) }
  }

  /** Numbers 17TRACK does not follow yet are registered: it asks their carriers, then pushes. */
  async function track(numbers: readonly string[], options: CallOptions): Promise<TrackResult[]> {
    const items = numbers.map((number) => ({ number }))
    const { data, payloadHash } = await ask('gettrackinfo', items, options)
    const unregistered = list(data['rejected'])
      .map(record)
      .filter((one) => Number(record(one['error'])['code']) === NOT_REGISTERED)
      .map((one) => text(one['number'], 64))
    const fresh = numbers.filter((number) => unregistered.includes(number))
    if (fresh.length > 0) await ask('register', fresh.map(registration), options)
    const accepted = list(data['accepted']).map(record)
    const context = {
      courier,
      source: 'poll' as const,
      payloadHash,
      receivedAt: new Date(deps.clock()).toISOString(),
    }
    return numbers.map((number) => {
      const raw = accepted.find((item) => text(item['number'], 64) === number)
      const { events } = raw ? readSeventeen(raw, context) : { events: [] }
      return events.length === 0
        ? { number, outcome: 'unknown' }
        : { number, outcome: 'found', events, pod: null, expected: null, raw, payloadHash }
    })
  }

  /** Those it refuses because they are so already are done. */
  async function follow(
    operation: 'stoptrack' | 'retrack',
    numbers: readonly string[],
    options: CallOptions,
  ): Promise<FollowResult[]> {
    const items = numbers.map((number) => ({ number }))
    const { data } = await ask(operation, items, options)
    const refused = new Map(
      list(data['rejected'])
        .map(record)
        .map((one) => [text(one['number'], 64), record(one['error'])]),
    )
    // One it does not know is registered when it is asked about next.
    const fine = [NOT_REGISTERED, operation === 'stoptrack' ? NOT_TRACKED : NOT_STOPPED]
    return numbers.map((number): FollowResult => {
      const error = refused.get(number)
      const code = Number(error?.['code'])
      if (!error || fine.includes(code)) return { number, outcome: 'done' }
      if (code === RETRACKED) return { number, outcome: 'once' }
      return { number, outcome: 'refused', reason: text(error['message'], 200) ?? `code ${code}` }
    })
  }

  return {
    courier,
    capabilities: () => ({
      operations: ['track', 'stopTracking', 'retrack', 'quota', 'parsePush'],
      sandbox: config.sandbox,
      labelFormats: [],
      callsPerDay: config.callsPerDay,
      minIntervalMs: limits?.minIntervalMs ?? 0,
    }),
    health: (options = {}) => healthOf(() => ask('getquota', {}, options)),
    track: (numbers, options = {}) => inChunks(numbers, AT_ONCE, (chunk) => track(chunk, options)),
    stopTracking: (numbers, options = {}) =>
      inChunks(numbers, AT_ONCE, (chunk) => follow('stoptrack', chunk, options)),
    retrack: (numbers, options = {}) =>
      inChunks(numbers, AT_ONCE, (chunk) => follow('retrack', chunk, options)),
    async quota(options = {}) {
      const { data } = await ask('getquota', {}, options)
      return {
        total: counted(data['quota_total']),
        used: counted(data['quota_used']),
        left: counted(data['quota_remain']),
      }
    },
    parsePush: (headers, rawBody) =>
      parseSeventeenPush(
        headers,
        rawBody,
        { courier, key: pushKey },
        new Date(deps.clock()).toISOString(),
      ),
  }
}

const counted = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

const registration = (number: string) => ({ number, auto_detection: true })

function errorCode(whole: Fields): number {
  const first = record(list(record(whole['data'])['errors'])[0])
  return Number(first['code'] ?? whole['code'] ?? 0)
}
