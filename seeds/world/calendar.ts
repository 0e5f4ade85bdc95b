/** Times are milliseconds since 1970 in UTC: a million parcels are no place for Date objects. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Orders come on working days and in office hours, a few at night through the API. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 8, 12, 13, 12, 10, 9, 11, 12, 10, 8, 6, 4, 4, 3, 2, 2, 1]
const WEEKDAYS = [0.35, 1.15, 1.1, 1, 1, 0.95, 0.5]

/** Turns an even share of a time span into a moment with the rhythm of a working week. */
export class Rhythm {
  readonly #from: number
  readonly #sums: readonly number[]

  /** @param until the end; the span covers whole hours before it */
  constructor(until: number, days: number) {
    this.#from = until - days * DAY
    let sum = 0
    this.#sums = Array.from({ length: days * 24 }, (_, i) => {
      const at = new Date(this.#from + i * HOUR)
      // The company grows: it ends with six times the orders it began with.
      const grown = 1 + (5 * i) / (days * 24)
      sum += grown * (HOURS[at.getUTCHours()] ?? 1) * (WEEKDAYS[at.getUTCDay()] ?? 1)
      return sum
    })
  }

  /** `share` 0 is the oldest moment, 1 the end. */
  at(share: number): number {
    const requested = share * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const mid = (low + high) >> 1
      if ((this.#sums[mid] ?? 0) <= requested) low = mid + 1
      else high = mid
    }
    const before = this.#sums[low - 1] ?? 0
    const size = (this.#sums[low] ?? 0) - before
    const within = size > 0 ? (requested - before) / size : 0
    return this.#from + low * HOUR + Math.floor(Math.min(Math.max(within, 0), 0.999_999) * HOUR)
  }
}

/** The first working moment at or after `at`: Monday to Saturday, 6 to 18 o'clock UTC. */
export function workingTime(at: number): number {
  let moment = at
  const hour = Math.floor(moment / HOUR) % 24
  if (hour < 6) moment += (6 - hour) * HOUR
  else if (hour >= 18) moment += (30 - hour) * HOUR
  // 1970-01-01 was a Thursday.
  return (Math.floor(moment / DAY) + 4) % 7 === 0 ? moment + DAY : moment
}

/**
 * `hour`:`minute` UTC on the day of `at`, or on the next one where that has passed; never a Sunday.
 */
export function nextAt(at: number, minutesOfDay: number): number {
  let moment = Math.floor(at / DAY) * DAY + minutesOfDay * MINUTE
  if (moment < at) moment += DAY
  return (Math.floor(moment / DAY) + 4) % 7 === 0 ? moment + DAY : moment
}

const EAST: Readonly<Record<string, number>> = { CN: 480, US: -300, AU: 600, GB: 0 }
const summers = new Map<number, readonly [number, number]>()

/**
 * Minutes east of Greenwich. Europe keeps its summer time; elsewhere the standard time is near
 * enough for a demo.
 */
export function offsetOf(country: string, at: number): number {
  const base = EAST[country]
  if (base !== undefined && base !== 0) return base
  const year = new Date(at).getUTCFullYear()
  let summer = summers.get(year)
  if (!summer) {
    summer = [lastSunday(year, 2), lastSunday(year, 9)]
    summers.set(year, summer)
  }
  return (base ?? 60) + (at >= summer[0] && at < summer[1] ? 60 : 0)
}

function lastSunday(year: number, month: number): number {
  const end = Date.UTC(year, month + 1, 0, 1)
  return end - new Date(end).getUTCDay() * DAY
}

const days = new Map<number, string>()
const two = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** `2026-03-02`. */
export function dateText(at: number): string {
  const day = Math.floor(at / DAY)
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10)
    days.set(day, text)
  }
  return text
}

/** `2026-03-02T09:15:00`, the wall time at `offset` minutes east. */
export function wallText(at: number, offset = 0): string {
  const local = at + offset * MINUTE
  const seconds = Math.floor((local - Math.floor(local / DAY) * DAY) / 1000)
  return `${dateText(local)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export function offsetText(minutes: number): string {
  const abs = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(abs / 60))}:${two(abs % 60)}`
}
