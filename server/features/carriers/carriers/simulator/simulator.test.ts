import { describe, expect, test } from 'vitest'
import { answerTrack, script } from '../index.ts'
import type { SimParcel, SimWorld } from '../index.ts'

const parcel: SimParcel = {
  startedAt: '2026-03-02T08:00:00.000Z',
  depot: { city: 'Köln', country: 'DE' },
  destination: { city: 'Oslo', country: 'NO' },
}
const hour = (h: number): string =>
  new Date(Date.parse(parcel.startedAt) + h * 3_600_000).toISOString()
const codes = (number: string, h: number, speed?: number): string =>
  script(number, parcel, hour(h), speed)
    .map((event) => event.status)
    .join(' ')

describe('scripts', () => {
  test('the documented events of the normal story, appearing in their time', () => {
    expect(codes('340', 1000)).toBe('VA ES AA EE PO ZU')
    expect(codes('340', -1)).toBe('')
    expect(codes('340', 0)).toBe('VA')
    expect(codes('340', 20)).toBe('VA ES AA')
  })

  test('chosen by the last digit, letters after it or not', () => {
    expect(codes('XY123456784DE', 1000)).toBe(codes('4', 1000))
    expect(codes('nothing', 1000)).toBe(codes('0', 1000))
  })

  test('the same question has the same answer, and what was reported stays reported', () => {
    for (let digit = 0; digit < 10; digit += 1) {
      const number = `0034043416109400000${digit}`
      const whole = script(number, parcel, hour(1000))
      for (let h = 0; h < 320; h += 5) {
        const sofar = script(number, parcel, hour(h))
        expect(sofar).toEqual(whole.slice(0, sofar.length))
        expect(sofar.every((event) => Date.parse(event.timestamp) <= Date.parse(hour(h)))).toBe(
          true,
        )
      }
      const times = whole.map((event) => event.timestamp)
      expect(times).toEqual(times.toSorted())
    }
  })

  test('at speed 60 an hour’s events appear after a minute', () => {
    expect(codes('340', 2, 60)).toBe('VA ES AA EE PO ZU')
    expect(codes('340', 0.3, 60)).toBe('VA ES AA')
  })

  test('however fast they appear, events carry the hours and days of a journey', () => {
    const at = (destination: SimParcel['destination'], speed: number) =>
      script('340', { ...parcel, destination }, hour(2000), speed).map(({ timestamp }) =>
        Date.parse(timestamp),
      )
    const hoursTo = (city: string, country: string, speed: number) => {
      const times = at({ city, country }, speed)
      for (const [index, time] of times.entries())
        if (index > 0) expect(time - times[index - 1]!).toBeGreaterThan(3_600_000)
      return Math.round((times.at(-1)! - times[0]!) / 3_600_000)
    }
    for (const speed of [1, 60, 1440, 100_000]) {
      expect(hoursTo('Köln', 'DE', speed)).toBeGreaterThanOrEqual(36)
      expect(hoursTo('Oslo', 'NO', speed)).toBeGreaterThanOrEqual(60)
      expect(hoursTo('Richmond', 'US', speed)).toBeGreaterThanOrEqual(156)
    }
  })
})

describe('GET track/shipments', () => {
  const world: SimWorld = {
    isKnown: (number) => (number === '3400' ? parcel : null),
    now: () => hour(1000),
    speed: 1,
    apiKey: 'key',
  }
  const key = { 'dhl-api-key': 'key' }
  const ask = (
    query: Record<string, string | string[] | undefined>,
    headers: Record<string, string> = key,
    more: Partial<SimWorld> = {},
  ) => answerTrack(query, headers, { ...world, ...more })

  test('a known number in DHL’s shape, newest first', async () => {
    const answer = await ask({ trackingNumber: '3400', service: 'parcel-de', language: 'en' })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({
      shipments: [
        {
          id: '3400',
          service: 'parcel-de',
          destination: { address: { countryCode: 'NO', addressLocality: 'Oslo' } },
          status: { statusCode: 'delivered', status: 'ZU' },
          details: { proofOfDelivery: { timestamp: expect.stringMatching(/Z$/) } },
          events: [
            { status: 'ZU' },
            { status: 'PO' },
            { status: 'EE' },
            { status: 'AA' },
            { status: 'ES' },
            { status: 'VA' },
          ],
        },
      ],
    })
  })

  test('unknown, not yet announced, another division: 404 problem', async () => {
    const answers = await Promise.all([
      ask({ trackingNumber: '3401' }),
      ask({ trackingNumber: '3400' }, key, { now: () => hour(-1) }),
      ask({ trackingNumber: '3400', service: 'express' }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(JSON.parse(answer.body)).toMatchObject({ title: 'No result found', status: 404 })
    }
  })

  test('no key or a wrong one 401, no or a doubled number 400', async () => {
    expect((await ask({ trackingNumber: '3400' }, {})).status).toBe(401)
    expect((await ask({ trackingNumber: '3400' }, { 'dhl-api-key': 'x' })).status).toBe(401)
    expect(
      (await ask({ trackingNumber: '3400' }, { 'dhl-api-key': 'any' }, { apiKey: null })).status,
    ).toBe(200)
    expect((await ask({})).status).toBe(400)
    expect((await ask({ trackingNumber: ['3400', '3401'] })).status).toBe(400)
    expect((await ask({ trackingNumber: '<script>' })).status).toBe(400)
  })

  test('busy: every fiftieth call is 429 with Retry-After', async () => {
    let calls = 0
    const busy = { callNo: () => (calls += 1) }
    const statuses: number[] = []
    for (let i = 0; i < 100; i += 1)
      statuses.push((await ask({ trackingNumber: '3400' }, key, busy)).status)
    expect(statuses.flatMap((status, i) => (status === 429 ? [i + 1] : []))).toEqual([50, 100])
    calls = 49
    expect((await ask({ trackingNumber: '3400' }, key, busy)).headers['retry-after']).toBe('5')
  })
})
