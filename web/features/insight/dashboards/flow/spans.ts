export const SPANS = [
  { key: '7', days: 7 },
  { key: '30', days: 30 },
  { key: '90', days: 90 },
] as const
export const USUAL = SPANS[1]

const DAY_MS = 86_400_000

/**
 * The span an address names, the usual one otherwise; `from` is its first day where the person is.
 */
export function spanOf(key: string | null): {
  key: string
  from: (zone: string, now?: number) => string
} {
  const { key: known, days } = SPANS.find((span) => span.key === key) ?? USUAL
  return {
    key: known,
    from: (zone, now = Date.now()) =>
      new Date(Date.parse(`${dayIn(zone, now)}T12:00:00Z`) - (days - 1) * DAY_MS)
        .toISOString()
        .slice(0, 10),
  }
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day it is in a zone. */
export function dayIn(zone: string, now = Date.now()): string {
  const calendar =
    calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone })
  calendars.set(zone, calendar)
  return calendar.format(now)
}
