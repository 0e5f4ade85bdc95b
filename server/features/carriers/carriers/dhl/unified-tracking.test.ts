import { describe, expect, test } from 'vitest'
import { openUntilHere } from '../circuit.fixture.ts'
import { isTrackSub } from '#contracts/tracking/tracking.states.ts'
import { dhlMapping } from '#seeds/reference/carrier-codes.ts'
import { dhlTracking } from '../index.ts'
import type { CallDeps, DhlTrackingConfig, TrackResult } from '../index.ts'

const config: DhlTrackingConfig = {
  courier: 'dhl',
  baseUrl: 'https://api-eu.dhl.com',
  apiKey: 'k',
  service: 'parcel-de',
  language: 'en',
  sandbox: false,
  hook: null,
  timeZones: {},
  callsPerDay: 250,
}

const problem = (status: number): Response =>
  Response.json({ title: 'No result found', status }, { status })

function adapter(
  answer: (url: URL, headers: Headers) => Response,
  more: Partial<DhlTrackingConfig> = {},
) {
  const requested: string[] = []
  const deps: CallDeps = {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requested.push(request.url)
      return answer(new URL(request.url), request.headers)
    },
    clock: () => Date.parse('2026-03-02T08:00:00Z'),
    sleep: async () => {},
    random: () => 0,
    newId: () => 'id',
    turn: async () => 0,
    openUntil: openUntilHere(),
    log: () => {},
  }
  const made = dhlTracking({ ...config, ...more }, deps)
  const track = (...numbers: string[]): Promise<TrackResult[]> =>
    made.track?.(numbers) ?? Promise.resolve([])
  return { made, requested, track }
}

// As DHL's divisions really fill it: a number as id, a street in the locality, a time without
// offset.
const express = {
  shipments: [
    {
      id: 7777777770,
      status: { timestamp: '2018-03-02T07:53:47Z', statusCode: 'pre-transit', status: 'DELIVERED' },
      estimatedTimeOfDelivery: '2018-08-03T00:00:00Z',
      details: {
        proofOfDelivery: {
          timestamp: '2018-09-05T16:33:00Z',
          documentUrl: 'https://pod.test/1',
          signed: { givenName: 'Jo', familyName: 'Do' },
        },
      },
      events: [
        {
          timestamp: '2018-03-02T07:53:47',
          location: { address: { countryCode: 'NL', addressLocality: 'Oderweg 2, AMSTERDAM' } },
          statusCode: 'pre-transit',
          status: 'DELIVERED',
          description: 'Announced\u0000',
        },
        null,
        { statusCode: 7 },
        {},
      ],
    },
  ],
}

describe('asking', () => {
  test('one GET per number with key, division and language', async () => {
    const { track, requested } = adapter((_url, headers) =>
      headers.get('dhl-api-key') === 'k' ? problem(404) : problem(500),
    )
    const results = await track('00340434161094000001', 'A B&c=1')
    expect(results.map((result) => result.outcome)).toEqual(['unknown', 'unknown'])
    expect(requested).toEqual([
      'https://api-eu.dhl.com/track/shipments?trackingNumber=00340434161094000001&service=parcel-de&language=en',
      'https://api-eu.dhl.com/track/shipments?trackingNumber=A+B%26c%3D1&service=parcel-de&language=en',
    ])
  })

  test('a number refused does not stop the others; a dead carrier or key does', async () => {
    const one = adapter((url) =>
      problem(url.searchParams.get('trackingNumber') === 'bad1' ? 400 : 404),
    )
    expect((await one.track('bad1', 'good1')).map((result) => result.outcome)).toEqual([
      'failed',
      'unknown',
    ])

    for (const [status, kind] of [
      [401, 'auth'],
      [503, 'server'],
      [429, 'busy'],
    ] as const) {
      const all = adapter(() => problem(status))
      const results = await all.track('a1', 'a2', 'a3')
      expect(results.map((result) => result.outcome === 'failed' && result.error.kind)).toEqual([
        kind,
        kind,
        kind,
      ])
      expect(new Set(all.requested).size).toBe(1)
    }
  })

  test('Retry-After reaches the caller', async () => {
    const { track } = adapter(
      () => new Response('', { status: 429, headers: { 'retry-after': '900' } }),
    )
    const [result] = await track('a1')
    expect(result).toMatchObject({
      outcome: 'failed',
      error: { retryable: true, retryAfterMs: 900_000 },
    })
  })

  test('no JSON is a bad reply; JSON of another kind knows no such number', async () => {
    const [html] = await adapter(() => new Response('<html>')).track('a1')
    expect(html).toMatchObject({ outcome: 'failed', error: { kind: 'badReply', retryable: false } })
    for (const body of [
      'null',
      '[]',
      '"x"',
      '{"shipments":null}',
      '{"shipments":[]}',
      '{"shipments":{"id":1}}',
    ]) {
      expect((await adapter(() => new Response(body)).track('a1'))[0]?.outcome).toBe('unknown')
    }
  })

  test('health: "not found" is well, a refused key is not', async () => {
    expect(await adapter(() => problem(404)).made.health()).toEqual({ ok: true, detail: 'ok' })
    expect(await adapter(() => problem(403)).made.health()).toEqual({ ok: false, detail: 'auth' })
  })

  test('plain http is for the sandbox only', () => {
    expect(() => adapter(() => problem(404), { baseUrl: 'http://127.0.0.1:8080' })).toThrow('https')
    expect(() =>
      adapter(() => problem(404), { baseUrl: 'http://127.0.0.1:8080/boot/sim', sandbox: true }),
    ).not.toThrow()
  })

  test('a base address with a path keeps it', async () => {
    const { track, requested } = adapter(() => problem(404), {
      baseUrl: 'https://h.test/boot/sim/',
      service: null,
    })
    await track('a1')
    expect(requested).toEqual([
      'https://h.test/boot/sim/track/shipments?trackingNumber=a1&language=en',
    ])
  })
})

describe('reading', () => {
  test('the real shape, odd events passed over', async () => {
    const [result] = await adapter(() => Response.json(express)).track('7777777770')
    if (result?.outcome !== 'found') throw new Error('not found')
    expect(result.events).toHaveLength(2)
    expect(result.events[0]).toMatchObject({
      trackNo: '7777777770',
      rawCode: 'pre-transit',
      rawText: 'Announced',
      rawTime: '2018-03-02T07:53:47',
      timeZone: null,
      place: 'AMSTERDAM',
      country: 'NL',
      source: 'poll',
    })
    expect(result.events[1]).toMatchObject({ rawCode: '7', rawTime: '' })
    expect(result.pod).toEqual({
      time: '2018-09-05T16:33:00Z',
      signedBy: 'Jo Do',
      signatureUrl: null,
      documentUrl: 'https://pod.test/1',
    })
    expect(result.expected).toBe('2018-08-03T00:00:00Z')
  })

  test('a zone is used only for the countries it is confirmed for', async () => {
    const [result] = await adapter(() => Response.json(express), {
      timeZones: { NL: 'Europe/Amsterdam' },
    }).track('7777777770')
    expect(result?.outcome === 'found' && result.events[0]?.timeZone).toBe('Europe/Amsterdam')
  })

  test('the number keeps our spelling though DHL drops its zeros; among several the one asked for', async () => {
    const event = { timestamp: '2026-01-01T00:00:00Z', statusCode: 'transit', description: 'x' }
    const body = {
      shipments: [
        { id: '999', events: [event, event] },
        { id: '340434161094000001', events: [event] },
      ],
    }
    const [result] = await adapter(() => Response.json(body)).track('00340434161094000001')
    expect(
      result?.outcome === 'found' && result.events.map((reported) => reported.trackNo),
    ).toEqual(['00340434161094000001'])
    expect((await adapter(() => Response.json(body)).track('123'))[0]?.outcome).toBe('unknown')
  })

  test('a standard event code in status is the code, a word is not', async () => {
    const events = ['ZU', 'STORN', 'DELIVERED', 'Delivered'].map((status) => ({
      timestamp: '2026-01-01T00:00:00Z',
      statusCode: 'delivered',
      status,
    }))
    const [result] = await adapter(() =>
      Response.json({ shipments: [{ id: 'a1', events }] }),
    ).track('a1')
    expect(
      result?.outcome === 'found' && result.events.map((reported) => reported.rawCode),
    ).toEqual(['ZU', 'STORN', 'delivered', 'delivered'])
  })

  test('a flood of events is cut', async () => {
    const events = Array.from({ length: 2000 }, (_, i) => ({
      timestamp: '2026-01-01T00:00:00Z',
      status: `s${i}`,
    }))
    const [result] = await adapter(() =>
      Response.json({ shipments: [{ id: 'a1', events }] }),
    ).track('a1')
    expect(result?.outcome === 'found' && result.events.length).toBe(500)
  })
})

describe('the default mapping', () => {
  const rows = dhlMapping('dhl')

  test('knows the standard events, STORN and the unified codes, each with a sub-status of its status', () => {
    const codes = new Set(rows.filter((row) => row.textPattern === null).map((row) => row.rawCode))
    for (const code of 'VA AE AN ES AA EE NB PO ZU ZN ZF LA ZO BV GT DD STORN pre-transit transit delivered failure'.split(
      ' ',
    )) {
      expect([code, codes.has(code)]).toEqual([code, true])
    }
    for (const { to } of rows)
      if (to.effect === 'move')
        expect([to.status, isTrackSub(to.status, to.sub)]).toEqual([to.status, true])
  })

  test('ids are unique', () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })
})
