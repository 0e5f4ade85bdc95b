import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offsetText, parseLocalTime } from './normalise-event.ts'

const utc = (raw: string, zone: string | null = null): string | null =>
  parseLocalTime(raw, zone).utc

describe('a carrier’s time', () => {
  test('an offset in the text is the truth, whatever zone is documented', () => {
    expect(parseLocalTime('2026-07-01T14:30:00+02:00', 'Asia/Tokyo')).toEqual({
      utc: '2026-07-01T12:30:00.000Z',
      local: '2026-07-01T14:30:00',
      offsetMin: 120,
      problem: null,
    })
    expect(utc('2018-03-02T07:53:47Z')).toBe('2018-03-02T07:53:47.000Z')
    expect(utc('2026-01-01T00:30:00.1234567-0530')).toBe('2026-01-01T06:00:00.123Z')
    expect(utc('2026-01-01T08:00+08')).toBe('2026-01-01T00:00:00.000Z')
  })

  test('without an offset nothing is guessed, but the wall time is kept', () => {
    expect(parseLocalTime('2018-03-02T07:53:47', null)).toEqual({
      utc: null,
      local: '2018-03-02T07:53:47',
      offsetMin: null,
      problem: 'noOffset',
    })
    expect(parseLocalTime('18.03.2016 10:02', null)).toMatchObject({
      utc: null,
      local: '2016-03-18T10:02:00',
    })
  })

  test('a documented zone is applied, summer and winter', () => {
    expect(utc('18.03.2016 10:02', 'Europe/Berlin')).toBe('2016-03-18T09:02:00.000Z')
    expect(utc('18.07.2016 10:02', 'Europe/Berlin')).toBe('2016-07-18T08:02:00.000Z')
    expect(parseLocalTime('2026-01-01 12:00', 'Asia/Kolkata')).toMatchObject({
      utc: '2026-01-01T06:30:00.000Z',
      offsetMin: 330,
    })
  })

  test('the hour that exists twice and the one that never was stay unknown', () => {
    expect(parseLocalTime('2026-10-25T02:30:00', 'Europe/Berlin')).toMatchObject({
      utc: null,
      problem: 'clockChange',
    })
    expect(parseLocalTime('2026-03-29T02:30:00', 'Europe/Berlin')).toMatchObject({
      utc: null,
      problem: 'clockChange',
    })
    expect(utc('2026-10-25T01:59:00', 'Europe/Berlin')).toBe('2026-10-24T23:59:00.000Z')
    expect(utc('2026-10-25T03:00:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z')
  })

  test('a date alone has no hour', () => {
    expect(parseLocalTime('2026-05-01', 'Europe/Berlin')).toMatchObject({
      utc: null,
      local: '2026-05-01T00:00:00',
      problem: 'dateOnly',
    })
  })

  test.each([
    '',
    'yesterday',
    '03/04/2026 10:00',
    '31.06.2026 10:00',
    '2026-02-30T10:00:00',
    '2026-01-01T24:00:00',
    '2026-13-01',
    '2026-01-01T10:61',
    '2026-01-01T10:00+99:00',
    '2026-01-01T10:00 PM',
  ])('%j is no time', (raw) =>
    expect(parseLocalTime(raw, 'Europe/Berlin')).toEqual({
      utc: null,
      local: null,
      offsetMin: null,
      problem: 'notATime',
    }),
  )

  test('any instant written with any offset is read back, and any text is survived', () => {
    const instants = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(instants, fc.integer({ min: -14 * 60, max: 14 * 60 }), (seconds, offset) => {
        const wall = (seconds + offset * 60) * 1000
        if (wall < 0) return
        const text = new Date(wall).toISOString().slice(0, 19) + offsetText(offset)
        expect(parseLocalTime(text, null)).toMatchObject({
          utc: new Date(seconds * 1000).toISOString(),
          offsetMin: offset,
        })
      }),
    )
    fc.assert(fc.property(fc.string(), (raw) => void parseLocalTime(raw, 'Europe/Berlin')))
  })

  test('a zone’s wall time leads to an instant that shows that wall time', () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Asia/Shanghai',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), zones, (seconds, zone) => {
        const wall = new Date(seconds * 1000).toISOString().slice(0, 19)
        const found = utc(wall, zone)
        if (found === null) return
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(new Date(found))
        expect(shown.replace(' ', 'T')).toBe(wall)
      }),
    )
  })
})
