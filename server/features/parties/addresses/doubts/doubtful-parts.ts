import type { UnsurePart } from '#contracts/parties/addresses.ts'
import type { Reading } from '../reader/reading.ts'
import { chancesOf, stepsOf, waysOf } from './chances.ts'
import { featuresOf } from './features.ts'
import { KINDS, kindsOf, type Kind } from './kinds.ts'
import { isSign, tokensOf } from './tokens.ts'
import { scoresBy, weightsOf, type Weights } from './weights.ts'

/**
 * From which doubt on a field is named, by country where the readings of its addresses differ in
 * how sure they are; one such field is enough for those with less doubt to be named with it.
 */
const NAMED: Readonly<Record<string, number>> = {
  AT: 0.65,
  BE: 0.65,
  CH: 0.65,
  DE: 0.65,
  FR: 0.8,
  NL: 0.65,
}
const NAMED_ELSE = { latin: 0.92, han: 0.97 } as const
const WITH_OTHERS = 0.3

export const scriptOf = (text: string): 'han' | 'latin' =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) > 6 ? 'han' : 'latin'

/**
 * How much a second reading of the text, by what was learned from the corpus, has each field
 * otherwise: one of its words belongs elsewhere, or one of another field to it. The two readers do
 * not know of each other, so where they agree there is little doubt.
 */
export function doubtsOf(
  text: string,
  { found, left }: Pick<Reading, 'found' | 'left'>,
  weights: Weights = weightsOf(scriptOf(text)),
): Map<Kind, number> {
  const tokens = tokensOf(text)
  const doubts = new Map<Kind, number>()
  if (tokens.length === 0) return doubts
  const scores = scoresBy(weights, tokens, featuresOf(text, tokens, found))
  const chances = chancesOf(waysOf(scores, stepsOf(weights.next)))
  for (const [at, mine] of kindsOf(tokens, found, left).entries()) {
    if (isSign(tokens[at]?.text ?? '')) continue
    for (const [number, kind] of KINDS.entries()) {
      const chance = chances[at * KINDS.length + number] ?? 0
      const doubt = kind === mine ? 1 - chance : chance
      if (doubt > (doubts.get(kind) ?? 0)) doubts.set(kind, doubt)
    }
  }
  return doubts
}

/** Fields, and the rest, that the second reading has otherwise. */
export function doubtfulParts(
  text: string,
  reading: Pick<Reading, 'found' | 'left'>,
  weights?: Weights,
): UnsurePart[] {
  const doubts = [...doubtsOf(text, reading, weights)].filter(([kind]) => kind !== 'aside')
  const script = scriptOf(text)
  const own = script === 'latin' ? NAMED[reading.found.country ?? ''] : undefined
  const from = own ?? NAMED_ELSE[script]
  if (!doubts.some(([, doubt]) => doubt > from)) return []
  return doubts.filter(([, doubt]) => doubt > WITH_OTHERS).map(([kind]) => kind as UnsurePart)
}
