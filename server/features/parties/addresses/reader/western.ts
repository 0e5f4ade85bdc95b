import { surnameOf } from '../tables/surnames.ts'
import {
  ATTENTION,
  CARE_OF,
  isCompany,
  isDepartment,
  LEGAL_END,
  SALUTATION,
} from '../tables/words.ts'
import { isTown } from '../places.ts'
import { countryHead, countryOf, countryTail, foreignCountry } from './country-names.ts'
import { isGivenName } from './names.ts'
import { guessFormat, isProven } from './guess-format.ts'
import { patternsOf, type Patterns } from './patterns.ts'
import { readPeople } from './people.ts'
import { isAddressed, isPerson, withoutSalutation } from './persons.ts'
import { addLine, put, trimmed, type Other, type Reading, type Segment } from './reading.ts'
import { findStreet, splitHost, splitLead, splitName } from './street.ts'
import { readTown, withoutLink } from './town.ts'

const BRITISH = new Set(['GB', 'IM', 'JE', 'GG', 'GI', 'FK', 'IE'])
/** Countries with streets in French, and in another language. */
const MIXED = new Set(['CH', 'BE', 'LU'])
const FRENCH_START =
  /\S \S+ (?:rue|avenue|av\.|chemin|ch\.|route|place|boulevard|bd|impasse|quai|allée|sentier|chaussée|drève|square|passage) /i
const BRITISH_CODE = /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/u

/** Behind a code, or at the end: "rue Anatole France" and "Leesclub Nederland" are none. */
function mayEndWithCountry(segments: readonly Segment[], at: number): boolean {
  const text = segments[at]?.text ?? ''
  if (/\d{3}|\d[A-Z]{2}(?: |$)/.test(text)) return true
  if (at !== segments.length - 1) return false
  const coded = segments.some((one, other) => other !== at && /\d{4}|\d[A-Z]{2}$/.test(one.text))
  return !coded || isTown(countryTail(text)?.country ?? '', countryTail(text)?.rest ?? '')
}

/** 法国，里昂: a town by its Chinese name, which stands in letters, too. */
function takeHanPlaces(reading: Reading, segments: Segment[]): void {
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const { text = '' } = segments[at] ?? {}
    if (!/^\p{Script=Han}{2,6}$/u.test(text) || surnameOf(text)) continue
    reading.aside.push(text)
    segments.splice(at, 1)
  }
}

/** Chinese words in front of an address in letters, with what they have of letters: 发DHL到德国. */
const HAN_START = /^\p{Script=Han}(?:\p{Script=Han}|[A-Z]{2,4}(?=\p{Script=Han}))*/u

/** The country's name, alone in its part or at the end of one. */
function takeCountry(reading: Reading, segments: Segment[]): void {
  for (const [at, { text }] of segments.entries()) {
    const country = HAN_START.test(text) ? foreignCountry(text) : null
    if (country === null || reading.found.country !== undefined) continue
    const [words = ''] = HAN_START.exec(text) ?? []
    reading.found.country = country
    reading.aside.push(words)
    const more = trimmed(text.slice(words.length))
    segments.splice(at, 1, ...(more ? [{ ...segments[at], text: more }] : []))
    takeHanPlaces(reading, segments)
    return
  }
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
    const plate = at > 1 && segments.slice(0, at).some((one) => /\d{4}/.test(one.text))
    const whole =
      segments.length > 1 && !code
        ? (countryOf(text) ?? (plate ? (PLATES[text] ?? null) : null))
        : null
    if (whole && (at > 0 || segments.length > 2) && !/^[A-Z]{2}$/.test(at === 0 ? text : '')) {
      if (reading.found.country !== undefined && reading.found.country !== whole) continue
      if (british && !BRITISH.has(whole)) continue
      reading.found.country = whole
      reading.aside.push(text)
      segments.splice(at, 1)
      // Suisse / Schweiz: the same in another language.
      const other = segments[at - 1]?.text ?? ''
      if (at > 1 && other.length > 3 && countryOf(other) === whole) {
        reading.aside.push(other)
        segments.splice(at - 1, 1)
      }
      return
    }
    const city = countryHead(text)
    if (city && CITY_STATES[city.country] && reading.found.country === undefined) {
      reading.found.country = city.country
      reading.aside.push(city.name)
      segments[at] = { ...segments[at], text: city.rest }
      return
    }
    const tail = mayEndWithCountry(segments, at) ? countryTail(text) : null
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

/** Countries by the letters on their cars, alone in a part behind the town. */
const PLATES: Readonly<Record<string, string>> = {
  D: 'DE',
  A: 'AT',
  F: 'FR',
  B: 'BE',
  L: 'LU',
  I: 'IT',
  E: 'ES',
  FL: 'LI',
}
const HOME = /\S (?:farm|cottage|croft|barn|lodge|grange|farmhouse)$/i
/** A hamlet or a house by its name alone, between a person and the town. */
function bareStreet(segments: readonly Segment[], town: number): ReturnType<typeof findStreet> {
  const last = Math.min(town, segments.length) - 1
  // Boskenna Farm, St Buryan: the farm is where they live, the village is where it is.
  const farm = HOME.test(segments[last - 1]?.text ?? '') && !/\d/.test(segments[last]?.text ?? '')
  const at = farm && isPerson(segments[last - 2]?.text ?? '') ? last - 1 : last
  const [who, where] = [segments[at - 1]?.text, segments[at]?.text]
  if (who === undefined || where === undefined || !(isPerson(who) || isAddressed(who))) return null
  const lived = farm && at < last
  if (isPerson(where) || (isCompany(where) && !lived) || /\d/.test(where)) return null
  return { at, street: { street: where, house: '', before: '', after: '', score: 2 } }
}

/** "chloe barnes flat 9 ivy court": who, then where in the house. */
function nameAndFlat(p: Patterns, ahead: string): Other[] {
  const at = p.unitAny.exec(ahead)?.index ?? 0
  const name = trimmed(ahead.slice(0, at))
  const parts =
    name !== '' && isGivenName(name.split(' ')[0] ?? '') && / /.test(name)
      ? [name, trimmed(ahead.slice(at))]
      : [ahead]
  return parts.filter(Boolean).map((text) => ({ text, place: 'before' }))
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
    const open =
      at === 0 && others.length === 0 && reading.found.name === undefined && before === ''
    if (alone || (open && isGivenName(street.split(' ')[0] ?? ''))) {
      const french = MIXED.has(p.format.country) && FRENCH_START.test(street)
      const split = p.format.house === 'after' && p.format.ends && !french ? splitName : splitLead
      const one = split(p, street)
      const [name, rest] = one[0] === '' && p.format.starts ? splitLead(p, street) : one
      if (name && (alone || isPerson(name))) {
        others.push({ text: name, place: 'before' })
        street = rest
      }
    }
    const [, company, rest] =
      before === '' && hit.street.house !== '' ? (LEGAL_END.exec(street) ?? []) : []
    if (company !== undefined && rest !== undefined) {
      others.push({ text: company, place: 'before' })
      const [person, where] = SALUTATION.test(rest) ? splitName(p, rest) : ['', rest]
      if (person) others.push({ text: person, place: 'before' })
      street = where
    }
    const meant = ATTENTION.exec(street)?.[0]
    if (meant !== undefined) {
      const [person, where] = splitName(p, street.slice(meant.length))
      if (person) {
        reading.aside.push(meant.trim())
        put(reading, 'name', person)
        street = where
      }
    }
    if (CARE_OF.test(street)) {
      const [host, where] = splitHost(p, street)
      if (host) others.push({ text: host, place: 'before' })
      street = where
    }
    const ahead = withoutLink(reading, before)
    others.push(...nameAndFlat(p, ahead))
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
    reading.found.name =
      withoutSalutation(reading, reading.found.name, format.country) || reading.found.name
  takeCityState(reading)
  const town = readTown(reading, p, segments)
  const others = takeStreet(reading, p, segments, town)
  readPeople(reading, p, others)
  streetOfBuilding(reading, p)
  const { postalCode, city, street } = reading.found
  if (!named && format.country && (postalCode ?? (city && street)))
    if (format.country === hint || isProven(format, reading, segments))
      reading.found.country = format.country
}

/** Countries that are one city: their name is the town, too. */
const CITY_STATES: Readonly<Record<string, RegExp>> = {
  SG: /^(?:republic of )?singapore$/i,
  MC: /^monaco$/i,
}
function takeCityState(reading: Reading): void {
  const { country = '', city } = reading.found
  const at = reading.aside.findIndex((words) => CITY_STATES[country]?.test(words))
  if (city !== undefined || at < 0) return
  reading.found.city = reading.aside.splice(at, 1)[0] ?? ''
}

/** A hamlet by the word for it. */
const HAMLET =
  /^(?:lieu[- ]?dit|hameau|ld|le bourg|le village|weiler|gehöft|ferme|mas|domaine|boerderij|hoeve|buurtschap) ?/iu
/** Hollybush Cottage, Nether Stowey: without a street the first building is one. */
function streetOfBuilding(reading: Reading, p: Patterns): void {
  const { street, address2 } = reading.found
  if (street !== undefined || address2 === undefined) return
  const parts = address2.split(', ')
  const british = p.format.code === 'after'
  const at = parts.findIndex(
    (part) =>
      (british || HAMLET.test(part)) &&
      !/\d/.test(part) &&
      !CARE_OF.test(part) &&
      !isDepartment(part) &&
      !p.unitStart.test(part),
  )
  const [building] = at < 0 ? [] : parts.splice(at, 1)
  if (building === undefined) return
  reading.found.street = building
  if (parts.length > 0) reading.found.address2 = parts.join(', ')
  else delete reading.found.address2
}
