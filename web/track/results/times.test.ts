import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { event } from '#web/test/track-page.ts'
import { ago, byDay, countryName, dayLabel, newestFirst, waitLabel, zoneLabel } from './times.ts'

beforeEach(() => {
  document.documentElement.lang = 'en-US'
})

const anyEvent = fc
  .record({
    minute: fc.integer({ min: 0, max: 20_000 }),
    offset: fc.constantFrom('+01:00', '+08:00', '-05:00', null),
  })
  .map(({ minute, offset }) => {
    const hours = offset === null ? 0 : Number(offset.slice(0, 3))
    const utc = Date.UTC(2025, 10, 1) + minute * 60_000
    const local = new Date(utc + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    return event({ at: offset === null ? null : new Date(utc).toISOString(), local, offset })
  })

describe('order and days', () => {
  it('ranks by UTC where known, by the wall clock where not, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        const sorted = newestFirst(events)
        expect(new Set(sorted)).toEqual(new Set(events))
        const ranks = sorted.map((each) =>
          Date.parse(each.at ?? `${each.local.replace(' ', 'T')}Z`),
        )
        expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
      }),
    )
  })

  it('keeps the order when cutting into days, and never mixes two days', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        const sorted = newestFirst(events)
        const days = byDay(sorted)
        expect(days.flatMap((day) => day.events)).toEqual(sorted)
        for (const day of days) {
          expect(day.events.every((each) => each.local.startsWith(day.date))).toBe(true)
          const offsets = new Set(day.events.map((each) => each.offset))
          expect(day.offset).toBe(offsets.size > 1 ? 'mixed' : day.events[0]?.offset)
        }
      }),
    )
  })

  it('opens a day again when the parcel flew west and the clock went back', () => {
    const events = newestFirst([
      event({ at: '2025-12-05T22:00:00Z', local: '2025-12-06 06:00', offset: '+08:00' }),
      event({ at: '2025-12-05T22:30:00Z', local: '2025-12-05 23:30', offset: '+01:00' }),
      event({ at: '2025-12-05T23:30:00Z', local: '2025-12-06 00:30', offset: '+01:00' }),
    ])
    expect(byDay(events).map((day) => day.date)).toEqual(['2025-12-06', '2025-12-05', '2025-12-06'])
  })
})

describe('words', () => {
  it.each([
    ['+00:00', 'UTC'],
    ['+01:00', 'UTC+1'],
    ['-05:00', 'UTC-5'],
    ['+05:30', 'UTC+5:30'],
    ['-00:30', 'UTC-0:30'],
    ['CET', 'CET'],
  ])('names the zone %s as %s', (offset, message) => expect(zoneLabel(offset)).toBe(message))

  it('does not move the date into the reader’s zone', () => {
    expect(dayLabel('2025-12-05')).toBe('Fri, Dec 5, 2025')
    document.documentElement.lang = 'zh-CN'
    expect(dayLabel('2025-12-05')).toContain('2025年12月5日')
  })

  it('shows an impossible date as it came', () => expect(dayLabel('2025-13-45')).toBe('2025-13-45'))

  it.each([
    [null, null],
    ['2025-12-05T12:00:30Z', null],
    ['2025-12-05T11:59:30Z', 'this minute'],
    ['2025-12-05T11:15:00Z', '45 minutes ago'],
    ['2025-12-04T13:00:00Z', '23 hours ago'],
    ['2025-12-03T11:00:00Z', '2 days ago'],
  ])('words when %s was', (at, message) =>
    expect(ago(at, Date.parse('2025-12-05T12:00:00Z'))).toBe(message),
  )

  it.each([
    [0, '0 sec'],
    [120, '120 sec'],
    [121, '3 min'],
    [7200, '120 min'],
    [43_201, '13 hr'],
  ])('words a wait of %i seconds as %s', (seconds, message) =>
    expect(waitLabel(seconds)).toBe(message),
  )

  it('names countries in the reader’s language, and unknown ones by their code', () => {
    expect(countryName('DE')).toBe('Germany')
    document.documentElement.lang = 'zh-CN'
    expect(countryName('DE')).toBe('德国')
    expect(countryName('not a code')).toBe('not a code')
  })
})
