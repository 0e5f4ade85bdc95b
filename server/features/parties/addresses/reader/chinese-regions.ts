import type { Parts } from './chinese-names.ts'
import { startsCity, startsRegion, takePlaces } from './chinese-places.ts'
import { put, trimmed, type Reading } from './reading.ts'

/** Province and city in front of a text, into their fields; the rest is where in the city. */
export function readRegion(reading: Reading, parts: Parts, text: string): string {
  const { region, city, rest, again } = takePlaces(text, parts.known)
  // A province that only follows from its city is written where none is yet.
  const isNew = region !== null && region !== parts.known.region
  if (isNew && (reading.found.state === undefined || startsRegion(text)))
    put(reading, 'state', region.name)
  // One that only follows from its district fills an empty field.
  const follows = city !== null && !text.includes(city.slice(0, 2))
  if (city && city !== parts.known.city && !(follows && reading.found.city !== undefined))
    put(reading, 'city', city)
  reading.aside.push(...again)
  parts.known = { region, city }
  return rest
}

export const isWholeCity = (word: string): boolean =>
  (startsCity(word, null)?.length ?? 0) > 0 && /[市州盟区县]/u.test(word)

/** City behind a province that stood alone, and either of them named again. */
export function readMore(reading: Reading, parts: Parts, word: string): boolean {
  const before = reading.aside.length
  const rest = readRegion(reading, parts, word)
  if (rest === word && reading.aside.length === before) return false
  if (rest) parts.street.push(rest)
  return true
}

/** The whole address again behind the region that was chosen from lists: each place once. */
export function readAgain(reading: Reading, parts: Parts, word: string): boolean {
  if (startsRegion(word)?.region !== parts.known.region || parts.known.region === null) return false
  const again = takePlaces(word, parts.known)
  const [place = ''] = parts.street
  if (!again.rest.startsWith(place) && again.again.length < 2) return false
  let rest = readRegion(reading, parts, word)
  for (const place of parts.street)
    if (rest.startsWith(place)) {
      reading.aside.push(place)
      rest = trimmed(rest.slice(place.length))
    }
  if (rest) parts.street.push(rest)
  return true
}
