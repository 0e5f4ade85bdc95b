import {
  ANNOUNCES,
  HAN_LABEL,
  HAN_PHRASE,
  HAN_PREFIX,
  kindOfPhrase,
  LABEL,
  type LabelKind,
} from '../tables/labels.ts'
import { ASKS_DELIVERY, GREETING, INSTRUCTION, IS_ADDRESS } from '../tables/phrases.ts'
import { DEPARTMENT } from '../tables/words.ts'
import { takeContacts } from './contacts.ts'
import { countryOf } from './country-names.ts'
import { isGivenName, isNameWord } from './names.ts'
import { addLine, put, trimmed, type Reading, type Segment } from './reading.ts'

interface Piece {
  kind: LabelKind | null
  label: string
  text: string
}

/** One text in one shape: full-width signs, tabs and line ends as everywhere. */
const cleaned = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\ufeff\u2028\u2029]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[【[［]([^\]】］\n]*)[\]】］]/g, ' $1 ')
    // 王小明（收）: what is asked of a person is no part of the place before it.
    .replace(/\((亲?收|亲?启)\)/g, ' $1 ')
    .replace(/\((\p{Script=Han}{2,8}?) ?(亲?收|亲?启)\)/gu, ' $1$2 ')
    // 收 货 人: a label drawn out to the width of the others.
    .replace(
      /(?<!\p{Script=Han})(?:\p{Script=Han}[ \u3000]+){1,4}\p{Script=Han}(?=\s*:)/gu,
      (label) => label.replace(/\s+/g, ''),
    )
    // D - 82488: the prefix of a code is no part of its own.
    .replace(/(?<!\S)(D|A|CH|F|B|L|NL|I|DE|AT|BE|FR) ?[-–] ?(?=\d{4})/gu, '$1-')
    // Zip code 60466: a label although its colon is missing.
    .replace(
      /(?<!\p{L})(zip ?code|zip|post ?code|postal code|PLZ|Postleitzahl|code postal) (?=\d{4,6}(?!\d))/giu,
      '$1: ',
    )
    .replace(/\t/g, ' , ')
    .replace(/[ \u00a0]{3,}/g, ' , ')
    .replace(/[^\S\n]+/g, ' ')

const isTitle = (title: string): boolean =>
  kindOfPhrase(title) !== null || labelsIn(`${title.trim()}:`)[0]?.kind != null

interface LabelHit {
  from: number
  to: number
  kind: LabelKind | null
}
/** Words before a colon, at the start of a part. */
const PHRASE = /(?<=^|[,;|]) *(?<phrase>\p{L}[\p{L}.'’/+&() -]{1,38}?(?: \d)?) ?:(?!\/)/gu

/** Labels that are listed, and what is one by its place and its words. */
function labelsIn(line: string): LabelHit[] {
  const hits = [...line.matchAll(LABEL)].map((hit): LabelHit => {
    const [named] = Object.entries(hit.groups ?? {}).filter(([, word]) => word !== undefined)
    const kind = (named?.[0] ?? null) as LabelKind | null
    return { from: hit.index, to: hit.index + hit[0].length, kind }
  })
  for (const hit of line.matchAll(HAN_LABEL)) {
    const [named] = Object.entries(hit.groups ?? {}).filter(([, word]) => word !== undefined)
    const kind = named?.[0] === 'none' ? null : ((named?.[0] ?? null) as LabelKind | null)
    const [from, to] = [hit.index, hit.index + hit[0].length]
    const inner = hits.find((known) => known.to === to || (known.from <= from && known.to >= to))
    // 秦岚手机: a name and a label; 收件姓名 is a label of two words.
    if (inner && !HAN_PREFIX.test(line.slice(from, inner.from))) continue
    for (let at = hits.length - 1; at >= 0; at -= 1)
      if ((hits[at]?.from ?? 0) < to && (hits[at]?.to ?? 0) > from) hits.splice(at, 1)
    hits.push({ from, to, kind })
  }
  for (const hit of line.matchAll(PHRASE)) {
    const phrase = hit.groups?.phrase ?? ''
    const [from, to] = [hit.index + hit[0].indexOf(phrase), hit.index + hit[0].length]
    if (hits.some((known) => known.from <= from && known.to > from)) continue
    const kind = kindOfPhrase(phrase)
    if (kind === null && !announces(phrase, line.slice(to))) continue
    const inside = hits.findIndex((known) => known.from >= from && known.from < to)
    if (inside >= 0) hits.splice(inside, 1)
    hits.push({ from, to, kind })
  }
  for (const hit of line.matchAll(HAN_PHRASE)) {
    const [from, to] = [hit.index, hit.index + hit[0].length]
    if (!hits.some((known) => known.from < to && known.to > from))
      hits.push({ from, to, kind: null })
  }
  return hits.sort((a, b) => a.from - b.from)
}

/** "Levering bij: Houthandel": words that are neither a name nor the start of "Etage: 3". */
const announces = (phrase: string, value: string): boolean => {
  const [first = '', ...more] = phrase.split(' ')
  if (!/^\s*(?:\p{Lu}|$)/u.test(value) || isGivenName(first)) return false
  if (more.length === 0) return !isNameWord(first)
  return [first, ...more].some((word) => /^\p{Ll}/u.test(word))
}

/** Rows of a table below a line of labels: each value behind its own. */
function labelled(lines: readonly string[]): string[] {
  const [head = '', row = '', ...more] = lines.filter((line) => line.trim() !== '')
  const by = [';', ' , ', '|', ','].find((sign) => head.split(sign).length >= 3)
  if (!by || more.length > 0) return [...lines]
  const [titles, values] = [head.split(by), row.split(by)]
  if (titles.length !== values.length || !titles.every(isTitle)) return [...lines]
  return titles.map((title, at) => `${title.trim()}: ${values[at]?.trim() ?? ''}`)
}

/** Lines cut at their labels; a label alone speaks for the next line. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let waiting: Piece | null = null
  for (const line of labelled(cleaned(text).split('\n'))) {
    const hits = labelsIn(line)
    const lead = trimmed(line.slice(0, hits[0]?.from ?? line.length))
    if (lead || hits.length > 0) {
      if (waiting) pieces.push({ ...waiting, text: lead })
      else if (lead) pieces.push({ kind: null, label: '', text: lead })
      waiting = null
    }
    for (const [at, hit] of hits.entries()) {
      const value = line.slice(hit.to, hits[at + 1]?.from ?? line.length)
      const piece = {
        kind: hit.kind,
        label: line.slice(hit.from, hit.to).trim(),
        text: trimmed(value),
      }
      if (piece.text || at < hits.length - 1) pieces.push(piece)
      else waiting = piece
    }
  }
  return waiting ? [...pieces, waiting] : pieces
}

const FAMILY =
  /^(?:Nachname|Familienname|Last name|Surname|Family name|Achternaam|Familienaam|Nom(?: de famille)?)\s*:/i
const GIVEN = /^(?:Vorname|First name|Given name|Forename|Prénom|Voornaam)\s*:/i
/** The label is part of what is printed: Suite: 200. */
const SPOKEN = /^(Apartment|Suite|Unit|Floor)/i
const LEGAL_ALONE =
  /^(?:Inc|Ltd|LLC|L\.L\.C|LLP|L\.P|PLC|Corp|S\.?A|S\.?A\.?S|SARL|GmbH|B\.?V|N\.?V|Co)\.?$/i
const BREAKS =
  /(?:,(?!\s*(?:Ltd|Inc|LLC|L\.L\.C)\b)|[;|•\n，；])+|\s+(?=(?:c\/o|p\/a|care of)\s)|(?<!\d)\s+[-–—/·]\s+|\s+·\s+|\s+[-–—/]\s+(?=\d{4,5} \p{L}{3})|\s+[-–—/·]\s+(?!\d+[a-z]?(?:\s|,|$))|(?<=\d) ?\/ ?(?=\d{1,2}\. ?(?:OG|Stock|Etage))/iu

const isFamilyName = (text = ''): boolean => /^[\p{L}-]+$/u.test(text)
const isGiven = (text: string): boolean =>
  /^[\p{L} .-]+$/u.test(text) && isGivenName(text.split(' ')[0] ?? '')

/** Segments between separators; what belongs together although a comma parts it is joined. */
/** The end of a sentence, no abbreviation: "56073 Koblenz. Klingel defekt". */
const SENTENCE =
  /(?<=\p{Ll}{4})(?<!boul|habil|phil|dept|mevr|burg|gebr|str)[.!] (?=\p{Lu})|! (?=\p{Lu})/gu

function segmentsOf(text: string): string[] {
  const parts = text
    .replace(SENTENCE, ' , ')
    .replace(/(\p{L}{3}\.|stra(?:ß|ss)e|weg|platz)(?=\d)/giu, '$1 ')
    .split(BREAKS)
    .map(trimmed)
    .filter(Boolean)
  const joined: string[] = []
  for (const [at, part] of parts.entries()) {
    const before = joined.at(-1)
    if (before !== undefined && LEGAL_ALONE.test(part) && !/\d/.test(before))
      joined[joined.length - 1] = `${before} ${part}`
    else if (
      before !== undefined &&
      /^\d{1,4} ?[a-z]?(?: (?:bis|ter))?$/i.test(before) &&
      /^\p{L}/u.test(part)
    )
      joined[joined.length - 1] = `${before} ${part}`
    else if (
      before !== undefined &&
      /^\d{1,4} ?[a-z]?$/i.test(part) &&
      (/^[A-U] ?\d$/.test(before) ||
        (/^\D*\p{L}\D*$/u.test(before) && (joined.length > 1 || at === parts.length - 1)))
    )
      joined[joined.length - 1] = `${before} ${part}`
    else if (joined.length === 1 && isFamilyName(before) && isGiven(part))
      joined[0] = `${before}, ${part}`
    else joined.push(part)
  }
  return joined
}

/** Greetings of a message are set aside; what it asks of the driver stays visible. */
function withoutCourtesy(reading: Reading, part: string): string[] {
  if (GREETING.test(part)) {
    reading.aside.push(part)
    return []
  }
  const asked = (ASKS_DELIVERY.exec(part) ?? IS_ADDRESS.exec(part))?.[0]
  if (asked) {
    reading.aside.push(asked.trim())
    return [part.slice(asked.length)].filter(Boolean)
  }
  if (!INSTRUCTION.test(part)) return [part]
  reading.left.push(part)
  return []
}

/** Fields that a label names are taken at once; the rest is to be read. */
export function readPieces(reading: Reading, text: string): Segment[] {
  const segments: Segment[] = []
  const person: { given?: string; family?: string } = {}
  const part = (key: 'given' | 'family', value: string) => {
    if (person[key] === undefined) person[key] = value
    else reading.left.push(value)
  }
  for (const { kind, label, text: raw } of piecesOf(text)) {
    if (label) reading.aside.push(label)
    if (raw === '') continue
    if (kind === null && ANNOUNCES.test(raw)) {
      reading.aside.push(raw)
      continue
    }
    if (kind === 'taxNumber') {
      put(reading, 'taxNumber', raw)
      continue
    }
    if (kind === 'remark') {
      reading.left.push(raw)
      continue
    }
    const { phone } = reading.found
    const rest = takeContacts(reading, raw)
    const phoned = kind === 'phone' && reading.found.phone !== phone
    const [value = '', ...more] = segmentsOf(rest).flatMap((part) => withoutCourtesy(reading, part))
    const general = (from: string[]) => segments.push(...from.map((part) => ({ text: part })))
    if (phoned) general([value].filter(Boolean))
    else if (kind === 'street') segments.push({ text: value, street: true })
    else if (kind === 'name' && FAMILY.test(label)) part('family', value)
    else if (kind === 'name' && GIVEN.test(label)) part('given', value)
    else if (kind === 'phone' && reading.found.phone === undefined && /\d{2}.*\d{3}/.test(value))
      put(reading, 'phone', value)
    else if (!takes(reading, kind, label, value)) general([value].filter(Boolean))
    general(more)
  }
  const { given } = person
  let { family } = person
  // "Voornaam: Katrien, Naam: De Wilde": next to a given name, a name is the family's.
  const { name } = reading.found
  if (given !== undefined && family === undefined && name !== undefined) {
    family = name
    delete reading.found.name
  }
  if (given !== undefined || family !== undefined)
    put(reading, 'name', [given, family].filter(Boolean).join(' '))
  return segments
}

const BOX = /^(?:bus|bte|boîte)\b/i

/** Whether the label's own field takes the value. */
function takes(reading: Reading, kind: LabelKind | null, label: string, value: string): boolean {
  if (kind === 'country') {
    const country = countryOf(value)
    if (country && reading.found.country === undefined) {
      reading.found.country = country
      reading.aside.push(value)
      return true
    }
    return false
  }
  // Bus: 3 is part of a Belgian house number.
  if (kind === 'house' && BOX.test(label)) {
    const { house } = reading.found
    reading.found.house = [house, label.replace(/\s*:$/, '').toLowerCase(), value]
      .filter(Boolean)
      .join(' ')
    return true
  }
  if (kind === 'address2') {
    const word = SPOKEN.exec(label)?.[1]
    put(reading, 'address2', word ? `${word} ${value}` : value)
    return true
  }
  if (kind === 'name' && DEPARTMENT.test(value)) {
    addLine(reading, value)
    return true
  }
  const mixed = kind === 'city' && /\d{4}/.test(value)
  if (kind === null || kind === 'address' || kind === 'street' || kind === 'remark' || mixed)
    return false
  put(reading, kind, value)
  return true
}
