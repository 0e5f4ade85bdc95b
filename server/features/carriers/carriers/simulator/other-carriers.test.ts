import { describe, expect, test } from 'vitest'
import { openUntilHere } from '../circuit.fixture.ts'
import type { CallDeps } from '../call.ts'
import { adapters, type AccountTerms } from '../adapters.ts'
import { parseSeventeenPush } from '../seventeen/push.ts'
import type { SimWorld } from './sim-world.ts'
import { seventeenPush, stoppedPush } from './seventeen-answers.ts'

const NOW = '2026-03-20T08:00:00.000Z'
const parcel = {
  startedAt: '2026-03-02T08:00:00.000Z',
  depot: { city: 'Köln', country: 'DE' },
  destination: { city: 'Bonn', country: 'DE' },
}
const world = (change: Partial<SimWorld> = {}): SimWorld => ({
  now: () => NOW,
  speed: 1,
  apiKey: null,
  isKnown: (number) => (number.startsWith('9') ? null : parcel),
  ...change,
})
const terms: AccountTerms = {
  courier: 'C',
  apiBase: 'https://carrier.invalid',
  simulated: true,
  apiKey: '',
  hook: null,
  callsPerDay: null,
  limits: { attempts: 1 },
}
const depsOf = (fetchWith: typeof fetch): CallDeps => ({
  fetch: fetchWith,
  clock: () => Date.parse(NOW),
  sleep: async () => undefined,
  random: () => 0.5,
  newId: () => 'id',
  turn: async () => 0,
  openUntil: openUntilHere(),
  log: () => undefined,
})
const KINDS = ['gls', '17track'] as const
const carrier = (name: (typeof KINDS)[number], fetchWith?: typeof fetch) =>
  adapters[name]!.make(terms, depsOf(fetchWith ?? adapters[name]!.simulator!(world())))

describe.each(KINDS)('the simulator of %s', (name) => {
  test('is asked as the carrier is: one it knows, one it does not, many at once', async () => {
    const adapter = carrier(name)
    expect(await adapter.health()).toEqual({ ok: true, detail: 'ok' })
    const numbers = Array.from({ length: 45 }, (_, at) => String(276_000_000_010 + at * 10))
    const asked = [...numbers, '900000000001']
    await adapter.track!(asked)
    const results = await adapter.track!(asked)
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...numbers.map(() => 'found'),
      'unknown',
    ])
    expect(results[0]).toMatchObject({ number: numbers[0] })
    const [first] = results
    expect(first?.outcome === 'found' && first.events).toHaveLength(6)
  })

  test('a carrier that is busy, late, broken or talks nonsense fails the call, and is well after', async () => {
    const simulated = adapters[name]!.simulator!(world())
    let mood: (() => Promise<Response>) | null = null
    const adapter = carrier(name, (input, init) => (mood ? mood() : simulated(input, init)))
    const kindOf = async () => {
      const [one] = await adapter.track!(['276000000010'])
      return one?.outcome === 'failed' ? one.error.kind : one?.outcome
    }
    await kindOf()
    expect(await kindOf()).toBe('found')
    mood = () => Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': '7' } }))
    const [busy] = await adapter.track!(['276000000010'])
    expect(busy).toMatchObject({ error: { kind: 'busy', retryAfterMs: 7000 } })
    mood = () => Promise.resolve(new Response('', { status: 503 }))
    expect(await kindOf()).toBe('server')
    mood = () => Promise.resolve(new Response('<html>we are back soon</html>'))
    expect(await kindOf()).toBe('badReply')
    mood = () => Promise.resolve(Response.json([null, { parcels: 7, data: 'x' }, 'y'.repeat(9999)]))
    expect(await kindOf()).not.toBe('found')
    mood = null
    expect(await kindOf()).toBe('found')
  })
})

test.each(KINDS)('an answer of %s that is too late counts as none', async (name) => {
  const never: typeof fetch = (_, init) =>
    new Promise((_answer, fail) => {
      init?.signal?.addEventListener('abort', () => fail(init.signal?.reason as Error))
    })
  const patience = { ...terms, limits: { attempts: 1, deadlineMs: 50 } }
  const [late] = await adapters[name]!.make(patience, depsOf(never)).track!(['276000000010'])
  expect(late).toMatchObject({ outcome: 'failed', error: { kind: 'timeout' } })
})

test('every fiftieth call of a busy world is refused', async () => {
  let calls = 0
  const busy = world({ callNo: () => ++calls })
  for (const name of KINDS) {
    const adapter = carrier(name, adapters[name]!.simulator!(busy))
    await adapter.track!(['276000000010'])
    calls = 49
    const results = await adapter.track!(['276000000010'])
    expect([name, results[0]]).toMatchObject([name, { outcome: 'failed', error: { kind: 'busy' } }])
  }
})

test('17TRACK stops and takes up again what it follows, and nothing else', async () => {
  const simulated = adapters['17track']!.simulator!(world())
  const call = async (operation: string, number: string, token = 'k') => {
    const answer = await simulated(`https://api.17track.net/track/v2.2/${operation}`, {
      method: 'POST',
      headers: { '17token': token },
      body: JSON.stringify([{ number }]),
    })
    const { code, data } = (await answer.json()) as {
      code: number
      data: { accepted?: unknown[]; rejected?: { error: { code: number } }[] }
    }
    return code || (data.accepted?.length ? 'done' : data.rejected?.[0]?.error.code)
  }
  expect(await call('gettrackinfo', 'RR123456785CN')).toBe(-18_019_902)
  expect(await call('register', 'ABC')).toBe(-18_019_903)
  expect(await call('register', 'RR123456785CN')).toBe('done')
  expect(await call('register', 'RR123456785CN')).toBe(-18_019_901)
  expect(await call('retrack', 'RR123456785CN')).toBe(-18_019_904)
  expect(await call('stoptrack', 'RR123456785CN')).toBe('done')
  expect(await call('stoptrack', 'RR123456785CN')).toBe(-18_019_906)
  expect(await call('gettrackinfo', 'RR123456785CN')).toBe('done')
  expect(await call('retrack', 'RR123456785CN')).toBe('done')
  expect(await call('stoptrack', 'LX000000005CN')).toBe(-18_019_902)
  expect(await call('retrack', 'LX000000005CN')).toBe(-18_019_902)
  expect(await call('gettrackinfo', 'RR123456785CN', '')).toBe(-18_010_002)
})

test('pushes of the simulated 17TRACK are signed; without a key of its own none is opened', () => {
  const push = seventeenPush('key', '276000000010', parcel, NOW)!
  const read = (key: string, sent = push) =>
    parseSeventeenPush(sent.headers, sent.body, { courier: 'C', key }, NOW)
  const done = read('key')
  expect(done).toMatchObject({ verified: true, kind: 'events' })
  expect(done.verified && done.kind === 'events' && done.events).toHaveLength(6)
  expect(read('other')).toMatchObject({ verified: false })
  expect(read('key', stoppedPush('key', 'X'))).toMatchObject({ verified: true, kind: 'other' })
  const simulated = carrier('17track')
  for (const key of ['simulator', ''])
    expect(
      simulated.parsePush!(seventeenPush(key, '1', parcel, NOW)!.headers, push.body),
    ).toMatchObject({ verified: false, reason: 'notConfigured' })
})
