import { isCompany } from '../tables/words.ts'
import { isRequest } from '../tables/phrases.ts'
import { isTown, placesOf } from '../places.ts'
import { findCode, plainTown } from './codes.ts'
import { isGivenName } from './names.ts'
import { stateIn, type Patterns } from './patterns.ts'
import { folded, put, trimmed, type Reading, type Segment } from './reading.ts'
import { townBeforeCode } from './town-before-code.ts'

/** Brandenburg an der Havel: An is a given name, too. */
const LINKS = /^(?:an|am|im|in|bei|ob|unter|auf|aan|sur|sous|en|de|la|le|der|den|van)$/u
/** Where the town is in `text` by the names of the code, and what follows it. */
function cutTown(
  p: Patterns,
  text: string,
  cities: readonly string[],
  named: boolean,
): [string, string] {
  const words = text.split(' ')
  for (let count = words.length - 1; count >= 1; count -= 1) {
    const head = words.slice(0, count).join(' ')
    const rest = words.slice(count)
    const short = folded(head).length > 4 ? `${folded(head)} ` : '!'
    const known = cities.some(
      (city) => folded(city) === folded(head) || folded(city).startsWith(short),
    )
    const person = rest.length >= 2 && !LINKS.test(rest[0] ?? '') && isGivenName(rest[0] ?? '')
    const more = rest.join(' ')
    const street = /\d/.test(more) && p.street?.test(more)
    const unit = p.unitStart.test(more) && (/\d/.test(more) || rest.length > 1)
    // Baarn Tjitske Hoekstra: the whole address in one part, and no name before the street.
    const other =
      !named &&
      /^\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}.'’-]*){1,3}$/u.test(more) &&
      !LINKS.test(rest[0] ?? '') &&
      cities.some((city) => folded(city) === folded(head)) &&
      !p.state?.test(more)
    if (known && (person || other || street || unit || isCompany(more) || isRequest(more)))
      return [head, more]
  }
  return [text, '']
}

/** "304 in 45661 Recklinghausen": the word that leads to the town. */
export function withoutLink(reading: Reading, before: string): string {
  const link = /(?:^|\s)(?:in|aus|à|te|at|nach|from|uit|von|op|au|on)$/u.exec(before)?.[0]
  if (!link) return before
  reading.aside.push(link.trim())
  return trimmed(before.slice(0, -link.length))
}

/** "Leeuwarden NL": the country's letters behind its town. */
function withoutOwnCode(reading: Reading, p: Patterns, town: string): string {
  const [, name, code] = /^(.{2,}) \(?([A-Z]{2})\)?$/u.exec(town) ?? []
  if (name === undefined || code !== p.format.country || p.state?.test(code)) return town
  reading.aside.push(code)
  return name
}

/** "Dornbirn Vorarlberg": a town that is known and the state behind it. */
function withoutState(reading: Reading, p: Patterns, town: string): string {
  const { state, rest = '' } = stateIn(p, town) ?? {}
  const name = trimmed(rest)
  if (state === undefined || name === '' || town.endsWith(')') || reading.found.state !== undefined)
    return town
  const canton = p.format.country === 'CH' && /^[A-Z]{2}$/.test(state)
  if (!canton && (!isTown(p.format.country, name) || isTown(p.format.country, town))) return town
  put(reading, 'state', state)
  return name
}

/** Code and town where the code stands first: 10115 Berlin. */
function townAfterCode(reading: Reading, p: Patterns, segments: Segment[]): number {
  const hit = findCode(p, segments)
  if (!hit) return townWithoutCode(reading, p, segments)
  const { at } = hit
  const before = withoutLink(reading, hit.before)
  put(reading, 'postalCode', hit.code)
  const cities = placesOf(p.format.country, hit.code)?.cities ?? []
  const named =
    segments.length > 1 ||
    reading.found.name !== undefined ||
    reading.found.company !== undefined ||
    isGivenName(before.split(' ')[0] ?? '') ||
    !/\d/.test(before)
  const [town, rest] = cutTown(p, hit.after, cities, named)
  let after = town
  let place = at
  const pieces: Segment[] = []
  if (before && after === '' && plainTown(before) && !p.street?.test(before)) after = before
  else if (before) pieces.push({ text: before })
  if (after === '' && reading.found.city === undefined) {
    const [next, last] = [segments[at + 1]?.text ?? '', segments[at - 1]?.text ?? '']
    const known = cities.some((city) => folded(city) === folded(next))
    const isNext = plainTown(next) && (known || (!isCompany(next) && !p.street?.test(next)))
    if (isNext && (!isTown(p.format.country, last) || cities.includes(next))) {
      after = next
      segments.splice(at + 1, 1)
    } else if (plainTown(last) && !p.street?.test(last)) {
      after = last
      segments.splice(at - 1, 1)
      place = at - 1
    }
  }
  const tail = segments[place + 1]?.text
  if (tail && p.townTail?.test(tail)) {
    after = `${after} ${tail}`
    segments.splice(place + 1, 1)
  }
  after = withoutState(reading, p, withoutOwnCode(reading, p, after))
  if (after) put(reading, 'city', after)
  if (rest) pieces.push({ text: rest })
  segments.splice(place, 1, ...pieces)
  // A state next to the town; in a town state the same name is the town.
  const state = segments.findIndex(({ text }) => p.state?.test(text))
  const name = segments[state]?.text
  if (name !== undefined && reading.found.state === undefined) {
    put(reading, 'state', name)
    segments.splice(state, 1)
    if (state < place) place -= 1
  }
  return place + (before && pieces.length > 0 ? 1 : 0)
}

/** No code at all: the last part that is a town, or that stands behind everything with a number. */
function townWithoutCode(reading: Reading, p: Patterns, segments: Segment[]): number {
  if (reading.found.city !== undefined) return segments.length
  const known = segments.findLastIndex(
    ({ text }, at) => at > 0 && plainTown(text) && isTown(p.format.country, text),
  )
  const lastNumber = segments.findLastIndex(({ text }) => /\d/.test(text))
  const last = segments.length - 1
  const at = known > 0 ? known : lastNumber >= 0 && last > lastNumber ? last : -1
  const text = segments[at]?.text
  if (text === undefined || p.street?.test(text)) return segments.length
  put(reading, 'city', text)
  segments.splice(at, 1)
  return at
}

/** The code has a label of its own: its town is the part that has one of its names. */
function namedTown(reading: Reading, p: Patterns, segments: Segment[], code: string): number {
  const cities = placesOf(p.format.country, code)?.cities ?? []
  const at = segments.findIndex(({ text }) => cities.some((city) => folded(city) === folded(text)))
  const name = segments[at]?.text
  if (name === undefined) return -1
  put(reading, 'city', name)
  const next = segments[at + 1]?.text ?? ''
  const state = p.state?.test(next) && reading.found.state === undefined
  if (state) put(reading, 'state', next)
  segments.splice(at, state ? 2 : 1)
  return at
}

/**
 * Takes code, town and state out of the segments; answers where they stood, so that what came
 * before and after can be name apart.
 */
export function readTown(reading: Reading, p: Patterns, segments: Segment[]): number {
  const { postalCode, city } = reading.found
  if (postalCode !== undefined && city === undefined) {
    const at = namedTown(reading, p, segments, postalCode)
    if (at >= 0) return at
  }
  return p.format.code === 'before'
    ? townAfterCode(reading, p, segments)
    : townBeforeCode(reading, p, segments)
}
