import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { KINDS } from './kinds.ts'
import type { Scores } from './chances.ts'
import type { Token } from './tokens.ts'

/** How much each feature speaks for each kind, learned from the corpus. */
export interface Weights {
  /** Number of a feature; its weights stand at that number times the count of kinds. */
  numbers: ReadonlyMap<string, number>
  weights: ArrayLike<number>
  next: ArrayLike<number>
}

const SIZE = KINDS.length
/** Weights are stored as whole numbers of hundredths. */
const UNIT = 100

const FILE = join(import.meta.dirname, '../../../../../seeds/data/address-weights.tsv.gz')

const loaded = new Map<'han' | 'latin', Weights>()

/** One line a feature: its name, then number of kind and weight in turn; `next` in three lines. */
function read(lines: readonly string[]): Weights {
  const numbers = new Map<string, number>()
  const rows = lines.filter((line) => !line.startsWith('\tnext\t'))
  const weights = new Float32Array(rows.length * SIZE)
  for (const [at, line] of rows.entries()) {
    const [name = '', ...pairs] = line.split('\t')
    numbers.set(name, at)
    for (let i = 0; i < pairs.length; i += 2)
      weights[at * SIZE + Number(pairs[i])] = Number(pairs[i + 1]) / UNIT
  }
  const next = lines
    .filter((line) => line.startsWith('\tnext\t'))
    .flatMap((line) => line.split('\t').slice(2).map(Number))
  return { numbers, weights, next: next.map((one) => one / UNIT) }
}

/** Unpacked when the first address is read. */
export function weightsOf(script: 'han' | 'latin'): Weights {
  if (loaded.size === 0) {
    const [latin = '', han = ''] = gunzipSync(readFileSync(FILE)).toString('utf8').split('\n\n')
    loaded.set('latin', read(latin.trimEnd().split('\n')))
    loaded.set('han', read(han.trimEnd().split('\n')))
  }
  const weights = loaded.get(script)
  if (!weights) throw new Error('no weights')
  return weights
}

/** The weights of a text's features, summed for each token and kind. */
export function scoresBy(
  { numbers, weights, next }: Weights,
  tokens: readonly Token[],
  features: readonly (readonly string[])[],
): Scores {
  const fit = new Float64Array(tokens.length * SIZE)
  for (const [at, row] of features.entries())
    for (const name of row) {
      const number = numbers.get(name)
      if (number === undefined) continue
      for (let kind = 0; kind < SIZE; kind += 1)
        fit[at * SIZE + kind] = (fit[at * SIZE + kind] ?? 0) + (weights[number * SIZE + kind] ?? 0)
    }
  return { fit, next, gaps: tokens.map(({ gap }) => gap) }
}
