/** What a person may type to find a choice, best first: its code, its names in both languages. */
export interface Findable {
  value: string
  names: readonly string[]
}

/** Letters without marks, in one case and one width: `Österreich` is found by `osterreich`. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')

const EXACT = 0
const PREFIX = 1
const WORD = 2
const WITHIN = 3
/** How a name answers what was typed; null where it does not. */
function answerOf(name: string, typed: string): number | null {
  if (name === typed) return EXACT
  if (name.startsWith(typed)) return PREFIX
  const at = name.indexOf(typed)
  if (at < 0) return null
  const words = [...name.matchAll(/[^\p{L}\p{N}]+/gu)].map((gap) => gap.index + gap[0].length)
  return words.some((start) => name.startsWith(typed, start)) ? WORD : WITHIN
}

interface Found<C> {
  choice: C
  answer: number
  used: number
  length: number
}

/**
 * The choices that answer what was typed: the exact one, then those that begin with it, then those
 * with a word that does, then the rest; among equals the most used, then the shortest name, then
 * the order they came in.
 */
export function rankChoices<C extends Findable>(
  choices: readonly C[],
  typed: string,
  used: (value: string) => number = () => 0,
): C[] {
  const text = plain(typed)
  if (text === '') return [...choices]
  const found: Found<C>[] = []
  for (const choice of choices) {
    let best: Found<C> | null = null
    for (const name of choice.names) {
      const folded = plain(name)
      const answer = answerOf(folded, text)
      if (answer === null || (best && best.answer < answer)) continue
      const { length } = folded
      if (!best || answer < best.answer || length < best.length)
        best = { choice, answer, used: used(choice.value), length }
    }
    if (best) found.push(best)
  }
  return found
    .sort((a, b) => a.answer - b.answer || b.used - a.used || a.length - b.length)
    .map(({ choice }) => choice)
}
