import {
  DIGEST_AT,
  isQuiet,
  type NotifyChannel,
  type NotifyEvent,
  type NotifyRules,
} from '#contracts/platform/messaging/notify-rules.ts'

const MINUTE = 60_000
const DAY = 1_440

/**
 * A moment as a clock on the wall of a zone shows it; `day` counts days since 1970, `week` 0 is
 * Sunday.
 */
export interface Wall {
  day: number
  minutes: number
  time: string
  week: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const made =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  clocks.set(zone, made)
  return made
}

/** @param at milliseconds since 1970 */
export function wallOf(zone: string, at: number): Wall {
  const part: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(at)) part[type] = Number(value)
  const day = Date.UTC(part.year!, part.month! - 1, part.day!) / (DAY * MINUTE)
  const minutes = part.hour! * 60 + part.minute!
  const two = (count: number) => String(count).padStart(2, '0')
  return { day, minutes, time: `${two(part.hour!)}:${two(part.minute!)}`, week: (day + 4) % 7 }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/**
 * Minutes on the wall between two moments; where it differs from those that passed, a clock was
 * turned between them.
 */
const wallMinutes = (from: Wall, to: Wall): number =>
  (to.day - from.day) * DAY + to.minutes - from.minutes
const onMinute = (at: number): number => Math.floor(at / MINUTE) * MINUTE

/**
 * The first moment from `at` on, milliseconds, whose wall time `is` so. `guess` minutes ahead is
 * where it lies unless a clock is turned on the way; then it is looked for minute by minute, for at
 * most two days and a turn.
 */
function firstWhere(zone: string, at: number, guess: number, is: (wall: Wall) => boolean): number {
  const start = onMinute(at)
  const from = wallOf(zone, start)
  const then = start + guess * MINUTE
  const to = wallOf(zone, then)
  if (wallMinutes(from, to) === guess && is(to)) return Math.max(at, then)
  for (let minute = 0; minute <= guess + 2 * DAY; minute++)
    if (is(wallOf(zone, start + minute * MINUTE))) return Math.max(at, start + minute * MINUTE)
  return at
}

/** The end of the quiet hours that `at` lies in; `at` itself where it lies in none. */
export function quietEnd(quiet: NotifyRules['quiet'], zone: string, at: number): number {
  const wall = wallOf(zone, at)
  if (!quiet || !isQuiet(quiet, wall.time)) return at
  return firstWhere(
    zone,
    at,
    (minutesOf(quiet.to) - wall.minutes + DAY) % DAY,
    ({ time }) => !isQuiet(quiet, time),
  )
}

/** The next moment after `at` a digest goes out: the day's hour, or Monday's. */
export function digestAt(digest: 'daily' | 'weekly', zone: string, at: number): number {
  const wall = wallOf(zone, at)
  const hour = minutesOf(DIGEST_AT)
  let days = wall.minutes < hour ? 0 : 1
  if (digest === 'weekly') days += (1 - wall.week - days + 14) % 7
  const day = wall.day + days
  // Where the hour itself is skipped that day, the first one after it.
  return firstWhere(
    zone,
    at,
    days * DAY + hour - wall.minutes,
    (to) => to.day > day || (to.day === day && to.minutes >= hour),
  )
}

export interface Times {
  rules: Pick<NotifyRules, 'quiet' | 'digest'>
  zone: string
}

/**
 * When a mail or text message about something that happened `at` may go out. Security waits for
 * nothing, nor does the bell.
 */
export function dueAt(
  channel: NotifyChannel,
  event: NotifyEvent,
  { rules, zone }: Times,
  at: number,
): number {
  if (event === 'security' || channel === 'system') return at
  return quietEnd(
    rules.quiet,
    zone,
    channel === 'email' && rules.digest !== 'off' ? digestAt(rules.digest, zone, at) : at,
  )
}
