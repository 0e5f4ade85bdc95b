import { surnameOf } from '../tables/surnames.ts'
import { isTown, placesOf } from '../places.ts'
import { formatFor } from '../reader/guess-format.ts'
import { isGivenName, isNameWord } from '../reader/names.ts'
import { patternsOf, type Patterns } from '../reader/patterns.ts'
import { folded, type Found } from '../reader/reading.ts'
import { featuresOfPart, partsOf } from './part-features.ts'
import type { Token } from './tokens.ts'

/** A token by its look: three figures, a capital, a word in small letters, a sign itself. */
function shapeOf(word: string): string {
  if (/^\d/.test(word)) return `d${word.length}`
  if (/^\p{Lu}+$/u.test(word)) return `X${Math.min(4, word.length)}`
  if (/^\p{Lu}/u.test(word)) return 'Xx'
  if (/^\p{Ll}$/u.test(word)) return 'x1'
  if (/^\p{Script=Han}/u.test(word)) return 'han'
  return /^\p{L}/u.test(word) ? 'xx' : word
}

/** Which tokens are the name of a town: one of the postal code's own, or any of the country. */
function townsIn(text: string, tokens: readonly Token[], found: Found): string[] {
  const { country = '', postalCode = '' } = found
  const own = new Set((placesOf(country, postalCode)?.cities ?? []).map(folded))
  const towns = tokens.map(() => '')
  const starts = tokens.flatMap(({ text: word }, at) =>
    /^(?!\p{Script=Han})\p{L}/u.test(word) ? [at] : [],
  )
  for (const at of starts)
    for (let count = 5; count > 0; count -= 1) {
      const last = tokens[at + count - 1]
      if (!last || !/\p{L}/u.test(last.text)) continue
      const name = text.slice(tokens[at]?.from, last.to)
      const mine = own.has(folded(name))
      if (!mine && (name.length < 3 || !isTown(country, name))) continue
      for (let i = at; i < at + count; i += 1)
        towns[i] ||= `${mine ? 'own' : 'any'}${count > 1 ? 2 : 1}`
      break
    }
  return towns
}

/** What speaks for or against each kind, for each token: names of features. */
export function featuresOf(text: string, tokens: readonly Token[], found: Found): string[][] {
  const p = patternsOf(formatFor(found.country ?? ''))
  const towns = townsIn(text, tokens, found)
  const parts = partsOf(text, tokens)
  const rows = tokens.map((_token, at) => ofToken(p, tokens, towns, at))
  for (const [index, part] of parts.entries()) {
    const shared = featuresOfPart(p, part, index, parts.length, tokens)
    for (let at = part.from; at < part.to; at += 1)
      rows[at]?.push(
        ...shared,
        `in${Math.min(3, at - part.from)}`,
        `end${Math.min(3, part.to - 1 - at)}`,
      )
  }
  return rows
}

function ofToken(
  p: Patterns,
  tokens: readonly Token[],
  towns: readonly string[],
  at: number,
): string[] {
  const word = (step: number): string =>
    tokens[at + step]?.text.toLowerCase() ?? (at + step < 0 ? '^' : '$')
  const shape = (step: number): string => shapeOf(tokens[at + step]?.text ?? (step < 0 ? '^' : '$'))
  const mine = word(0)
  const features = [
    'any',
    `w:${mine}`,
    `w-1:${word(-1)}`,
    `w+1:${word(1)}`,
    `w-2:${word(-2)}`,
    `w+2:${word(2)}`,
    `ww:${word(-1)} ${mine}`,
    `wn:${mine} ${word(1)}`,
    `sh:${shape(0)}`,
    `sh-1:${shape(-1)}`,
    `sh+1:${shape(1)}`,
    `sh3:${shape(-1)} ${shape(0)} ${shape(1)}`,
    `gap:${tokens[at]?.gap}${tokens[at + 1]?.gap ?? 3}`,
    `town:${towns[at]}`,
    `town-1:${towns[at - 1] ?? '^'}`,
    `town+1:${towns[at + 1] ?? '$'}`,
  ]
  if (/^\p{Script=Han}/u.test(mine) && surnameOf(mine) === mine) features.push('surname')
  if (!/^(?!\p{Script=Han})\p{L}./u.test(mine)) return features
  features.push(
    `s2:${mine.slice(-2)}`,
    `s3:${mine.slice(-3)}`,
    `s4:${mine.slice(-4)}`,
    `p3:${mine.slice(0, 3)}`,
  )
  if (isGivenName(mine)) features.push('given')
  if (isNameWord(mine)) features.push('nameword')
  if (p.street?.test(mine)) features.push('street')
  if (p.leads.test(mine)) features.push('leads')
  return features
}
