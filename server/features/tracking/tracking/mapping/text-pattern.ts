import type { RE2JS } from 're2js'
import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'

/**
 * Mapping rows carry regular expressions that staff write and that run over texts strangers wrote
 * (F44). RE2 matches them in a time linear in pattern and text; both are short.
 */
const MAX_PATTERN = 200
const MAX_TEXT = 200

export type PatternIssue = 'tooLong' | 'invalid' | 'unsupported' | 'tooCostly'

/** Why a pattern is refused, or null when it may be stored. */
export function patternIssue(pattern: string): PatternIssue | null {
  if (pattern.length === 0 || pattern.length > MAX_PATTERN) return 'tooLong'
  try {
    new RegExp(pattern, 'iu')
  } catch {
    return 'invalid'
  }
  // Escapes and classes are single letters as far as the form goes.
  const form = pattern.replace(/\\[^1-9k]/gu, 'x').replace(/\[[^\][]*\]/g, 'x')
  if (/\\[1-9k]|\(\?<?[=!]/.test(form)) return 'unsupported'
  return shortPattern(pattern) === null ? 'tooCostly' : null
}

const compiled = new Map<string, RE2JS | null>()

/**
 * Whether the text matches, without regard to case. A pattern that may not be stored never matches.
 */
export function matchesText(pattern: string, text: string): boolean {
  let made = compiled.get(pattern)
  if (made === undefined) {
    made = patternIssue(pattern) === null ? shortPattern(pattern) : null
    if (compiled.size > 2_000) compiled.clear()
    compiled.set(pattern, made)
  }
  return made?.matcher(text.slice(0, MAX_TEXT)).find() ?? false
}
