import { readChinese } from './reader/chinese.ts'
import { withoutPhoneLabels } from './reader/contacts.ts'
import { isChinese } from './reader/is-chinese.ts'
import { readPieces } from './reader/pieces.ts'
import { readWestern } from './reader/western.ts'
import { takeLeftPlaces } from './reader/places-left.ts'
import { unsureParts } from './reader/unsure.ts'
import { trimmed, type AddressPart, type Reading } from './reader/reading.ts'
import { doubtfulParts } from './doubts/doubtful-parts.ts'
import type { Weights } from './doubts/weights.ts'
import { UNSURE_PARTS, type UnsurePart } from '#contracts/parties/addresses.ts'

/** An address as it was read, and what of it was read without proof: fields, or the rest. */
export interface Recognized extends Reading {
  unsure: UnsurePart[]
}

/**
 * Reads an address written as one text; `hint` is the country chosen already. Nothing is guessed
 * into a field it may not belong to: what no field takes is left.
 */
export function recognize(text: string, hint = ''): Recognized {
  const reading: Reading = { found: {}, left: [], aside: [] }
  const segments = readPieces(reading, text)
  if (isChinese(segments)) readChinese(reading, segments)
  else readWestern(reading, segments, hint)
  withoutPhoneLabels(reading)
  for (const [part, value] of Object.entries(reading.found) as [AddressPart, string][])
    reading.found[part] = asEntered(text, value)
  const plain = text.normalize('NFKC')
  reading.left = joined(plain, reading.left.map(trimmed).filter(Boolean))
  const { address2 } = reading.found
  if (address2 !== undefined) reading.found.address2 = inOrder(plain, address2)
  takeLeftPlaces(reading.found, plain)
  if (Object.keys(reading.found).length === 0) return { ...reading, unsure: [] }
  return { ...reading, unsure: unsureOf(plain, reading) }
}

/** What of a reading is to be checked: what no table proves, and what a second reading doubts. */
export function unsureOf(
  text: string,
  reading: Pick<Reading, 'found' | 'left'>,
  weights?: Weights,
): UnsurePart[] {
  const unsure = new Set<UnsurePart>([
    ...unsureParts(reading.found),
    ...doubtfulParts(text, reading, weights),
  ])
  return UNSURE_PARTS.filter((part) => unsure.has(part))
}

/** Neighbours in the text are one remark: "geen bel, even bellen". */
function joined(text: string, left: readonly string[]): string[] {
  const made: string[] = []
  for (const part of left) {
    const before = made.at(-1)
    const from = before === undefined ? -1 : text.indexOf(before) + before.length
    const between = before !== undefined && text.includes(before) ? text.slice(from) : ''
    const sign = /^[,.!?]? /.exec(between)?.[0]
    if (before !== undefined && sign !== undefined && between.startsWith(sign + part))
      made[made.length - 1] = before + sign + part
    else made.push(part)
  }
  return made
}

/** The additions as they stand in the text; where one stands twice, as they were read. */
function inOrder(text: string, address2: string): string {
  const parts = address2.split(', ')
  const at = parts.map((part) => text.indexOf(part))
  const sure = parts.every(
    (part, i) => (at[i] ?? -1) >= 0 && text.indexOf(part, (at[i] ?? 0) + 1) < 0,
  )
  if (!sure) return address2
  return parts.toSorted((a, b) => text.indexOf(a) - text.indexOf(b)).join(', ')
}

/** Brackets as they were typed: Chinese ones are as wide as its signs. */
function asEntered(text: string, value: string): string {
  const wide = value.replace(/\(/g, '（').replace(/\)/g, '）')
  return wide !== value && text.includes(wide.slice(wide.indexOf('（'), wide.indexOf('）') + 1))
    ? wide
    : value
}
