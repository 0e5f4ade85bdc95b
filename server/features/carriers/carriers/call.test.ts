import { describe, expect, test } from 'vitest'
import { openUntilHere } from './circuit.fixture.ts'
import { callGuard, readRetryAfter } from './call.ts'
import type { CallDeps, CallLimits, CallRecord, CarrierRequest } from './call.ts'
import { CarrierError } from './carrier-error.ts'
import type { CarrierErrorKind } from './carrier-error.ts'

type Reply = () => Response | Promise<Response>

const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response('body', { status: code, headers })
const broken: Reply = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
  )

function bench(replies: Reply | Reply[], limits: Partial<CallLimits> = {}) {
  let next = 0
  const queue = Array.isArray(replies) ? [...replies] : null
  const seen = {
    calls: 0,
    waits: [] as number[],
    log: [] as CallRecord[],
    init: [] as RequestInit[],
    now: 1_000_000,
  }
  const deps: CallDeps = {
    fetch: async (_url, init = {}) => {
      seen.calls += 1
      seen.init.push(init)
      seen.now += 7
      const next = queue ? queue.shift() : (replies as Reply)
      if (!next) throw new Error('one call too many')
      return next()
    },
    clock: () => seen.now,
    sleep: async (ms) => {
      seen.waits.push(ms)
      seen.now += ms
    },
    random: () => 0.5,
    newId: () => 'req-1',
    log: (record) => seen.log.push(record),
    turn: async (intervalMs, withinMs) => {
      const wait = Math.max(0, next - seen.now)
      if (wait >= withinMs) return wait
      next = seen.now + wait + intervalMs
      return wait
    },
    openUntil: openUntilHere(),
  }
  return { seen, call: callGuard('dhl', deps, limits) }
}

const get: CarrierRequest = {
  operation: 'track',
  method: 'GET',
  url: 'https://carrier.test/x?no=SECRETNO',
  headers: { 'DHL-API-Key': 'SECRETKEY' },
}

async function failure(promise: Promise<unknown>): Promise<CarrierError> {
  const error: unknown = await promise.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof CarrierError)) throw new Error('expected a CarrierError', { cause: error })
  return error
}

describe('retries', () => {
  test.each([
    ['network', broken],
    ['busy', status(429)],
    ['server', status(503)],
  ] as [CarrierErrorKind, Reply][])(
    '%s: tried three times with growing waits, then reported',
    async (kind, reply) => {
      const { seen, call } = bench(reply)
      const error = await failure(call(get))
      expect(error).toMatchObject({ kind, retryable: true })
      expect(seen).toMatchObject({ calls: 3, waits: [500, 1000] })
    },
  )

  test('a second try that works is an answer', async () => {
    const { seen, call } = bench([broken, status(200)])
    expect(await call(get)).toMatchObject({ status: 200, body: 'body' })
    expect(seen.calls).toBe(2)
  })

  test.each([400, 401, 404, 422])(
    'HTTP %i is an answer for the adapter, asked once',
    async (code) => {
      const { seen, call } = bench(status(code))
      expect((await call(get)).status).toBe(code)
      expect(seen.calls).toBe(1)
    },
  )

  test('a write is not repeated unless it is declared repeatable', async () => {
    const post = { ...get, method: 'POST' as const, body: '{}' }
    const once = bench(status(500))
    await failure(once.call(post))
    expect(once.seen.calls).toBe(1)
    const again = bench(status(500))
    await failure(again.call({ ...post, repeatable: true }))
    expect(again.seen.calls).toBe(3)
  })

  test('Retry-After is followed, and passed on when it does not fit the deadline', async () => {
    const short = bench([status(429, { 'retry-after': '2' }), status(200)])
    await short.call(get)
    expect(short.seen.waits).toEqual([2000])
    const long = bench(status(503, { 'retry-after': '3600' }))
    expect(await failure(long.call(get))).toMatchObject({
      kind: 'server',
      status: 503,
      retryAfterMs: 3_600_000,
    })
    expect(long.seen.calls).toBe(1)
  })

  test('Retry-After in its two forms; nonsense is none', () => {
    const now = Date.parse('2026-03-02T08:00:00Z')
    expect(readRetryAfter('120', now)).toBe(120_000)
    expect(readRetryAfter('Mon, 02 Mar 2026 08:01:00 GMT', now)).toBe(60_000)
    expect(readRetryAfter('Mon, 02 Mar 2020 08:01:00 GMT', now)).toBe(0)
    expect(readRetryAfter('999999999', now)).toBe(86_400_000)
    expect(readRetryAfter('soon', now)).toBe(null)
    expect(readRetryAfter(null, now)).toBe(null)
  })
})

describe('limits', () => {
  const hang = (init: RequestInit | undefined): Promise<Response> =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    )

  test('the deadline ends a call that hangs', async () => {
    const { seen, call } = bench(() => hang(seen.init.at(-1)), { deadlineMs: 5 })
    expect(await failure(call(get))).toMatchObject({ kind: 'timeout', retryable: true })
    expect(seen.calls).toBe(1)
  })

  test('a caller that gives up is not an error of the carrier', async () => {
    const giveUp = new AbortController()
    const { seen, call } = bench(() => {
      const hanging = hang(seen.init.at(-1))
      giveUp.abort()
      return hanging
    })
    expect(await failure(call({ ...get, signal: giveUp.signal }))).toMatchObject({
      kind: 'aborted',
      retryable: false,
    })
  })

  test('an answer above the cap is refused, whether it declares its size or not', async () => {
    const declared = bench(
      () => new Response('x'.repeat(100), { headers: { 'content-length': '100' } }),
      { maxBytes: 99 },
    )
    expect((await failure(declared.call(get))).kind).toBe('tooLarge')
    let cancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64)),
      cancel: () => {
        cancelled = true
      },
    })
    const streamed = bench(() => new Response(endless), { maxBytes: 1000 })
    expect((await failure(streamed.call(get))).kind).toBe('tooLarge')
    expect(cancelled).toBe(true)
    expect(
      (await bench(() => new Response('ä'.repeat(50)), { maxBytes: 100 }).call(get)).body,
    ).toBe('ä'.repeat(50))
  })

  test('redirects are not followed', async () => {
    const { seen, call } = bench(status(200))
    await call(get)
    expect(seen.init[0]).toMatchObject({ redirect: 'error' })
  })

  test('requests keep their distance', async () => {
    const { seen, call } = bench(status(200), { minIntervalMs: 5000, deadlineMs: 6000 })
    await Promise.all([call(get), call(get)])
    expect(seen.waits).toHaveLength(1)
    expect(seen.waits[0]).toBeGreaterThan(4900)
    const tight = bench(status(200), { minIntervalMs: 5000, deadlineMs: 4000 })
    await tight.call(get)
    expect(await failure(tight.call(get))).toMatchObject({ kind: 'busy', retryAfterMs: 4993 })
  })
})

describe('the circuit', () => {
  const once: Partial<CallLimits> = { attempts: 1 }

  async function run(good: number, bad: number, kind: Reply = status(500)) {
    const replies = Array.from({ length: good + bad }, (_, i) => (i < good ? status(200) : kind))
    const open: Reply[] = [...replies, status(200), status(200)]
    const made = bench(open, once)
    for (let i = 0; i < good + bad; i += 1) await made.call(get).catch(() => undefined)
    return made
  }

  test('opens when ten of the last twenty failed, not at nine', async () => {
    const nine = await run(11, 9)
    expect((await nine.call(get)).status).toBe(200)
    const ten = await run(10, 10)
    const error = await failure(ten.call(get))
    expect(error).toMatchObject({ kind: 'circuit', retryable: true, retryAfterMs: 60_000 })
    expect(ten.seen.calls).toBe(20)
  })

  test('does not open before twenty calls, nor over 429, nor over calls given up', async () => {
    expect((await (await run(0, 19)).call(get)).status).toBe(200)
    expect((await (await run(0, 20, status(429))).call(get)).status).toBe(200)
    const giveUp = AbortSignal.abort()
    const impatient = bench([...Array.from({ length: 20 }, () => broken), status(200)], once)
    for (let i = 0; i < 20; i += 1) await failure(impatient.call({ ...get, signal: giveUp }))
    expect((await impatient.call(get)).status).toBe(200)
  })

  test('lets one call through after a minute; success closes it', async () => {
    const { seen, call } = await run(0, 20)
    seen.now += 60_000
    const [first, second] = await Promise.allSettled([call(get), call(get)])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    expect((await call(get)).status).toBe(200)
  })

  test('a trial that fails opens it again', async () => {
    const made = bench(status(500), once)
    for (let i = 0; i < 20; i += 1) await failure(made.call(get))
    made.seen.now += 60_000
    expect((await failure(made.call(get))).kind).toBe('server')
    expect((await failure(made.call(get))).kind).toBe('circuit')
    expect(made.seen.calls).toBe(21)
  })
})

describe('the log', () => {
  test('one line per attempt, with nothing of the address, the headers or the body', async () => {
    const { seen, call } = bench([broken, status(503), status(200)])
    await call(get)
    expect(seen.log).toEqual([
      {
        carrier: 'dhl',
        operation: 'track',
        status: null,
        ms: 7,
        requestId: 'req-1',
        attempt: 1,
        error: 'network',
      },
      {
        carrier: 'dhl',
        operation: 'track',
        status: 503,
        ms: 7,
        requestId: 'req-1',
        attempt: 2,
        error: 'server',
      },
      {
        carrier: 'dhl',
        operation: 'track',
        status: 200,
        ms: 7,
        requestId: 'req-1',
        attempt: 3,
        error: null,
      },
    ])
    expect(JSON.stringify(seen.log)).not.toMatch(/SECRET|carrier\.test/)
  })

  test('errors name the code of the network and not the address', async () => {
    const error = await failure(bench(broken).call(get))
    expect(error.message).toBe('network: ECONNRESET')
  })
})
