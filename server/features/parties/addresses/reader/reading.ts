import type { ADDRESS_PARTS } from '#contracts/parties/addresses.ts'

export type AddressPart = (typeof ADDRESS_PARTS)[number]
export type Found = Partial<Record<AddressPart, string>>

/** A stretch of the text between separators, in the order they stand. */
export interface Segment {
  text: string
  /** A label states that this is the street. */
  street?: true
}

/** What was read so far. */
export interface Reading {
  found: Found
  /** What no field takes: shown to the user. */
  left: string[]
  /** Understood and in no field: labels, salutations, the country's name. */
  aside: string[]
}

/** Puts a value where none is yet; a second one stays in sight. */
export function put(reading: Reading, part: AddressPart, value: string): void {
  const text = trimmed(value)
  if (text === '') return
  if (reading.found[part] === undefined) reading.found[part] = text
  else if (!sameText(reading.found[part], text)) reading.left.push(text)
  else reading.aside.push(text)
}

/** Additions share one line. */
export function addLine(reading: Reading, value: string): void {
  const text = trimmed(value)
  if (text === '') return
  const { address2 } = reading.found
  reading.found.address2 = address2 === undefined ? text : `${address2}, ${text}`
}

/** Kita "Zwergenland": quotes within a text are its own; those around all of it go. */
const QUOTED = /\p{L}.*["“„«][^"“”„«»]+["”“»]\s*$/u
const inQuotes = (text: string): string =>
  QUOTED.test(text) ? text.trim().replace(/["”“»]$/u, '$&\u2060') : text

/** Without what separates: blanks, commas, brackets that close nothing. */
export const trimmed = (text: string): string =>
  inQuotes(text)
    .replace(/^[\s,;:：|/–—•*"“”„«»>)\]。、-]+/u, '')
    .replace(/[\s,;:：|/–—•*"“”„«»<([。、-]+$/u, '')
    .replace(/^\((.*)\)$/u, '$1')
    .replace(/\u2060$/u, '')
    .replace(/ {2,}/g, ' ')

/** For comparing: no accents, no case, no dots. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[.,’'`()]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim()

const sameText = (a: string, b: string): boolean => folded(a) === folded(b)

/** A part that is neither town nor street, and where it stood. */
export interface Other {
  text: string
  place: 'before' | 'between' | 'behind'
  /** Stands behind a flat or a building: another line about the place. */
  added?: boolean
  /** Herr, Mme or the like stood before it. */
  addressed?: boolean
}
