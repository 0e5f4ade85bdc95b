import { placesOf } from '../places.ts'
import { inBox, type Patterns } from './patterns.ts'
import { folded, trimmed, type Segment } from './reading.ts'

/** A postal code in a segment, and what stands around it. */
export interface CodeHit {
  at: number
  code: string
  before: string
  after: string
}

/** The code that most likely is one: next to a town of that code, else the last. */
export function findCode(p: Patterns, segments: readonly Segment[]): CodeHit | null {
  const { country } = p.format
  let best: { hit: CodeHit; score: number } | null = null
  for (const [at, { text }] of segments.entries())
    for (const match of text.matchAll(p.code)) {
      if (inBox(p, text, match.index)) continue
      const hit = {
        at,
        code: match.groups?.code ?? '',
        before: trimmed(text.slice(0, match.index)),
        after: trimmed(text.slice(match.index + match[0].length)),
      }
      const cities = placesOf(country, hit.code)?.cities ?? []
      const near = folded(`${hit.after}|${hit.before}|${segments[at + 1]?.text ?? ''}`)
      let score = cities.length > 0 ? 2 : 0
      if (cities.some((city) => near.includes(folded(city)))) score += 4
      if (hit.before === '') score += 1
      if (p.format.code === 'before' && /^\p{L}/u.test(hit.after)) score += 2
      if (p.stateEnd?.test(hit.before)) score += 3
      if (score >= (best?.score ?? 0)) best = { hit, score }
    }
  return best?.hit ?? null
}

export const plainTown = (text: string): boolean =>
  /\p{L}/u.test(text) && !/\d/.test(text) && !SPOKEN_TO.test(text)
/** Mr H Potter is no town. */
export const SPOKEN_TO =
  /^(?:mr|mrs|ms|miss|dr|herrn?|frau|mme|mlle|monsieur|madame|dhr|mevr|mevrouw|mw|c\/o|p\/a|attn|fao|z\. ?hd|t\.a\.v)\.? /i
