import { pinyin } from 'pinyin-pro'

/** Scripts without spaces between words: one or two of their characters are a word. */
const WORD_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const MARKS = /\p{M}/gu

/** Of which table of which tenant: the same part of two lists has two keys. */
export interface Place {
  tenantId: string
  table: string
}

/**
 * The parts by which a text is found, as numbers: every three characters in a row, and of scripts
 * without spaces also every one and two; of Chinese also those of its pinyin and initials, of ä those
 * of ae, of numbers also without what parts them. A text that contains another one has all parts of it.
 */
export function keysOf(place: Place, text: string): number[] {
  const keys = new Set<number>()
  for (const signs of writtenAs(text))
    for (const [at, sign] of signs.entries()) {
      const [next, third] = [signs[at + 1], signs[at + 2]]
      if (next !== undefined && third !== undefined) keys.add(hash(place, sign + next + third))
      if (!WORD_SIGN.test(sign)) continue
      keys.add(hash(place, sign))
      if (next !== undefined && WORD_SIGN.test(next)) keys.add(hash(place, sign + next))
    }
  return [...keys]
}

/** What a row must have to contain a text; null where the text is too short for one. */
export function keysToFind(place: Place, text: string): number[] | null {
  const signs = folded(text)
  if (signs.length >= 3)
    return signs.slice(2).map((third, at) => hash(place, signs[at]! + signs[at + 1]! + third))
  return signs.length > 0 && signs.every((sign) => WORD_SIGN.test(sign))
    ? [hash(place, signs.join(''))]
    : null
}

/** The key of all rows of one owner, which no text has. */
export const keyOfOwner = (place: Place, owner: string): number => hash(place, `owner=${owner}`)

/**
 * What was typed as the words that must all be contained: by spaces, and a number of a phone as its
 * digits, from the first that is not 0.
 */
export function wordsTyped(typed: string): string[] {
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  return /^[\d\s+()/.-]+$/.test(typed) && digits.length >= PHONE_MIN
    ? [digits]
    : typed.split(/\s+/).filter(Boolean)
}
const PHONE_MIN = 5

/** Whether one of the ways a text is written contains a word, whatever its case and marks. */
export function containsWord(text: string, word: string): boolean {
  const wanted = folded(word).join('')
  return writtenAs(text).some((signs) => signs.join('').includes(wanted))
}

/** The ways a text is typed other than by its own signs: of Chinese its pinyin, of ä its ae. */
export const typedAs = (text: string): string[] => [
  ...new Set(
    writtenAs(text)
      .slice(1)
      .map((signs) => signs.join('')),
  ),
]

const HAN = /\p{Script=Han}/u
/** Of a text with signs that are read in several ways this many ways are known. */
const READINGS = 8
const HOW = { toneType: 'none', type: 'array', v: true } as const

/** As keyboards without umlauts write them. */
const TWO_SIGNS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
const UMLAUT = /[äöüß]/giu

/**
 * As it stands, Chinese as pinyin and its initials, ä as ae, and numbers without spaces and strokes.
 */
function writtenAs(text: string): string[][] {
  const all = [folded(text)]
  if (HAN.test(text)) {
    const signs = Array.from(text)
    // As a name is read, then with each sign's other readings.
    let ways = [[]] as string[][]
    for (const sign of signs) {
      const own = HAN.test(sign) ? pinyin(sign, { ...HOW, multiple: true }) : [sign]
      ways = own.flatMap((read) => ways.map((way) => [...way, read])).slice(0, READINGS)
    }
    ways.push(pinyin(text, { ...HOW, mode: 'surname' }))
    for (const way of ways)
      all.push(
        folded(way.join('')),
        folded(
          way.map((read, at) => (HAN.test(signs[at] ?? '') ? read.slice(0, 1) : read)).join(''),
        ),
      )
  }
  const composed = text.normalize('NFC')
  const typed = composed.replaceAll(UMLAUT, (sign) => TWO_SIGNS[sign.toLowerCase()] ?? sign)
  if (typed !== composed) all.push(folded(typed))
  if (/\d[\s()/.-]+\d/.test(text)) all.push(folded(text.replaceAll(/[\s()/.-]+/g, '')))
  return all
}

/**
 * Characters without case and marks, each by itself: where the database takes two texts as alike
 * but for their case, they are the same here, wherever they stand.
 */
const folded = (text: string): string[] =>
  PLAIN.test(text) ? Array.from(text.toLowerCase()) : foldedEach(text)
const PLAIN = /^[ -~]*$/
const foldedEach = (text: string): string[] =>
  Array.from(text).flatMap((sign) =>
    Array.from(sign.normalize('NFD').replaceAll(MARKS, '').toLowerCase().replaceAll(MARKS, '')),
  )

/** FNV-1a over the characters' code units, as the database has its whole numbers. */
function hash({ tenantId, table }: Place, part: string): number {
  let value = 0x811c9dc5
  for (const text of [tenantId, '|', table, '|', part])
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      value = Math.imul(value ^ (unit & 0xff), 0x01000193)
      value = Math.imul(value ^ (unit >>> 8), 0x01000193)
    }
  return value | 0
}
