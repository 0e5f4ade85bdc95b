import { joinGroups, withoutPrefix } from '#contracts/kit/number-groups.ts'
import { MAX_TRACK_NUMBERS, TRACK_NUMBER } from '#contracts/tracking/public-tracking.limits.ts'

export type ParsedNumbers = {
  /** What will be asked for, in the order typed, at most the limit. */
  numbers: string[]
  /** Numbers beyond the limit, in the order typed. */
  cut: string[]
  /** How many entries repeated an earlier one. */
  duplicates: number
  /** Entries that cannot be a tracking number: headings, names, fragments. */
  ignored: string[]
}

/** Shorter ones are fragments of a number, or no number at all. */
const MIN_LENGTH = 8

const HARD_SEPARATOR = /[\r\n\t,;|\u3001\uFF0C\uFF1B\u3002]+/
// Zero-width marks and soft hyphens travel along when copying from mails and web pages.
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
const DASHES = /[\u2010-\u2015\u2212]/g
const WRAPPING = /^["'“”‘’«»<([{#:]+|["'“”‘’«»>)\]}:.!?]+$/g

/** Any paste – columns of a sheet, a mail, a chat – to a clean list of numbers. */
export function parseNumbers(raw: string): ParsedNumbers {
  const result: ParsedNumbers = { numbers: [], cut: [], duplicates: 0, ignored: [] }
  const seen = new Set<string>()
  const ignored = new Set<string>()
  for (const entry of entriesOf(raw)) {
    if (entry.length < MIN_LENGTH || !TRACK_NUMBER.test(entry)) {
      ignored.add(entry)
      continue
    }
    const key = entry.toUpperCase()
    if (seen.has(key)) {
      result.duplicates += 1
      continue
    }
    seen.add(key)
    const list = result.numbers.length < MAX_TRACK_NUMBERS ? result.numbers : result.cut
    list.push(key)
  }
  result.ignored = [...ignored]
  return result
}

function entriesOf(raw: string): string[] {
  return raw
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .split(HARD_SEPARATOR)
    .flatMap((part) => {
      return joinGroups(part.split(/\s+/).map((word) => withoutPrefix(word).replace(WRAPPING, '')))
    })
}
