import type { PublicTrackEvent } from '#contracts/tracking/public-tracking.ts'

export type Day = { date: string; offset: string | null | 'mixed'; events: PublicTrackEvent[] }

const WAIT_UNITS = [
  ['second', 1, 120],
  ['minute', 60, 7200],
  ['hour', 3600, Infinity],
] as const

const bcp47 = (): string => document.documentElement.lang || 'zh-CN'

/** Newest first: by UTC where known, else by the wall clock, as the server ranks them. */
export function newestFirst(events: readonly PublicTrackEvent[]): PublicTrackEvent[] {
  return [...events].sort((a, b) => rank(b) - rank(a))
}

/**
 * Runs of events on one local day. A day may come twice when a parcel crosses
 * zones; joining the two would put events out of order.
 */
export function byDay(events: readonly PublicTrackEvent[]): Day[] {
  const days: Day[] = []
  for (const event of events) {
    const date = event.local.slice(0, 10)
    const last = days.at(-1)
    if (last?.date !== date) days.push({ date, offset: event.offset, events: [event] })
    else {
      last.events.push(event)
      if (last.offset !== event.offset) last.offset = 'mixed'
    }
  }
  return days
}

/** `2025-12-05` → `Fri, 5 Dec 2025` / `2025年12月5日周五`. */
export function dayLabel(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time)) return date
  return new Intl.DateTimeFormat(bcp47(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(time)
}

/** A moment by the reader's own clock: `Dec 5, 14:05`. */
export const momentLabel = (time: number): string =>
  new Intl.DateTimeFormat(bcp47(), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)

export const clockOf = (local: string): string => local.slice(11, 16)

/** `+01:00` → `UTC+1`, `+05:30` → `UTC+5:30`, `+00:00` → `UTC`. */
export function zoneLabel(offset: string): string {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(offset)
  if (!match) return offset
  const [, sign, hours, minutes] = match
  const amount = `${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
  return amount === '0' ? 'UTC' : `UTC${sign}${amount}`
}

/** `3 hours ago`; null when the moment is unknown or, by a carrier's clock, in the future. */
export function ago(at: string | null, now: number): string | null {
  const minutes = at === null ? Number.NaN : (now - Date.parse(at)) / 60_000
  if (Number.isNaN(minutes) || minutes < 0) return null
  const format = new Intl.RelativeTimeFormat(bcp47(), { numeric: 'auto' })
  if (minutes < 60) return format.format(-Math.floor(minutes), 'minute')
  if (minutes < 48 * 60) return format.format(-Math.floor(minutes / 60), 'hour')
  return format.format(-Math.floor(minutes / 1440), 'day')
}

/**
 * A wait in its fitting unit, rounded up: `45 sec`, `12 min`, `9 hr`. The day's limit may mean
 * hours.
 */
export function waitLabel(seconds: number): string {
  const [unit, size] = WAIT_UNITS.find(([, , upTo]) => seconds <= upTo) ?? WAIT_UNITS[2]
  return new Intl.NumberFormat(bcp47(), { style: 'unit', unit }).format(Math.ceil(seconds / size))
}

/** The country in the reader's language; the code where the browser does not know it. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(bcp47(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

function rank(event: PublicTrackEvent): number {
  const time = Date.parse(event.at ?? `${event.local.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? 0 : time
}
