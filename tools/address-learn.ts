// Learns the weights of the second reading of addresses from examples: a linear chain, by steps of
// AdaGrad, under which the right readings are most likely.
import { stepsOf, waysOf } from '#server/features/parties/addresses/doubts/chances.ts'
import { KINDS } from '#server/features/parties/addresses/doubts/kinds.ts'
import type { Weights } from '#server/features/parties/addresses/doubts/weights.ts'

const SIZE = KINDS.length
const ROUNDS = 8
const RATE = 0.15
const DECAY = 0.002
/** Features that occur less often prove nothing. */
const MIN_COUNT = 4
/** Smaller differences between likely and right change nothing. */
const LEAST = 1e-4

export interface Example {
  right: number[]
  features: string[][]
  gaps: number[]
}

/** Numbers without a pattern, the same in each run. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const made = [...items]
  let state = seed + 1
  for (let i = made.length - 1; i > 0; i -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const j = state % (i + 1)
    ;[made[i], made[j]] = [made[j] as T, made[i] as T]
  }
  return made
}

/** Numbers that are learned, and how far each of them has moved. */
class Learned {
  readonly of: Float64Array
  readonly #moved: Float64Array
  constructor(count: number) {
    this.of = new Float64Array(count)
    this.#moved = new Float64Array(count).fill(1e-8)
  }
  step(at: number, slope: number): void {
    if (Math.abs(slope) < LEAST) return
    const by = slope + DECAY * this.of[at]!
    this.#moved[at]! += by * by
    this.of[at]! -= (RATE * by) / Math.sqrt(this.#moved[at]!)
  }
}

function stepOne({ right, gaps }: Example, rows: readonly number[][], all: Learned, next: Learned) {
  const fit = new Float64Array(gaps.length * SIZE)
  for (const [at, row] of rows.entries())
    for (const number of row)
      for (let kind = 0; kind < SIZE; kind += 1)
        fit[at * SIZE + kind]! += all.of[number * SIZE + kind]!
  const { own, step, ahead, behind } = waysOf({ fit, next: next.of, gaps }, stepsOf(next.of))
  const pairs = new Float64Array(next.of.length)
  for (const [at, row] of rows.entries()) {
    const here = at * SIZE
    const way = (kind: number): number => ahead[here + kind]! * behind[here + kind]!
    let sum = 0
    for (let kind = 0; kind < SIZE; kind += 1) sum += way(kind)
    for (let kind = 0; kind < SIZE; kind += 1) {
      const slope = way(kind) / sum - Number(right[at] === kind)
      for (const number of row) all.step(number * SIZE + kind, slope)
    }
    if (at === 0) continue
    const gap = gaps[at]! * SIZE
    const likely = new Float64Array(SIZE * SIZE)
    let both = 0
    for (let a = 0; a < SIZE; a += 1)
      for (let b = 0; b < SIZE; b += 1) {
        const one =
          ahead[here - SIZE + a]! * step[(gap + a) * SIZE + b]! * own[here + b]! * behind[here + b]!
        likely[a * SIZE + b] = one
        both += one
      }
    for (const [pair, one] of likely.entries()) pairs[gap * SIZE + pair]! += one / both
    pairs[(gap + right[at - 1]!) * SIZE + right[at]!]! -= 1
  }
  for (const [pair, slope] of pairs.entries()) next.step(pair, slope)
}

/** Weights under which the right readings are most likely. */
export function learn(examples: readonly Example[]): Weights {
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const row of features)
      for (const name of row) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].filter(([, count]) => count >= MIN_COUNT).map(([name]) => name)
  const numbers = new Map(names.map((name, at) => [name, at]))
  const all = new Learned(names.length * SIZE)
  const next = new Learned(3 * SIZE * SIZE)
  const rows = examples.map(({ features }) =>
    features.map((row) => row.flatMap((name) => numbers.get(name) ?? [])),
  )
  const order = examples.map((_example, at) => at)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const at of shuffled(order, round)) stepOne(examples[at]!, rows[at]!, all, next)
  return { numbers, weights: all.of, next: next.of }
}
