import type { AddressPart, Reading } from '../reader/reading.ts'
import { featuresOf } from './features.ts'
import { KINDS, kindsOf, type Kind } from './kinds.ts'
import { likeliest, scoreOf } from './likeliest.ts'
import { isSign, tokensOf } from './tokens.ts'
import { scoresBy, weightsOf, type Weights } from './weights.ts'

/** How much better another reading has to fit before this one is doubted. */
const MARGIN = { latin: 2, han: 5 } as const

export const scriptOf = (text: string): 'han' | 'latin' =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) > 6 ? 'han' : 'latin'

/**
 * Fields that a second reading of the text, by what was learned from the corpus, has otherwise:
 * the two readers do not know of each other, so where they agree there is little doubt.
 */
export function doubtfulParts(
  text: string,
  { found, left }: Pick<Reading, 'found' | 'left'>,
  weights: Weights = weightsOf(scriptOf(text)),
  margin: number = MARGIN[scriptOf(text)],
): AddressPart[] {
  const tokens = tokensOf(text)
  if (tokens.length === 0) return []
  const kinds = kindsOf(tokens, found, left)
  const scores = scoresBy(weights, tokens, featuresOf(text, tokens, found))
  const best = likeliest(scores)
  const mine = kinds.map((kind) => KINDS.indexOf(kind))
  if (scoreOf(scores, best) - scoreOf(scores, mine) <= margin) return []
  const doubtful = new Set<Kind>()
  for (const [at, kind] of kinds.entries()) {
    const other = KINDS[best[at] ?? 0] ?? 'aside'
    if (other !== kind && !isSign(tokens[at]?.text ?? '')) doubtful.add(kind).add(other)
  }
  return KINDS.filter(
    (kind): kind is Exclude<Kind, 'left' | 'aside'> =>
      doubtful.has(kind) && kind !== 'left' && kind !== 'aside',
  )
}
