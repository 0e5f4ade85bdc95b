/**
 * Mapping rows carry regular expressions that staff write and that run over texts strangers wrote
 * (F44). What is accepted is a subset whose cost is bounded by its form: no back references, no
 * look-around, no repeated groups, and only so many repetitions as keep the worst case, on the
 * longest text looked at, under MAX_STEPS.
 */
const MAX_PATTERN = 200
const MAX_TEXT = 300
const MAX_STEPS = 50_000_000

export type PatternIssue = 'tooLong' | 'invalid' | 'unsupported' | 'tooCostly'

/** Why a pattern is refused, or null when it may be stored. */
export function patternIssue(pattern: string): PatternIssue | null {
  if (pattern.length === 0 || pattern.length > MAX_PATTERN) return 'tooLong'
  try {
    new RegExp(pattern, 'iu')
  } catch {
    return 'invalid'
  }
  return costIssue(pattern)
}

function costIssue(pattern: string): PatternIssue | null {
  // Escapes and classes are single letters as far as cost goes; what is left shows the form.
  if (/\\[1-9k]/.test(pattern)) return 'unsupported'
  const form = pattern.replace(/\\p\{[^}]*\}|\\u\{[^}]*\}|\\./giu, 'x').replace(/\[[^\]]*\]/g, 'x')
  if (/\(\?(?!:)/.test(form)) return 'unsupported'
  if (/\)[*+{]/.test(form)) return 'unsupported'
  const bare = form.replaceAll('(?:', '(')
  const repeats = bare.match(/[*+]|\{\d/g)?.length ?? 0
  const options = (bare.match(/\?/g)?.length ?? 0) + innerBranches(bare)
  return MAX_TEXT ** (1 + repeats) * 2 ** options > MAX_STEPS ? 'tooCostly' : null
}

/** Alternatives inside groups multiply; those at the top only add. */
function innerBranches(form: string): number {
  let depth = 0
  let count = 0
  for (const letter of form) {
    if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (letter === '|' && depth > 0) count += 1
  }
  return count
}

const compiled = new Map<string, RegExp>()

/** Whether the text matches, without regard to case. A pattern that may not be stored never matches. */
export function matchesText(pattern: string, text: string): boolean {
  let regex = compiled.get(pattern)
  if (!regex) {
    if (patternIssue(pattern) !== null) return false
    regex = new RegExp(pattern, 'iu')
    if (compiled.size > 2_000) compiled.clear()
    compiled.set(pattern, regex)
  }
  return regex.test(text.slice(0, MAX_TEXT))
}
