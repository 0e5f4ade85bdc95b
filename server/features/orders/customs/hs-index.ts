import { wordsOf } from './words.ts'

/** A row of the Harmonized System as the table has it. */
export interface HsRow {
  code: string
  level: number
  parent: string | null
  description: string
  nameCn: string | null
  words: string | null
}
export interface HsIndex {
  /** Best first; codes with and without points, words in either language, also unfinished ones. */
  search(query: string, limit: number): HsRow[]
  row(code: string): HsRow | undefined
}

/** What a description excludes. */
const EXCLUDED = /\b(?:excluding|other than|except)\b[^,;)]*/gi
const HAN = /\p{Script=Han}/u

/** A word without its plural: boxes → box, batteries → battery, cases → case. */
const stem = (word: string): string => {
  if (word.length < 4 || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
const stemmed = (text: string): string[] => wordsOf(text).map(stem)

interface Alias {
  row: number
  text: string
  han: boolean
}

export function buildHsIndex(rows: readonly HsRow[]): HsIndex {
  const byCode = new Map(rows.map((row, at) => [row.code, at]))
  const above = rows.map(({ parent }) => (parent === null ? undefined : byCode.get(parent)))
  const below = new Map<number, number[]>()
  const aliases: Alias[] = []
  const names: Alias[] = []
  const lengths: number[] = []
  const postings = new Map<string, number[]>()
  for (const [at, row] of rows.entries()) {
    const parent = above[at]
    if (parent !== undefined) below.set(parent, [...(below.get(parent) ?? []), at])
    for (const word of row.words?.split('|') ?? []) aliases.push(aliasOf(at, word))
    if (row.nameCn) names.push(aliasOf(at, row.nameCn))
    const tokens = new Set(stemmed(row.description.replaceAll(EXCLUDED, ' ')))
    lengths.push(tokens.size)
    for (const token of tokens) {
      const known = postings.get(token)
      if (known) known.push(at)
      else postings.set(token, [at])
    }
  }
  const tokens = [...postings.keys()].sort()

  /** Rows with a word that begins so: 2 for the whole word, 1 for its beginning. */
  const withPrefix = (prefix: string): Map<number, number> => {
    const found = new Map<number, number>()
    for (let i = firstFrom(tokens, prefix); tokens[i]?.startsWith(prefix); i++)
      for (const at of postings.get(tokens[i]!) ?? [])
        found.set(at, Math.max(found.get(at) ?? 0, tokens[i] === prefix ? 2 : 1))
    return found
  }

  const scored = (text: string): Map<number, number> => {
    const scores = new Map<number, number>()
    const add = (at: number, score: number) => {
      if (score > (scores.get(at) ?? 0)) scores.set(at, score)
    }
    const han = HAN.test(text)
    for (const alias of aliases) if (alias.han === han) add(alias.row, likeness(alias.text, text))
    if (han) for (const name of names) add(name.row, likeness(name.text, text) * 0.8)
    else scoreDescriptions(text, withPrefix, above, lengths, add)
    // The subheadings of a heading that fits are what can be declared.
    for (const [at, score] of Array.from(scores))
      if (rows[at]!.level === 4 && score >= 45)
        for (const child of below.get(at) ?? []) add(child, score - 20)
    return scores
  }

  return {
    row: (code) => rows[byCode.get(code) ?? -1],
    search(query, limit) {
      const code = query.replaceAll(/[.\s]/g, '')
      if (/^\d+$/.test(code)) return byDigits(rows, code, limit)
      const text = textOf(query)
      if (text === '') return []
      let found = new Map<number, number>()
      for (const part of [text, ...shorterThan(text)]) {
        found = scored(part)
        if (found.size > 0) break
      }
      return [...found]
        .map(([at, score]) => ({ row: rows[at]!, score: score + rows[at]!.level / 2 }))
        .sort((a, b) => b.score - a.score || (a.row.code < b.row.code ? -1 : 1))
        .slice(0, limit)
        .map(({ row }) => row)
    },
  }
}

const textOf = (text: string): string => {
  const words = stemmed(text)
  return HAN.test(text) ? words.join('') : words.join(' ')
}
/**
 * What is asked for where nothing has all of it: without what stands first, since what the thing is
 * stands last in both languages (棉衬衫, steel bottle), then without what stands last.
 */
function shorterThan(text: string): string[] {
  const han = HAN.test(text)
  const parts = han ? Array.from(text) : text.split(' ')
  const least = han ? 2 : 1
  const join = (some: readonly string[]) => some.join(han ? '' : ' ')
  const shorter = parts.map((_, drop) => drop).filter((drop) => drop > 0)
  return [
    ...shorter.map((drop) => parts.slice(drop)),
    ...shorter.map((drop) => parts.slice(0, -drop)),
  ].flatMap((some) => (some.length >= least ? [join(some)] : []))
}
const aliasOf = (row: number, word: string): Alias => ({
  row,
  text: textOf(word),
  han: HAN.test(word),
})

/** How well a query fits a word of the list: the same, its beginning, a part of it, or more. */
function likeness(alias: string, query: string): number {
  if (alias === query) return 100
  if (alias.startsWith(query)) return 80 - Math.min(alias.length - query.length, 20)
  if (alias.includes(HAN.test(alias) ? query : ` ${query}`))
    return 60 - Math.min(alias.length - query.length, 20)
  const inside = HAN.test(alias)
    ? alias.length > 1 && query.includes(alias)
    : ` ${query} `.includes(` ${alias} `)
  return inside ? 45 + (30 * alias.length) / query.length : 0
}

/** All words in the row's own description, or the rest of them in those above it. */
function scoreDescriptions(
  query: string,
  withPrefix: (prefix: string) => Map<number, number>,
  above: readonly (number | undefined)[],
  lengths: readonly number[],
  add: (at: number, score: number) => void,
): void {
  const found = query.split(' ').map(withPrefix)
  for (const at of new Set(found.flatMap((one) => [...one.keys()]))) {
    let own = 0
    let whole = 0
    const complete = found.every((one) => {
      const grade = one.get(at)
      if (grade !== undefined) {
        own++
        whole += grade - 1
        return true
      }
      for (let up = above[at]; up !== undefined; up = above[up]) if (one.has(up)) return true
      return false
    })
    if (!complete) continue
    const share = own / found.length
    const density = Math.min(1, (2 * own) / (lengths[at] ?? 1))
    add(at, 25 * share + 10 * (whole / found.length) + 8 * density)
  }
}

/** A code, its beginning, or a longer national one whose beginning stands in the system. */
function byDigits(rows: readonly HsRow[], code: string, limit: number): HsRow[] {
  return rows
    .filter((row) => row.code.startsWith(code) || code.startsWith(row.code))
    .sort(
      (a, b) =>
        Number(b.code === code) - Number(a.code === code) ||
        Number(b.code.startsWith(code)) - Number(a.code.startsWith(code)) ||
        (a.code.startsWith(code) ? (a.code < b.code ? -1 : 1) : b.code.length - a.code.length),
    )
    .slice(0, limit)
}

function firstFrom(sorted: readonly string[], prefix: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < prefix) low = middle + 1
    else high = middle
  }
  return low
}
