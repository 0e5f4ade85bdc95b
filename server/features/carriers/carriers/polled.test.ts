import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openUntilHere } from './circuit.fixture.ts'
import type { CallDeps } from './call.ts'
import { glsTracking } from './gls/gls-tracking.ts'
import { seventeenTracking } from './seventeen/seventeen-tracking.ts'

interface Answer {
  status: number
  headers?: Record<string, string>
  body: unknown
}
const fixture = (name: string) =>
  (
    JSON.parse(
      readFileSync(
        new URL(`../../../../test/fixtures/carriers/${name}.json`, import.meta.url),
        'utf8',
      ),
    ) as { answer: Answer }
  ).answer

/** A carrier that answers by what stands in the address, and remembers what it was asked. */
function world(answers: Record<string, Answer | Answer[]>) {
  const asked: { url: string; body: string; headers: Headers }[] = []
  const deps: CallDeps = {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      asked.push({ url: request.url, body: await request.text(), headers: request.headers })
      const found = Object.entries(answers).find(([part]) => request.url.includes(part))?.[1]
      const one = Array.isArray(found) ? found.shift() : found
      const { status, headers, body } = one ?? { status: 404, body: {} }
      return new Response(JSON.stringify(body), headers ? { status, headers } : { status })
    },
    clock: () => Date.parse('2026-11-28T00:00:00Z'),
    sleep: async () => undefined,
    random: () => 0.5,
    newId: () => 'id',
    turn: async () => 0,
    openUntil: openUntilHere(),
    log: () => undefined,
  }
  return { asked, deps }
}
const token: Answer = { status: 200, body: { access_token: 't', expires_in: 3600 } }
const terms = { sandbox: false, callsPerDay: null }
const glsOf = (deps: CallDeps) =>
  glsTracking(
    { courier: 'GLS', baseUrl: 'https://api.gls-group.net', apiKey: 'id:secret', ...terms },
    deps,
  )
const seventeenOf = (deps: CallDeps) =>
  seventeenTracking(
    {
      courier: '17TRACK',
      baseUrl: 'https://api.17track.net',
      apiKey: 'key',
      pushKey: 'key',
      ...terms,
    },
    deps,
  )

test('GLS: ten numbers a call, one token, answered by the number asked for', async () => {
  const { asked, deps } = world({ token, trackids: fixture('gls-track-e404') })
  const results = await glsOf(deps).track!(['276000000015', '276000000022'])
  expect(results.map(({ outcome }) => outcome)).toEqual(['found', 'unknown'])
  expect(results[0]).toMatchObject({ events: [{ trackNo: '276000000015', courier: 'GLS' }, {}] })
  expect(asked[0]!.headers.get('authorization')).toBe(`Basic ${btoa('id:secret')}`)
  await glsOf(deps).track!(Array.from({ length: 25 }, (_, at) => String(276000000100 + at)))
  const calls = asked.filter(({ url }) => url.includes('trackids'))
  expect(calls.map(({ url }) => url.split('/').at(-1)!.split(',').length)).toEqual([2, 10, 10, 5])
})

test('GLS: a refused key stands for all numbers, and is asked about no further', async () => {
  const { asked, deps } = world({ token: fixture('gls-token-401') })
  const results = await glsOf(deps).track!(Array.from({ length: 30 }, (_, at) => `27600000${at}`))
  expect(results).toHaveLength(30)
  for (const one of results)
    expect(one).toMatchObject({ outcome: 'failed', error: { kind: 'auth' } })
  expect(asked).toHaveLength(1)
  expect(await glsOf(deps).health()).toEqual({ ok: false, detail: 'auth' })
})

test('17TRACK: a number it does not follow yet is registered, one without news is no failure', async () => {
  const notKnown = (code: number) => ({ number: 'RR123456785CN', error: { code, message: '' } })
  const rejected = (code: number): Answer => ({
    status: 200,
    body: { code: 0, data: { accepted: [], rejected: [notKnown(code)] } },
  })
  const { asked, deps } = world({
    gettrackinfo: [rejected(-18_019_902), fixture('17-notyet')],
    register: fixture('17-register-mixed'),
  })
  const carrier = seventeenOf(deps)
  expect(await carrier.track!(['RR123456785CN'])).toMatchObject([{ outcome: 'unknown' }])
  expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(['gettrackinfo', 'register'])
  expect(JSON.parse(asked[1]!.body)).toEqual([{ number: 'RR123456785CN', auto_detection: true }])
  expect(await carrier.track!(['RR123456785CN'])).toMatchObject([{ outcome: 'unknown' }])
  expect(asked).toHaveLength(3)
})

test('17TRACK: what it has is read, a wrong key is the account’s', async () => {
  const push = (
    JSON.parse(
      readFileSync(
        new URL('../../../../test/fixtures/carriers/17-push-updated.json', import.meta.url),
        'utf8',
      ),
    ) as { request: { body: { data: unknown } } }
  ).request.body.data
  const { deps } = world({
    gettrackinfo: [
      { status: 200, body: { code: 0, data: { accepted: [push], rejected: [] } } },
      fixture('17-auth'),
    ],
  })
  const carrier = seventeenOf(deps)
  expect(await carrier.track!(['RR123456785CN'])).toMatchObject([
    { outcome: 'found', events: [{ trackNo: 'RR123456785CN', courier: '17TRACK' }] },
  ])
  expect(await carrier.track!(['RR123456785CN'])).toMatchObject([
    { outcome: 'failed', error: { kind: 'auth' } },
  ])
})
