/**
 * Mapping rows carry regular expressions that staff write and that run over texts strangers wrote
 * (F44). What is accepted is a subset whose cost is bounded by its form: no back references, no
 * look-around, no repeated groups, and only so many repetitions as keep the worst case, on the
 * longest text looked at, under MAX_STEPS.
 */
const MAX_PATTERN = 200
const MAX_TEXT = 200
const MAX_STEPS = 10_000_000

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
  const steps = branches(form.replaceAll('(?:', '(')).reduce(
    (sum, branch) => sum + costOf(branch),
    0,
  )
  return steps > MAX_STEPS ? 'tooCostly' : null
}

/**
 * The worst number of steps over the longest text: every start, every repetition, every choice
 * (dear: it backtracks).
 */
function costOf(branch: string): number {
  const repeats = branch.match(/[*+]|\{\d/g)?.length ?? 0
  const choices = branch.match(/[?|]/g)?.length ?? 0
  return MAX_TEXT ** (1 + repeats) * 3 ** choices
}

/** Alternatives at the top are tried one after the other; those inside groups multiply. */
function branches(form: string): string[] {
  let depth = 0
  const found = ['']
  for (const letter of form) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === '|' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found
}

const compiled = new Map<string, RegExp>()

/**
 * Whether the text matches, without regard to case. A pattern that may not be stored never matches.
 */
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
