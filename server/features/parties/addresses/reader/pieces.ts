import { ANNOUNCES, LABEL, type LabelKind } from '../tables/labels.ts'
import { DEPARTMENT, GIVEN_NAMES } from '../tables/words.ts'
import { takeContacts } from './contacts.ts'
import { countryOf } from './country-names.ts'
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
    .replace(/\t/g, ' , ')
    .replace(/[ \u00a0]{3,}/g, ' , ')
    .replace(/[^\S\n]+/g, ' ')

/** Lines cut at their labels; a label alone speaks for the next line. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let waiting: Piece | null = null
  for (const line of cleaned(text).split('\n')) {
    const hits = [...line.matchAll(LABEL)]
    const lead = trimmed(line.slice(0, hits[0]?.index ?? line.length))
    if (lead || hits.length > 0) {
      if (waiting) pieces.push({ ...waiting, text: lead })
      else if (lead) pieces.push({ kind: null, label: '', text: lead })
      waiting = null
    }
    for (const [at, hit] of hits.entries()) {
      const kinds = Object.entries(hit.groups ?? {}).filter(([, word]) => word !== undefined)
      const value = line.slice(hit.index + hit[0].length, hits[at + 1]?.index ?? line.length)
      const kind = (kinds[0]?.[0] ?? null) as LabelKind | null
      const piece = { kind, label: hit[0].trim(), text: trimmed(value) }
      if (piece.text || at < hits.length - 1) pieces.push(piece)
      else waiting = piece
    }
  }
  return waiting ? [...pieces, waiting] : pieces
}

const FAMILY = /^(?:Nachname|Last name|Achternaam|Nom)\s*:/i
const GIVEN = /^(?:Vorname|First name|Prénom|Voornaam)\s*:/i
/** The label is part of what is printed: Suite: 200. */
const SPOKEN = /^(Apartment|Suite|Unit|Floor)/i
const LEGAL_ALONE =
  /^(?:Inc|Ltd|LLC|L\.L\.C|LLP|L\.P|PLC|Corp|S\.?A|S\.?A\.?S|SARL|GmbH|B\.?V|N\.?V|Co)\.?$/i
const BREAKS =
  /(?:,(?!\s*(?:Ltd|Inc|LLC|L\.L\.C)\b)|[;|•\n，；])+|\s+(?=(?:c\/o|p\/a|care of)\s)|(?<!\d)\s+[-–—/·]\s+|\s+[-–—/·]\s+(?!\d+[a-z]?(?:\s|,|$))|(?<=\d) ?\/ ?(?=\d{1,2}\. ?(?:OG|Stock|Etage))/iu

const isFamilyName = (text = ''): boolean => /^[\p{L}-]+$/u.test(text)
const isGivenName = (text: string): boolean =>
  /^[\p{L} .-]+$/u.test(text) && GIVEN_NAMES.has((text.split(/[ -]/)[0] ?? '').toLowerCase())

/** Segments between separators; what belongs together although a comma parts it is joined. */
function segmentsOf(text: string): string[] {
  const parts = text
    .replace(/(\p{L}{3}\.|stra(?:ß|ss)e|weg|platz)(?=\d)/giu, '$1 ')
    .split(BREAKS)
    .map(trimmed)
    .filter(Boolean)
  const joined: string[] = []
  for (const part of parts) {
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
      (/^[A-U]\d$/.test(before) || (/^\D*\p{L}\D*$/u.test(before) && joined.length > 1))
    )
      joined[joined.length - 1] = `${before} ${part}`
    else if (joined.length === 1 && isFamilyName(before) && isGivenName(part))
      joined[0] = `${before}, ${part}`
    else joined.push(part)
  }
  return joined
}

/** Fields that are said by a label are taken at once; the rest is to be read. */
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
    const rest = takeContacts(reading, raw)
    const [value = '', ...more] = segmentsOf(rest)
    const general = (from: string[]) => segments.push(...from.map((part) => ({ text: part })))
    if (kind === 'street') segments.push({ text: value, street: true })
    else if (kind === 'name' && FAMILY.test(label)) part('family', value)
    else if (kind === 'name' && GIVEN.test(label)) part('given', value)
    else if (kind === 'phone' && reading.found.phone === undefined && /\d{2}.*\d{3}/.test(value))
      put(reading, 'phone', value)
    else if (!takes(reading, kind, label, value)) general([value].filter(Boolean))
    general(more)
  }
  const { given, family } = person
  if (given !== undefined || family !== undefined)
    put(reading, 'name', [given, family].filter(Boolean).join(' '))
  return segments
}

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
  if (kind === null || kind === 'address' || kind === 'street' || mixed) return false
  put(reading, kind, value)
  return true
}
