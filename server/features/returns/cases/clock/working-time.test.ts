import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openOn } from '#contracts/parties/depot-hours.ts'
import { dueAfter, openMinutes, isOpenAt, type WorkingHours } from './working-time.ts'

const MINUTE = 60_000
const week = (days: readonly number[], opens = '09:00', closes = '17:00') =>
  days.map((weekday) => ({ weekday, opens, closes }))
const berlin: WorkingHours = {
  zone: 'Europe/Berlin',
  hours: week([1, 2, 3, 4, 5]),
  holidays: [{ day: '2026-12-25', name: 'Christmas', opens: null, closes: null }],
}

const zones = ['Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
const walls = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }),
  ]),
)

/** Whether a minute is open, asked of its wall clock alone. */
function open(of: WorkingHours, at: number): boolean {
  const [day, time] = walls.get(of.zone)!.format(at).split(' ') as [string, string]
  return (openOn(day, of.hours, of.holidays)?.periods ?? []).some(
    ({ opens, closes }) => opens <= time && time < closes,
  )
}
function walk(of: WorkingHours, from: number, minutes: number): number {
  let at = Math.ceil(from / MINUTE) * MINUTE
  for (let left = minutes; ; at += MINUTE) {
    if (open(of, at)) left--
    if (left === 0) return at + MINUTE
  }
}

test('made on a Sunday night, four hours are due on Monday four hours after the opening', () => {
  const due = dueAfter(berlin, Date.parse('2026-11-29T02:00:00Z'), 240)
  expect(new Date(due.at).toISOString()).toBe('2026-11-30T12:00:00.000Z')
  expect(due.days).toEqual([{ day: '2026-11-30', minutes: 240 }])
})

test('holidays and weekends are passed over, and the days sum up to the minutes', () => {
  const due = dueAfter(berlin, Date.parse('2026-12-24T15:00:00Z'), 600)
  expect(due.days).toEqual([
    { day: '2026-12-24', minutes: 60 },
    { day: '2026-12-28', minutes: 480 },
    { day: '2026-12-29', minutes: 60 },
  ])
  expect(openMinutes(berlin, Date.parse('2026-12-24T15:00:00Z'), due.at)).toBe(600)
  expect(isOpenAt(berlin, Date.parse('2026-12-25T10:00:00Z'))).toBe(false)
  expect(isOpenAt(berlin, Date.parse('2026-12-28T10:00:00Z'))).toBe(true)
})

test('any week, holiday and zone, also when the clocks change, agrees with a walk of minutes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      fc.constantFrom(
        ['00:00', '24:00'],
        ['09:00', '17:30'],
        ['00:30', '04:15'],
        ['22:00', '24:00'],
      ),
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      (zone, days, [opens, closes], day, minute, minutes, holiday) => {
        const from = Date.parse('2026-02-20T00:00:00Z') + (day * 1440 + minute) * MINUTE
        const of: WorkingHours = {
          zone,
          hours: week(days, opens, closes),
          holidays: holiday
            ? [
                {
                  day: new Date(from).toISOString().slice(0, 10),
                  name: null,
                  opens: '10:00',
                  closes: '11:00',
                },
              ]
            : [],
        }
        expect(dueAfter(of, from, minutes).at).toBe(walk(of, from, minutes))
      },
    ),
    { numRuns: 60 },
  )
})
