type WithZones = Intl.Locale & { getTimeZones?(): string[] | undefined }

/** Reading a country's zones takes a millisecond; there are some 250 countries. */
const zones = new Map<string, string>()
const clocks = new Map<string, Intl.DateTimeFormat>()
/** Clocks that show the same in winter count as one. */
const WINTER = Date.UTC(2026, 0, 15, 12)

/** Where most people live by another clock than most zones of the country have. */
const WHERE_PEOPLE_LIVE: Readonly<Record<string, string>> = {
  CA: 'America/Toronto',
  RU: 'Europe/Moscow',
}

/**
 * The zone most places of a country go by (ISO 3166 alpha-2): what day it is for its recipients.
 * UTC for what is no country.
 */
export function zoneOfCountry(country: string): string {
  const known = zones.get(country)
  if (known !== undefined) return known
  const all = /^[A-Z]{2}$/.test(country)
    ? ((new Intl.Locale(`und-${country}`) as WithZones).getTimeZones?.() ?? [])
    : []
  const [most] = [...Map.groupBy(all, (zone) => clockOf(zone).format(WINTER)).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const zone = WHERE_PEOPLE_LIVE[country] ?? most?.[0] ?? 'UTC'
  if (all.length > 0) zones.set(country, zone)
  return zone
}

/** The day it is in a zone at a moment (milliseconds since 1970), `yyyy-MM-dd`. */
export const dayIn = (zone: string, at: number): string => clockOf(zone).format(at).slice(0, 10)

function clockOf(zone: string): Intl.DateTimeFormat {
  const made =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(zone, made)
  return made
}
