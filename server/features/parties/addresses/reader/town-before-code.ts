import { isTown, placesOf } from '../places.ts'
import { findCode, plainTown, SPOKEN_TO } from './codes.ts'
import { stateIn, type Patterns } from './patterns.ts'
import { folded, put, trimmed, type Reading, type Segment } from './reading.ts'

/** The town at the end of a text without commas: the longest name that is known, else a word. */
function townEnd(p: Patterns, text: string, cities: readonly string[]): [string, string] {
  const words = text.split(' ')
  const names = new Set(cities.map(folded))
  for (const known of [
    (name: string) => names.has(folded(name)),
    (name: string) => isTown(p.format.country, name) && !hasStreetEnd(p, `${name} `),
  ])
    for (let count = Math.min(4, words.length); count >= 1; count -= 1) {
      const name = words.slice(-count).join(' ')
      if (plainTown(name) && known(name)) return [words.slice(0, -count).join(' '), name]
    }
  // Behind the last word of the street's name, and where it points, stands the town.
  const ends = p.streetEnd ? [...text.matchAll(p.streetEnd)] : []
  const last = ends.at(-1)
  const points = last
    ? (/^ (?:[NSEW]{1,2}|North|South|East|West)(?= )/.exec(
        text.slice(last.index + last[0].length),
      )?.[0] ?? '')
    : ''
  const upTo = last ? last.index + last[0].length + points.length : 0
  const tail = last ? trimmed(text.slice(upTo)) : ''
  if (last && plainTown(tail)) return [trimmed(text.slice(0, upTo)), tail]
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/** The town a text begins with, by the names of its code, and what is left of it. */
function townStart(text: string, cities: readonly string[]): [string, string] {
  const words = text.split(' ')
  for (let count = words.length; count >= 1; count -= 1) {
    const head = words.slice(0, count).join(' ')
    if (cities.some((city) => folded(city) === folded(head)))
      return [head, words.slice(count).join(' ')]
  }
  return [text, '']
}

/** "Dublin 2" is a town with a number. */
const isTownPart = (text: string): boolean => plainTown(text) || /^dublin \d{1,2}w?$/i.test(text)

/** Town, county or state, code: as they stand in English. Works from the end of the text. */
export function townBeforeCode(reading: Reading, p: Patterns, segments: Segment[]): number {
  const hit = findCode(p, segments)
  let end = segments.length
  let text = ''
  if (hit) {
    put(reading, 'postalCode', hit.code)
    // Footscray, 3011 VIC.
    const behind = p.state?.test(hit.after) && reading.found.state === undefined
    if (behind) put(reading, 'state', hit.after)
    else if (hit.after) segments.splice(hit.at + 1, 0, { text: hit.after })
    end = hit.at
    text = hit.before
    segments.splice(hit.at, 1)
  }
  // Behind the town stands who lives there: Surrey / Mr H Potter.
  while (!hit && end > 1 && SPOKEN_TO.test(segments[end - 1]?.text ?? '')) end -= 1
  const previous = (): string => {
    end -= 1
    return segments.splice(end, 1)[0]?.text ?? ''
  }
  const cities = hit ? (placesOf(p.format.country, hit.code)?.cities ?? []) : []
  const at0 = hit?.at === 0
  if (
    text === '' &&
    end > 0 &&
    !segments[end - 1]?.street &&
    (hit ||
      isTownPart(segments[end - 1]?.text ?? '') ||
      p.stateEnd?.test(segments[end - 1]?.text ?? ''))
  )
    text = previous()
  // Dinas Powys is a town, although Powys is a county.
  const whole0 = cities.some((city) => folded(city) === folded(text))
  const inside = whole0 ? undefined : stateIn(p, text)
  const state = p.state?.test(text) ? text : inside?.state
  const ahead = segments[end - 1]?.text ?? ''
  const whole = state === text
  const town = isTown(p.format.country, ahead) || !endsAsStreet(p, ahead)
  // California 94002 Belmont: from the largest to the smallest.
  if (state && whole && ahead === '' && hit && plainTown(hit.after)) {
    put(reading, 'state', state)
    put(reading, 'city', hit.after)
    segments.splice(
      segments.findIndex((one) => one.text === hit.after),
      1,
    )
    return end
  }
  // TQ10 9NB South Brent Avonwick: the code in front, its town, a place in it.
  if (hit && at0 && text === '' && plainTown(hit.after)) {
    const [place, more] = townStart(hit.after, cities)
    segments.splice(0, 1, ...(more ? [{ text: more }] : []))
    put(reading, 'city', place)
    return 0
  }
  // New York, NY and New York alone: a name that is both is the town where no town is before it.
  if (state && !(whole && !(isTownPart(ahead) && town && end > 1))) {
    put(reading, 'state', state)
    text = trimmed(whole ? '' : (inside?.rest ?? ''))
    if (text === '' && ahead !== '') text = previous()
  }
  if (text === '' || reading.found.city !== undefined) {
    if (text) segments.splice(end, 0, { text })
    return text ? end + 1 : end
  }
  const isPlace =
    isTownPart(text) &&
    (!p.streetEnd || !hasStreetEnd(p, text) || cities.some((city) => folded(city) === folded(text)))
  const [rest, place] = isPlace ? ['', text] : townEnd(p, text, cities)
  put(reading, 'city', place)
  // Ontario, Kitchener, N2M 3C6: the state before its town.
  const above = segments[end - 1]?.text ?? ''
  if (!rest && reading.found.state === undefined && p.state?.test(above)) {
    put(reading, 'state', above)
    segments.splice(end - 1, 1)
    return end - 1
  }
  if (rest) {
    segments.splice(end, 0, { text: rest })
    return end + 1
  }
  return end
}

/** "12 High St", but not "St. John's". */
function endsAsStreet(p: Patterns, text: string): boolean {
  const last = p.streetEnd ? [...text.matchAll(p.streetEnd)].at(-1) : undefined
  return last !== undefined && last.index > 0 && last.index + last[0].length >= text.length - 1
}

function hasStreetEnd(p: Patterns, text: string): boolean {
  const [hit] = p.streetEnd ? [...text.matchAll(p.streetEnd)] : []
  return hit !== undefined && hit.index > 0 && hit.index + hit[0].length < text.length
}
