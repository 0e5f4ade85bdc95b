import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuiet } from '#contracts/platform/messaging/notify-rules.ts'
import { digestAt, dueAt, quietEnd, wallOf } from './due-times.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ZONES = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'America/Havana',
  'Asia/Tehran',
]
const zone = fc.constantFrom(...ZONES)
/** Moments that lie a few hours around the turn of a clock, and any others. */
const TURNS = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
  '2026-03-08T05:00Z',
].map((text) => Date.parse(text))
const moment = fc.oneof(
  fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2035-01-01') }),
  fc
    .tuple(fc.constantFrom(...TURNS), fc.integer({ min: -30 * HOUR, max: 30 * HOUR }))
    .map(([turn, away]) => turn + away),
)
const time = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minutes) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  )
const quiet = fc.record({ from: time, to: time })
const iso = (at: number) => new Date(at).toISOString()

describe('the end of the quiet hours', () => {
  test('is the first minute that is not quiet, in every zone and whatever the clocks do', () => {
    fc.assert(
      fc.property(quiet, zone, moment, (hours, where, at) => {
        const end = quietEnd(hours, where, at)
        let plain = at
        if (isQuiet(hours, wallOf(where, at).time))
          for (plain = Math.floor(at / MINUTE) * MINUTE; isQuiet(hours, wallOf(where, plain).time);)
            plain += MINUTE
        expect(iso(end)).toBe(iso(plain))
      }),
      { numRuns: 150 },
    )
  })
  test('comes once: from there nothing waits any more', () => {
    fc.assert(
      fc.property(quiet, zone, moment, (hours, where, at) => {
        const end = quietEnd(hours, where, at)
        expect(end).toBeGreaterThanOrEqual(at)
        expect(isQuiet(hours, wallOf(where, end).time)).toBe(false)
        expect(quietEnd(hours, where, end)).toBe(end)
      }),
    )
  })
  test.each([
    [
      'the night the clocks go forward',
      'Europe/Berlin',
      '2026-03-28T22:30:00.000Z',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'the night they go back',
      'Europe/Berlin',
      '2026-10-24T21:30:00.000Z',
      '2026-10-25T06:00:00.000Z',
    ],
    ['a plain night', 'Asia/Shanghai', '2026-05-01T15:00:00.000Z', '2026-05-01T23:00:00.000Z'],
    [
      'the middle of the day',
      'Asia/Shanghai',
      '2026-05-01T05:00:00.000Z',
      '2026-05-01T05:00:00.000Z',
    ],
  ])('%s', (_, where, at, end) =>
    expect(iso(quietEnd({ from: '22:00', to: '07:00' }, where, Date.parse(at)))).toBe(end),
  )
  test('an end the clocks skip is the moment after the skip', () => {
    expect(
      iso(
        quietEnd({ from: '22:00', to: '02:30' }, 'Europe/Berlin', Date.parse('2026-03-29T00:30Z')),
      ),
    ).toBe('2026-03-29T01:00:00.000Z')
  })
})

describe('a digest', () => {
  test('goes out later than it was asked for, at its hour on the person’s wall, with none left out between', () => {
    fc.assert(
      fc.property(
        zone,
        moment,
        fc.constantFrom('daily' as const, 'weekly' as const),
        (where, at, digest) => {
          const then = digestAt(digest, where, at)
          const wall = wallOf(where, then)
          expect(then).toBeGreaterThan(at)
          expect(wall.time).toBe('08:00')
          if (digest === 'weekly') expect(wall.week).toBe(1)
          expect(then - at).toBeLessThanOrEqual(
            (digest === 'daily' ? 25 : 7 * 24 + 1) * HOUR + MINUTE,
          )
        },
      ),
    )
  })
  test('of a week comes on the day one of them comes', () => {
    fc.assert(
      fc.property(zone, moment, (where, at) => {
        const week = digestAt('weekly', where, at)
        expect(digestAt('daily', where, week - MINUTE)).toBe(week)
      }),
    )
  })
  test.each([
    ['daily', 'Asia/Shanghai', '2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'],
    ['daily', 'Asia/Shanghai', '2026-04-30T23:59:00.000Z', '2026-05-01T00:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['weekly', 'Europe/Berlin', '2026-03-23T07:00:00.000Z', '2026-03-30T06:00:00.000Z'],
  ] as const)('%s in %s', (digest, where, at, then) =>
    expect(iso(digestAt(digest, where, Date.parse(at)))).toBe(then),
  )
})

describe('when something goes out', () => {
  const rules = { quiet: { from: '22:00', to: '09:30' }, digest: 'daily' as const }
  const night = Date.parse('2026-05-01T20:00Z')
  const at = (channel: 'email' | 'sms' | 'system', event: 'security' | 'parcelDelivered') =>
    iso(dueAt(channel, event, { rules, zone: 'UTC' }, night + 3 * HOUR))
  test('security and the bell at once, texts after the quiet hours, mails with the digest', () => {
    expect([
      at('email', 'security'),
      at('sms', 'security'),
      at('system', 'parcelDelivered'),
    ]).toEqual(Array.from({ length: 3 }, () => '2026-05-01T23:00:00.000Z'))
    expect([at('sms', 'parcelDelivered'), at('email', 'parcelDelivered')]).toEqual(
      Array.from({ length: 2 }, () => '2026-05-02T09:30:00.000Z'),
    )
  })
  test('never earlier than it happened, never in the quiet hours', () => {
    fc.assert(
      fc.property(
        quiet,
        zone,
        moment,
        fc.constantFrom('off' as const, 'daily' as const, 'weekly' as const),
        fc.constantFrom('email' as const, 'sms' as const),
        (hours, where, happened, digest, channel) => {
          const due = dueAt(
            channel,
            'parcelDelivered',
            { rules: { quiet: hours, digest }, zone: where },
            happened,
          )
          expect(due).toBeGreaterThanOrEqual(happened)
          expect(isQuiet(hours, wallOf(where, due).time)).toBe(false)
        },
      ),
    )
  })
})
