import type { RE2JS } from 're2js'
import { NAME_PARTS, NAME_PATTERNS_MAX, type NamePart } from '#contracts/billing/pod-carriers.ts'
import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'

/** What stands for each part; numbers are written in one piece. */
const FORMS: Readonly<Record<NamePart, string>> = {
  trackno: '[A-Z0-9]{6,40}',
  orderno: '[A-Z0-9-]{6,40}',
  fba: 'FBA[A-Z0-9]{8,12}',
  bol: '[A-Z0-9-]{4,40}',
  pro: '[A-Z0-9-]{4,40}',
  date: '[0-9]{4}[-.]?[0-9]{2}[-.]?[0-9]{2}|[0-9]{2}[-.]?[0-9]{2}[-.]?[0-9]{4}',
  text: '.{1,60}',
}
const NO_NUMBER: readonly NamePart[] = ['date', 'text']
const ENDING = '(?:[.][A-Z0-9]{2,4})?'

export interface NamePattern {
  /** As it was written. */
  text: string
  compiled: RE2JS
  parts: readonly NamePart[]
}
export interface NamedNumber {
  part: NamePart
  number: string
}

const isPart = (name: string): name is NamePart => (NAME_PARTS as readonly string[]).includes(name)

/** Patterns of a carrier, a line each; those that are none are named. */
export function namePatterns(lines: string | null): { patterns: NamePattern[]; wrong: string[] } {
  const patterns: NamePattern[] = []
  const wrong: string[] = []
  const texts = (lines ?? '').split(/\r?\n/).map((line) => line.trim())
  for (const text of texts.filter(Boolean)) {
    const made = patterns.length < NAME_PATTERNS_MAX ? namePattern(text) : null
    if (made) patterns.push(made)
    else wrong.push(text)
  }
  return { patterns, wrong }
}

/** A pattern without a number in it finds nothing and is refused, like one of unknown parts. */
function namePattern(text: string): NamePattern | null {
  const pieces = text.split(/[{}]/)
  if (pieces.length % 2 === 0) return null
  const parts = pieces.filter((_, at) => at % 2 === 1).map((part) => part.toLowerCase())
  if (!parts.every((part) => isPart(part))) return null
  if (parts.every((part) => NO_NUMBER.includes(part))) return null
  const body = pieces
    .map((piece, at) =>
      at % 2 === 1 ? `(${FORMS[piece.toLowerCase() as NamePart]})` : literal(piece),
    )
    .join('')
  const compiled = shortPattern(/\.[a-z0-9]{2,4}$/i.test(text) ? body : `${body}${ENDING}`)
  return compiled && { text, compiled, parts }
}

const literal = (text: string): string => text.replaceAll(/[\\.+*?()|[\]^$]/g, '\\$&')

/** The numbers a file's name holds by the first pattern that fits the whole of it. */
export function readName(
  patterns: readonly NamePattern[],
  name: string,
): { pattern: NamePattern; numbers: NamedNumber[] } | null {
  for (const pattern of patterns) {
    const matcher = pattern.compiled.matcher(name)
    if (!matcher.matches()) continue
    const numbers = pattern.parts.flatMap((part, at): NamedNumber[] => {
      const number = matcher.group(at + 1)
      return number && !NO_NUMBER.includes(part) ? [{ part, number: number.toUpperCase() }] : []
    })
    return { pattern, numbers }
  }
  return null
}
