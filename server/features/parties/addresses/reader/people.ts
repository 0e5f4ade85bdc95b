import {
  ATTENTION,
  BUILDING,
  CARE_OF,
  isCompany,
  DEPARTMENT,
  isTrade,
  LEGAL_END,
  SALUTATION,
} from '../tables/words.ts'
import { soundsLikeTrade } from '../tables/companies.ts'
import { ROLE } from '../tables/phrases.ts'
import { isGivenName, isNameWord } from './names.ts'
import type { Patterns } from './patterns.ts'
import { addLine, put, trimmed, type Reading } from './reading.ts'

/** A part that is neither town nor street, and where it stood. */
export interface Other {
  text: string
  place: 'before' | 'between' | 'behind'
  /** Stands behind a flat or a building: another line about the place. */
  added?: boolean
}

/** Only people bear them; "Praxis Dr. Weiß" begins with another word. */
const TITLE =
  /^(?:(?:dr|prof|drs|ir|ing|mag|dipl|dott?|phd|me|maître|notaire|rechtsanwalt|rechtsanwältin|ra|notar|notarin|advocaat)(?:\.-?(?:ing|kfm|inf|kffr|med|phil)\b|-(?:ing|kfm|inf|kffr))?\.?(?= |$) ?|(?:med|jur|phil|rer|nat|h\.? ?c|oec|dent|vet)\. ?)+/i
/** C.M. Hulshof: initials are a person's. */
const INITIALS =
  /^(?:\p{Lu}\. ?){1,4}(?:(?:van|von|vom|zu|de|den|der|te|ten|ter|le|la) ){0,3}\p{Lu}\p{Ll}/u
const FAMILY = /^(?:familie|fam\.|famille|family|eheleute)(?= )/i

/** Begins with a given name, behind titles. */
export const isPerson = (text: string): boolean => {
  const name = text.replace(SALUTATION, '')
  if (FAMILY.test(name) || INITIALS.test(name)) return true
  const bare = name.replace(TITLE, '')
  if (bare !== name && /^\p{Lu}/u.test(bare) && !isCompany(bare)) return true
  return isGivenName(bare.split(' ')[0] ?? '')
}

/** The name without forms of address, "An Frau"; these are set aside. */
export function withoutSalutation(reading: Reading, text: string): string {
  const spoken = SALUTATION.exec(text)?.[0]
  if (!spoken) return text
  reading.aside.push(spoken.trim())
  const rest = trimmed(text.slice(spoken.length))
  return /^(?:an|aan|to|für|for|voor|pour)\b/i.test(spoken)
    ? withoutSalutation(reading, rest)
    : rest
}

const PLAIN_NAME = /^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,2}$/u
/** A building's word that is a surname behind a given name. */
const SURNAME_TOO = /^\S+ (?:hall|mills|court|park|house|barn|point)$/i
/** A house or a quarter by its name: Les Jardins d'Arcadie. */
const RESIDENCE = /^(?:ferme|mas|les|le clos|le domaine|le parc|la villa|ty|plas|residentie) /i

/** Gives every remaining part the one field it can be, or leaves it in sight. */
export function readPeople(reading: Reading, p: Patterns, others: readonly Other[]): void {
  const open: Other[] = []
  let added = false
  for (const { text: raw, place } of others) {
    const spoken = ATTENTION.exec(raw)?.[0]
    // A department is no name: t.a.v. apotheek.
    const meant = spoken && raw.slice(spoken.length)
    if (meant && (/^\p{Ll}+$/u.test(meant) || DEPARTMENT.test(meant))) {
      addLine(reading, raw)
      continue
    }
    const attention = spoken
    const text = withoutSalutation(reading, attention ? raw.slice(attention.length) : raw)
    if (attention) reading.aside.push(attention.trim())
    if (text === '') continue
    const firm = /^(?:firma|fa\.) (?=\p{Lu})/iu.exec(text)?.[0]
    if (firm && reading.found.company === undefined) {
      reading.aside.push(firm.trim())
      put(reading, 'company', text.slice(firm.length))
      continue
    }
    if (ROLE.test(text)) {
      reading.left.push(text)
      continue
    }
    if (attention && reading.found.name === undefined) put(reading, 'name', text)
    else if (attention || CARE_OF.test(text)) addLine(reading, text)
    else if (isAddition(p, text, place)) {
      addLine(reading, text)
      added = true
    } else if (p.box.exec(text)?.[0].length === text.length) addLine(reading, text)
    else open.push({ text, place, added: added && place === 'before' })
  }
  const rest = open.filter((other) => !takesCompany(reading, other))
  const office =
    /cedex/i.test(reading.found.city ?? '') ||
    others.some(({ text }) => DEPARTMENT.test(text) || ATTENTION.test(text))
  nameOf(reading, p, rest, office)
}

function isAddition(p: Patterns, text: string, place: Other['place']): boolean {
  if (isPerson(text) && !(BUILDING.test(text) && !SURNAME_TOO.test(text))) return false
  if (
    DEPARTMENT.test(text) ||
    p.unitStart.test(text) ||
    /^(?:postnummer|postnr\.?|kundennummer) ?\d/i.test(text)
  )
    return true
  if (p.format.house === 'before' && place === 'before' && /^\d[\d/ ]{0,5}[a-z]?$/i.test(text))
    return true
  if (isCompany(text)) return false
  // A second street is where the first one is: ZI Nord.
  if (p.format.house === 'before' && p.format.starts && p.street?.test(text)) return true
  const unit = p.unitAny.exec(text)
  if (unit && (/\d/.test(text) || place === 'between')) return true
  return BUILDING.test(text) && place !== 'behind'
}

/** A given name is no trade, whatever it ends with: Christelle. */
const withoutNames = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !isGivenName(word))
    .join(' ')

/** A trade by its words. */
const isWork = (text: string): boolean => isTrade(text) || soundsLikeTrade(withoutNames(text))

/** How much of a text is a person's name: given name, known words, no article between. */
function personPoints(text: string): number {
  const words = text.split(' ')
  const known = words.filter((word) => isNameWord(word)).length
  const articles = words.filter((word) =>
    /^(?:des|du|aux|of|the|and|am|im|zum|zur|op|het|&)$/.test(word),
  )
  if (RESIDENCE.test(text)) return -1
  return (
    (isPerson(text) ? 4 : 0) +
    (2 * known) / words.length -
    articles.length -
    (words.length > 4 ? 1 : 0)
  )
}

function takesCompany(reading: Reading, { text }: Other): boolean {
  if (!isCompany(text) && (isPerson(text) || !isWork(text))) return false
  const [, company, person] = LEGAL_END.exec(text) ?? []
  const both = person !== undefined && company !== undefined && reading.found.name === undefined
  if (reading.found.company === undefined) {
    put(reading, 'company', both ? company : text)
    if (both) put(reading, 'name', withoutSalutation(reading, person))
    return true
  }
  addLine(reading, text)
  return true
}

/** The part that is most like a person's name; where none is, the first. */
function personOf(parts: readonly Other[]): Other | undefined {
  const points = (part: Other) => personPoints(part.text) - (part.added ? 3 : 0)
  return parts.toSorted((a, b) => points(b) - points(a))[0]
}

/** Of what is left, a person is the name; a second one before the street is the company. */
function nameOf(reading: Reading, p: Patterns, rest: readonly Other[], office: boolean): void {
  const before = rest.filter(({ place, text }) => place === 'before' && !/\d/.test(text))
  const between = rest.filter(
    ({ place, text }) => place === 'between' && (isPerson(text) || PLAIN_NAME.test(text)),
  )
  const ahead = before.length > 0 || reading.found.company ? before : between
  const [only] = ahead
  // Departments are those of a company.
  if (office && only && ahead.length === 1 && !isPerson(only.text) && !reading.found.company) {
    put(reading, 'company', only.text)
    return nameOf(
      reading,
      p,
      rest.filter((other) => other !== only),
      false,
    )
  }
  const named = reading.found.name !== undefined
  const person = named ? undefined : personOf(ahead)
  const last = rest.findLast(({ place, text }) => place === 'behind' && !/\d/.test(text))
  const name = person ?? (named ? undefined : last)
  for (const other of rest) {
    if (other === name) put(reading, 'name', other.text)
    else if (other.added || (name && RESIDENCE.test(other.text))) addLine(reading, other.text)
    else if (ahead.includes(other) && reading.found.company === undefined && ahead.length <= 3)
      put(reading, 'company', other.text)
    else if (other.place === 'between' || (ahead.includes(other) && p.format.house === 'before'))
      addLine(reading, other.text)
    else reading.left.push(other.text)
  }
}
