import type { AddressPart, Found } from '../reader/reading.ts'
import { isSign, tokensOf, type Token } from './tokens.ts'

/** What a token is part of: a field, a remark, or nothing a form has (labels, greetings, signs). */
export const KINDS = [
  'name',
  'company',
  'phone',
  'email',
  'taxNumber',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'address2',
  'left',
  'aside',
] as const satisfies readonly (AddressPart | 'left' | 'aside')[]
export type Kind = (typeof KINDS)[number]

/** Surest first: a mail is nothing else, a number alone may be much. */
const ORDER: Partial<Record<Kind, number>> = {
  email: -1,
  phone: -1,
  taxNumber: -1,
  state: 1,
  city: 1,
  house: 2,
}
/** The field a value stands close to, where it occurs more than once. */
const NEIGHBOUR: Partial<Record<Kind, Kind>> = { house: 'street', city: 'postalCode' }

/** The tokens from `start` that are these words, signs between them passed over. */
function spanFrom(
  tokens: readonly Token[],
  kinds: readonly Kind[],
  words: readonly string[],
  start: number,
): [first: number, last: number] | null {
  let at = start
  for (const word of words) {
    for (let passed = 0; passed < 4 && tokens[at]?.text !== word; passed += 1) {
      if (!isSign(tokens[at]?.text ?? 'x')) return null
      at += 1
    }
    if (tokens[at]?.text !== word || kinds[at] !== 'aside') return null
    at += 1
  }
  return [start, at - 1]
}

/** Signs in front of the first word and behind the last one belong to a value that has them. */
function withSigns(
  tokens: readonly Token[],
  kinds: readonly Kind[],
  words: readonly string[],
  [first, last]: [number, number],
): [number, number] {
  const head = words.findIndex((word) => !isSign(word))
  const tail = words.length - 1 - words.findLastIndex((word) => !isSign(word))
  const fits = (at: number, word: string | undefined): boolean =>
    tokens[at]?.text === word && kinds[at] === 'aside'
  let [from, to] = [first, last]
  for (let n = 1; n <= head && fits(first - n, words[head - n]); n += 1) from = first - n
  for (let n = 1; n <= tail && fits(last + n, words[words.length - tail + n - 1]); n += 1)
    to = last + n
  return [from, to]
}

/** Gives the words of a value their kind where they stand in the text. */
function mark(
  tokens: readonly Token[],
  kinds: Kind[],
  kind: Kind,
  words: readonly string[],
): boolean {
  const plain = words.filter((word) => !isSign(word))
  if (plain.length === 0) return false
  const spans = tokens.flatMap(({ text }, start) => {
    const span = text === plain[0] ? spanFrom(tokens, kinds, plain, start) : null
    return span ? [withSigns(tokens, kinds, words, span)] : []
  })
  const near = NEIGHBOUR[kind]
  const [low, high] = near ? [kinds.indexOf(near), kinds.lastIndexOf(near)] : [-1, -1]
  const far = ([from, to]: [number, number]): number =>
    (low < 0 ? 0 : Math.min(Math.abs(from - high), Math.abs(to - low))) +
    Math.abs(to - from + 1 - words.length) / 100
  const [best] = spans.toSorted((a, b) => far(a) - far(b))
  if (best) kinds.fill(kind, best[0], best[1] + 1)
  return best !== undefined
}

/** No field has a longer stretch of words: looking for one takes the square of its length. */
const WORDS_MAX = 80

/** The kind of each token by a reading. What a reading has that is not in the text has none. */
export function kindsOf(tokens: readonly Token[], found: Found, left: readonly string[]): Kind[] {
  const kinds = tokens.map((): Kind => 'aside')
  const values = KINDS.flatMap((kind): [Kind, string][] => {
    if (kind === 'aside') return []
    if (kind === 'left') return left.map((text) => [kind, text])
    const value = found[kind]
    if (value === undefined) return []
    return (kind === 'address2' ? value.split(', ') : [value]).map((text) => [kind, text])
  })
  const rank = (kind: Kind): number => ORDER[kind] ?? 0
  values.sort(([a, one], [b, other]) => rank(a) - rank(b) || other.length - one.length)
  for (const [kind, value] of values) {
    const words = tokensOf(value.normalize('NFKC')).map(({ text }) => text)
    // In pieces where it was put together: a street of several Chinese parts, a name of two lines.
    for (let from = 0; from < words.length;) {
      let count = Math.min(words.length - from, WORDS_MAX)
      while (count > 0 && !mark(tokens, kinds, kind, words.slice(from, from + count))) count -= 1
      from += Math.max(1, count)
    }
  }
  return kinds
}
