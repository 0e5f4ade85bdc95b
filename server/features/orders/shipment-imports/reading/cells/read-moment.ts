import { isCountry } from './country-words.ts'

/** `2026-12-01 08:00`, as sheets write days: year first, or day first with points. */
const YEAR_FIRST =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::\d{2})?)?(?: Uhr)?$/
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * A moment of a file as UTC: with its zone, or by the clock of the country the goods go to. Null
 * where it is none (31 February, words); `zone` where that country has several clocks.
 */
export function readMoment(raw: string, country: string | null): string | 'zone' | null {
  const key = `${country ?? ''} ${raw}`
  const known = read.get(key)
  if (known !== undefined) return known
  const moment = momentIn(raw, country)
  if (read.size >= READ_MAX) read.clear()
  read.set(key, moment)
  return moment
}
/** Rows of a file name the same few times again and again. */
const read = new Map<string, string | null>()
const READ_MAX = 5_000

function momentIn(raw: string, country: string | null): string | 'zone' | null {
  const text = raw.normalize('NFKC').trim()
  if (WITH_ZONE.test(text)) return dayExists(text) ? text : null
  const first = YEAR_FIRST.exec(text)
  const last = first ? null : DAY_FIRST.exec(text)
  const parts = first ? first.slice(1) : last ? [last[3], last[2], last[1], last[4], last[5]] : null
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const utc = Date.UTC(year, month - 1, day, hour, minute)
  const back = new Date(utc)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || hour > 23 || minute > 59)
    return null
  const offsets = new Set(zonesOf(country).map((zone) => offsetAt(zone, utc)))
  const [offset] = offsets
  return offset === undefined || offsets.size > 1 ? 'zone' : new Date(utc - offset).toISOString()
}

/** A day the calendar has: `Date` itself moves 31 February into March. */
function dayExists(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return (
    !Number.isNaN(Date.parse(text)) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text.slice(0, 10))
  )
}

/** A formatter takes half a millisecond and some memory to make: a file asks for one a row. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  clocks.set(zone, made)
  return made
}

const MINUTE = 60_000
/** How far a zone's clock is ahead of UTC at a time of its own clock. */
function offsetAt(zone: string, local: number): number {
  const ahead = (at: number) => {
    const shown = clockOf(zone).format(at)
    return Math.round((Date.parse(`${shown.replace(' ', 'T')}Z`) - at) / MINUTE) * MINUTE
  }
  return ahead(local - ahead(local))
}

/** Where one clock holds for all but islands and the far west. */
const MAIN: Readonly<Record<string, string>> = {
  CN: 'Asia/Shanghai',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
}
const zones = new Map<string, readonly string[]>()
/** Time zones of a country; none where it is not known. */
function zonesOf(country: string | null): readonly string[] {
  if (!country || !/^[A-Z]{2}$/i.test(country)) return []
  const known = zones.get(country) ?? readZones(country)
  zones.set(country, known)
  return known
}

function readZones(country: string): readonly string[] {
  // What is no country is refused by itself.
  if (!isCountry(country)) return ['UTC']
  const main = MAIN[country.toUpperCase()]
  if (main) return [main]
  const locale = new Intl.Locale(`und-${country.toUpperCase()}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
  }
  return locale.getTimeZones?.() ?? []
}
