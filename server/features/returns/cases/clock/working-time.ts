import { openOn, type Holiday, type WeekPeriod } from '#contracts/parties/depot-hours.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import { boundsOf, wallClock } from '#contracts/kit/zone-days.ts'

/** When people of a depot work, on its own clock. */
export interface WorkingHours {
  zone: string
  hours: readonly WeekPeriod[]
  holidays: readonly Holiday[]
}
export interface ClockDay {
  day: string
  minutes: number
}

const MINUTE = 60_000
/** No depot is closed longer; what would be due later is due then. */
const DAYS_MAX = 400

const dayOf = (zone: string, at: number): string => wallClock(zone, at).toISOString().slice(0, 10)

/** The open stretches of a day as moments; those the clock change swallows are shorter. */
function stretches({ zone, hours, holidays }: WorkingHours, day: string): [number, number][] {
  const periods = openOn(day, hours, holidays)?.periods ?? []
  return periods
    .map(({ opens, closes }): [number, number] => [
      momentOf(zone, day, opens),
      closes === '24:00' ? Date.parse(boundsOf(day, zone).last) + 1 : momentOf(zone, day, closes),
    ])
    .filter(([from, to]) => to > from)
    .toSorted(([one], [other]) => one - other)
}

/** The first moment of a day at which its clock shows a time, or has passed it. */
function momentOf(zone: string, day: string, time: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const wall = (at: number) => wallClock(zone, at).getTime()
  // The offset differs on the day the clocks change: both are tried, the earlier counts.
  const guesses = [-12, 0, 12].map((hours) => {
    const near = wanted + hours * 60 * MINUTE
    return wanted - (wall(near) - near)
  })
  const exact = guesses.filter((at) => wall(at) === wanted)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...guesses)
}

/** The moment a number of open minutes has passed, with the minutes of each day to it. */
export function dueAfter(
  of: WorkingHours,
  from: number,
  minutes: number,
): { at: number; days: ClockDay[] } {
  const start = Math.ceil(from / MINUTE) * MINUTE
  const days: ClockDay[] = []
  let left = minutes
  let day = dayOf(of.zone, start)
  for (let n = 0; n < DAYS_MAX; n++, day = dayAfter(day, 1)) {
    const before = left
    for (const [opens, closes] of stretches(of, day)) {
      const begin = Math.max(opens, start)
      const open = Math.max(0, (closes - begin) / MINUTE)
      if (open < left) left -= open
      else return { at: begin + left * MINUTE, days: [...days, { day, minutes: before }] }
    }
    if (before > left) days.push({ day, minutes: before - left })
  }
  return { at: Date.parse(boundsOf(day, of.zone).first), days }
}

/** Open minutes between two moments. */
export function openMinutes(of: WorkingHours, from: number, to: number): number {
  let sum = 0
  let day = dayOf(of.zone, from)
  for (let n = 0; n < DAYS_MAX && Date.parse(boundsOf(day, of.zone).first) < to; n++) {
    for (const [opens, closes] of stretches(of, day))
      sum += Math.max(0, Math.min(closes, to) - Math.max(opens, from)) / MINUTE
    day = dayAfter(day, 1)
  }
  return Math.round(sum)
}

/** Whether people work at a moment. */
export const isOpenAt = (of: WorkingHours, at: number): boolean =>
  stretches(of, dayOf(of.zone, at)).some(([opens, closes]) => opens <= at && at < closes)
