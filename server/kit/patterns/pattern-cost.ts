import { RE2JS } from 're2js'

/** Escapes, classes, openings of groups, flags, counted repetitions; else one character. */
const TOKENS = new RegExp(
  [
    /\\[pPx]\{[^}]*\}|\\./,
    /\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\]){0,500}\]/,
    /\(\?P?<\w+>|\(\?[a-zA-Z-]*:|\(\?[a-zA-Z-]*\)/,
    /\{\d+(?:,\d*)?\}|[\s\S]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

/**
 * At most so many steps as a pattern compiles to, estimated from its text before anything is
 * compiled: every letter and class is one, a counted repetition repeats what it stands behind.
 * Infinity for quotations, which hide the form.
 */
export function expandedSize(pattern: string): number {
  if (/\\Q/.test(pattern)) return Infinity
  const open: number[] = []
  let total = 0
  let last = 0
  for (const [token] of pattern.matchAll(TOKENS)) {
    if (token === ')') {
      last = total + 2
      total = (open.pop() ?? 0) + last
    } else if (token.startsWith('(') && !/^\(\?[a-zA-Z-]*\)$/.test(token)) {
      open.push(total)
      total = last = 0
    } else if (/^\{\d/.test(token)) {
      const [least = 0, most = least] = (token.match(/\d+/g) ?? []).map(Number)
      const times = Math.max(1, token.endsWith(',}') ? least + 1 : most)
      // Each copy that may be missing is a choice more.
      total += last * (times - 1) + times
      last = last * times + times
    } else {
      last = 1
      total += 1
    }
  }
  return open.reduce((sum, part) => sum + part, total)
}

/** How much of a pattern may run where others wait, over a text as short as a postal code. */
const HERE_MAX = 1_000

/**
 * A short pattern for short texts, whole, without regard to case; null where it does not compile or
 * costs too much.
 */
export function shortPattern(pattern: string): RE2JS | null {
  if (expandedSize(pattern) > HERE_MAX) return null
  try {
    const made = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return made.programSize() <= HERE_MAX ? made : null
  } catch {
    return null
  }
}
