import { isCompany } from '../tables/words.ts'
import { isTown, placesOf } from '../places.ts'
import { isGivenName } from './names.ts'
import type { Patterns } from './patterns.ts'
import { folded, put, trimmed, type Reading, type Segment } from './reading.ts'

interface CodeHit {
  at: number
  code: string
  before: string
  after: string
}

/** The code that most likely is one: next to a town of that code, else the last. */
function findCode(p: Patterns, segments: readonly Segment[]): CodeHit | null {
  const { country } = p.format
  let best: { hit: CodeHit; score: number } | null = null
  for (const [at, { text }] of segments.entries())
    for (const match of text.matchAll(p.code)) {
      const hit = {
        at,
        code: match.groups?.code ?? '',
        before: trimmed(text.slice(0, match.index)),
        after: trimmed(text.slice(match.index + match[0].length)),
      }
      const cities = placesOf(country, hit.code)?.cities ?? []
      const near = folded(`${hit.after}|${hit.before}|${segments[at + 1]?.text ?? ''}`)
      let score = cities.length > 0 ? 2 : 0
      if (cities.some((city) => near.includes(folded(city)))) score += 4
      if (hit.before === '') score += 1
      if (p.format.code === 'before' && /^\p{L}/u.test(hit.after)) score += 2
      if (p.stateEnd?.test(hit.before)) score += 3
      if (score >= (best?.score ?? 0)) best = { hit, score }
    }
  return best?.hit ?? null
}

const plainTown = (text: string): boolean => /\p{L}/u.test(text) && !/\d/.test(text)

/** Where the town is in `text` by the names of the code, and what follows it. */
function cutTown(p: Patterns, text: string, cities: readonly string[]): [string, string] {
  const words = text.split(' ')
  for (let count = words.length - 1; count >= 1; count -= 1) {
    const head = words.slice(0, count).join(' ')
    const rest = words.slice(count)
    const known = cities.some((city) => folded(city) === folded(head))
    const person = rest.length >= 2 && isGivenName(rest[0] ?? '')
    const more = rest.join(' ')
    const street = /\d/.test(more) && p.street?.test(more)
    if (known && (person || street || isCompany(more))) return [head, more]
  }
  return [text, '']
}

/** Code and town where the code stands first: 10115 Berlin. */
function townAfterCode(reading: Reading, p: Patterns, segments: Segment[]): number {
  const hit = findCode(p, segments)
  if (!hit) return townWithoutCode(reading, p, segments)
  const { at, before } = hit
  put(reading, 'postalCode', hit.code)
  const cities = placesOf(p.format.country, hit.code)?.cities ?? []
  const [town, rest] = cutTown(p, hit.after, cities)
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
  // Behind the last word of the street's name stands the town.
  const ends = p.streetEnd ? [...text.matchAll(p.streetEnd)] : []
  const last = ends.at(-1)
  const tail = last ? trimmed(text.slice(last.index + last[0].length)) : ''
  if (last && plainTown(tail)) return [trimmed(text.slice(0, last.index + last[0].length)), tail]
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
function townBeforeCode(reading: Reading, p: Patterns, segments: Segment[]): number {
  const hit = findCode(p, segments)
  let end = segments.length
  let text = ''
  if (hit) {
    put(reading, 'postalCode', hit.code)
    if (hit.after) segments.splice(hit.at + 1, 0, { text: hit.after })
    end = hit.at
    text = hit.before
    segments.splice(hit.at, 1)
  }
  const previous = (): string => {
    end -= 1
    return segments.splice(end, 1)[0]?.text ?? ''
  }
  const cities = hit ? (placesOf(p.format.country, hit.code)?.cities ?? []) : []
  const at0 = hit?.at === 0
  if (
    text === '' &&
    end > 0 &&
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

/** The state at the end of a text; in one without any, or only, capitals its case proves nothing. */
function stateIn(p: Patterns, text: string): { state?: string; rest?: string } | undefined {
  const found = p.stateEnd?.exec(text)?.groups
  if (found || !p.stateEnd || (text !== text.toLowerCase() && text !== text.toUpperCase()))
    return found
  return new RegExp(p.stateEnd.source, 'iu').exec(text)?.groups
}

function hasStreetEnd(p: Patterns, text: string): boolean {
  const [hit] = p.streetEnd ? [...text.matchAll(p.streetEnd)] : []
  return hit !== undefined && hit.index > 0 && hit.index + hit[0].length < text.length
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
