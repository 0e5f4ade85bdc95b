import { leadsTrade, soundsLikeTrade } from '../tables/companies.ts'
import { GREETING, INSTRUCTION, isRequest, ROLE } from '../tables/phrases.ts'
import {
  ATTENTION,
  BUILDING,
  CARE_OF,
  FOR_WHOM,
  isCompany,
  isDepartment,
  isTrade,
  SALUTATION,
} from '../tables/words.ts'
import { isGivenName, isNameWord } from '../reader/names.ts'
import type { Patterns } from '../reader/patterns.ts'
import type { Token } from './tokens.ts'

/** Tokens between two signs or ends of lines. */
export interface Part {
  from: number
  to: number
  text: string
}

const SEPARATOR = /^[,;，；|•()!?。·:：]$/u
const DASH = /^[-–—/]$/u

export function partsOf(text: string, tokens: readonly Token[]): Part[] {
  const parts: Part[] = []
  let from = 0
  const end = (to: number) => {
    const slice = text.slice(tokens[from]?.from, tokens[to - 1]?.to)
    if (to > from) parts.push({ from, to, text: slice })
  }
  for (const [at, { text: word, gap }] of tokens.entries()) {
    const after = tokens[at + 1]?.gap ?? 0
    if (gap === 2) {
      end(at)
      from = at
    }
    const dash = gap > 0 && after > 0 && DASH.test(word)
    const stop = word === '.' && after === 1 && (tokens[at - 1]?.text.length ?? 0) > 4
    if (!SEPARATOR.test(word) && !dash && !stop) continue
    end(at)
    from = at + 1
  }
  end(tokens.length)
  return parts
}

/** Tests of a whole part, by their names as features. */
const TESTS: readonly [string, (text: string, p: Patterns) => boolean][] = [
  ['co', isCompany],
  ['trade', isTrade],
  ['sound', soundsLikeTrade],
  ['lead', leadsTrade],
  ['dept', isDepartment],
  ['asks', isRequest],
  ['ins', (text) => INSTRUCTION.test(text)],
  ['greet', (text) => GREETING.test(text)],
  ['role', (text) => ROLE.test(text)],
  ['att', (text) => ATTENTION.test(text)],
  ['for', (text) => FOR_WHOM.test(text)],
  ['care', (text) => CARE_OF.test(text)],
  ['built', (text) => BUILDING.test(text)],
  ['sal', (text) => SALUTATION.test(text)],
  ['us', (text, p) => p.unitStart.test(text)],
  ['ua', (text, p) => p.unitAny.test(text)],
  ['box', (text, p) => p.box.test(text)],
  ['str', (text, p) => p.street?.test(text) ?? false],
  ['end', (text, p) => p.streetEnd !== null && text.search(p.streetEnd) >= 0],
  ['st', (text, p) => p.state?.test(text) ?? false],
  ['num', (text) => /^\d+\p{L}?$/u.test(text)],
  ['dig', (text) => /\d/.test(text)],
]

/** How many of `all`: none, few, most, all. */
const share = (some: number, all: number): string =>
  all === 0 ? '-' : String(Math.floor((3 * some) / all))
const upTo3 = (count: number): number => Math.min(3, count)

/** What a part as a whole shows; it is shared by its tokens. */
export function featuresOfPart(
  p: Patterns,
  part: Part,
  index: number,
  count: number,
  tokens: readonly Token[],
): string[] {
  const words = part.text.split(/[^\p{L}'’-]+/u).filter((word) => word.length > 1)
  const [first] = words
  const before = tokens[part.from - 1]
  const after = tokens[part.to]
  return [
    ...TESTS.flatMap(([name, test]) => (test(part.text, p) ? [`p:${name}`] : [])),
    `p:nw${share(words.filter(isNameWord).length, words.length)}`,
    `p:sm${share(words.filter((word) => /^\p{Ll}/u.test(word)).length, words.length)}`,
    `p:gn${first !== undefined && isGivenName(first)}`,
    `p:len${upTo3(words.length)}`,
    `p:pre${before ? (tokens[part.from]?.gap === 2 ? 'line' : before.text) : '^'}`,
    `p:post${after ? (after.gap === 2 ? 'line' : after.text) : '$'}`,
    `p:first${tokens[part.from]?.text.toLowerCase()}`,
    `p:at${upTo3(index)}`,
    `p:of${upTo3(count - 1 - index)}`,
  ]
}
