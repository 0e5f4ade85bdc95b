import { isCompany } from '../tables/words.ts'
import { countryHead, countryOf, countryTail } from './country-names.ts'
import { guessFormat } from './guess-format.ts'
import { patternsOf, type Patterns } from './patterns.ts'
import { isPerson, readPeople, withoutSalutation, type Other } from './people.ts'
import { addLine, put, trimmed, type Reading, type Segment } from './reading.ts'
import { findStreet, splitLead, splitName } from './street.ts'
import { readTown } from './town.ts'

const BRITISH = new Set(['GB', 'IM', 'JE', 'GG', 'GI', 'FK', 'IE'])
const BRITISH_CODE = /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/u

/** The country's name, alone in its part or at the end of one. */
function takeCountry(reading: Reading, segments: Segment[]): void {
  const head = countryHead(segments[0]?.text ?? '')
  if (head && reading.found.country === undefined) {
    reading.found.country = head.country
    reading.aside.push(head.name)
    segments[0] = { ...segments[0], text: head.rest }
    return
  }
  // A code of the United Kingdom: Norfolk is the county then, not the island.
  const british = segments.some(({ text }) => BRITISH_CODE.test(text))
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const text = segments[at]?.text ?? ''
    // Two letters in front of a code are a state: CA 94043.
    const code = /^[A-Z]{2}$/.test(text) && /^\d/.test(segments[at + 1]?.text ?? '')
    const whole = segments.length > 1 && !code ? countryOf(text) : null
    if (whole && (at > 0 || segments.length > 2) && !/^[A-Z]{2}$/.test(at === 0 ? text : '')) {
      if (reading.found.country !== undefined && reading.found.country !== whole) continue
      if (british && !BRITISH.has(whole)) continue
      reading.found.country = whole
      reading.aside.push(text)
      segments.splice(at, 1)
      return
    }
    const tail = /\d/.test(text) || at === segments.length - 1 ? countryTail(text) : null
    if (tail && british && !BRITISH.has(tail.country)) continue
    if (tail && reading.found.country === undefined) {
      reading.found.country = tail.country
      reading.aside.push(tail.name)
      // Luxembourg is a town as well.
      if (/^[A-Z]{0,2}[- ]?\d[\d -]*$/.test(tail.rest)) return
      segments[at] = { ...segments[at], text: trimmed(tail.rest) }
      return
    }
  }
}

/** A hamlet or a house by its name alone, between a person and the town. */
function bareStreet(segments: readonly Segment[], town: number): ReturnType<typeof findStreet> {
  const at = Math.min(town, segments.length) - 1
  const [who, where] = [segments[at - 1]?.text, segments[at]?.text]
  if (who === undefined || where === undefined || !isPerson(who)) return null
  if (isPerson(where) || isCompany(where) || /\d/.test(where)) return null
  return { at, street: { street: where, house: '', before: '', after: '', score: 2 } }
}

/** Street and house; what stood around them in the same part goes to the others. */
function takeStreet(reading: Reading, p: Patterns, segments: Segment[], town: number): Other[] {
  const hit = findStreet(p, segments) ?? bareStreet(segments, town)
  const others: Other[] = []
  segments.forEach(({ text }, at) => {
    const behind = at >= town
    if (at !== hit?.at)
      return others.push({
        text,
        place: behind ? 'behind' : hit && at > hit.at && hit.at < town ? 'between' : 'before',
      })
    const { before, after } = hit.street
    let { street } = hit.street
    const alone = segments.length === 1 && reading.found.name === undefined && before === ''
    if (alone) {
      const [name, rest] = p.format.house === 'after' ? splitName(p, street) : splitLead(p, street)
      if (name) others.push({ text: name, place: 'before' })
      street = rest
    }
    if (before) others.push({ text: before, place: 'before' })
    put(reading, 'street', street)
    const prefix = /^(?:Nr|N°|No)\.? ?(?=\d)/i.exec(hit.street.house)?.[0] ?? ''
    if (prefix) reading.aside.push(prefix.trim())
    put(reading, 'house', hit.street.house.slice(prefix.length))
    if (!after) return undefined
    if (p.unitAny.test(after) || /^(?:c\/o|\d)/i.test(after)) return addLine(reading, after)
    return others.push({ text: after, place: 'between' })
  })
  return others
}

/** Reads the parts of an address in letters: country, town, street, then who lives there. */
export function readWestern(reading: Reading, segments: Segment[], hint: string): void {
  takeCountry(reading, segments)
  const named = reading.found.country !== undefined
  const format = guessFormat(reading, segments, hint)
  const p = patternsOf(format)
  if (reading.found.name !== undefined)
    reading.found.name = withoutSalutation(reading, reading.found.name) || reading.found.name
  const town = readTown(reading, p, segments)
  const others = takeStreet(reading, p, segments, town)
  readPeople(reading, p, others)
  const { postalCode, city, street } = reading.found
  if (!named && format.country && (postalCode ?? (city && street)))
    reading.found.country = format.country
}
