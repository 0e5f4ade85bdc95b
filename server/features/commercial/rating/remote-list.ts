import {
  compareStart,
  endsAfter,
  inRange,
  isBeyondEnd,
  normalisePostcode,
  readRange,
  type PostcodeRange,
} from './postcodes.ts'
import { isValidOn, type RatingAddress, type RemoteList, type Validity } from './tariff.ts'

export interface RemoteEntry extends Validity {
  country: string
  /** Without one the whole country. */
  from: string | null
  to: string | null
}
interface Placed {
  entry: RemoteEntry
  range: PostcodeRange
  /** The furthest end of all entries up to this one: behind it no earlier entry can match. */
  reach: PostcodeRange
}

/** Entries of a remote list, arranged so that one of 200,000 is found in some twenty steps. */
export function remoteIndex(
  entries: readonly RemoteEntry[],
): (to: RatingAddress, date: string) => RemoteEntry | null {
  const countries = Map.groupBy(entries, ({ country }) => country)
  const whole = new Map<string, RemoteEntry[]>()
  const placed = new Map<string, Placed[]>()
  for (const [country, rows] of countries) {
    whole.set(
      country,
      rows.filter(({ from }) => !from),
    )
    const sorted = rows
      .filter(({ from }) => from)
      .map((entry) => ({ entry, range: readRange(country, entry.from!, entry.to || entry.from!) }))
      .toSorted((a, b) => compareStart(a.range, b.range))
    let reach: PostcodeRange | null = null
    placed.set(
      country,
      sorted.map((one) => {
        if (reach === null || endsAfter(one.range, reach)) reach = one.range
        return { ...one, reach }
      }),
    )
  }
  return (to, date) => {
    const country = to.country.toUpperCase()
    const all = whole.get(country)?.find((entry) => isValidOn(entry, date))
    const code = normalisePostcode(to.postalCode, country)
    const rows = placed.get(country)
    if (!rows || code === '') return all ?? null
    const asked = readRange(country, code, code)
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareStart(rows[middle]!.range, asked) <= 0) low = middle + 1
      else high = middle
    }
    for (let at = low - 1; at >= 0; at -= 1) {
      const { entry, range, reach } = rows[at]!
      if (isBeyondEnd(asked, reach)) break
      if (isValidOn(entry, date) && inRange(range, country, code)) return entry
    }
    return all ?? null
  }
}

/** The named list as the calculation asks it. */
export function remoteList(
  names: { name: string; nameEn: string | null },
  entries: readonly RemoteEntry[],
): RemoteList {
  const index = remoteIndex(entries)
  return { ...names, size: entries.length, find: index }
}
