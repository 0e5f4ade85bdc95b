// Learns the weights of the second reading of addresses from the corpus and writes them; with
// --check, each unseen set is read by weights learned from the others. Needed when features of
// server/features/parties/addresses/doubts or the corpus change.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  samples,
  LANGUAGES,
  UNSEEN,
  type Sample,
} from '#server/features/parties/addresses/corpus.fixture.ts'
import {
  doubtfulParts,
  scriptOf,
} from '#server/features/parties/addresses/doubts/doubtful-parts.ts'
import { featuresOf } from '#server/features/parties/addresses/doubts/features.ts'
import { KINDS, kindsOf } from '#server/features/parties/addresses/doubts/kinds.ts'
import { tokensOf } from '#server/features/parties/addresses/doubts/tokens.ts'
import { scoresBy, type Weights } from '#server/features/parties/addresses/doubts/weights.ts'
import { recognize } from '#server/features/parties/addresses/recognize.ts'

const SIZE = KINDS.length
const ROUNDS = 8
const RATE = 0.15
const DECAY = 0.002
/** Features that occur less often prove nothing. */
const MIN_COUNT = 4

interface Example {
  right: number[]
  features: string[][]
  gaps: number[]
}

function exampleOf({ text: raw, expected, left }: Sample): Example {
  const text = raw.normalize('NFKC')
  const tokens = tokensOf(text)
  return {
    right: kindsOf(tokens, expected, left).map((kind) => KINDS.indexOf(kind)),
    features: featuresOf(text, tokens, expected),
    gaps: tokens.map(({ gap }) => gap),
  }
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

const logSum = (values: Float64Array): number => {
  const high = Math.max(...values)
  let sum = 0
  for (const value of values) sum += Math.exp(value - high)
  return high + Math.log(sum)
}

/** Weights under which the right readings are most likely (a linear chain, by steps of AdaGrad). */
function learn(examples: readonly Example[]): Weights {
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const row of features)
      for (const name of row) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].filter(([, count]) => count >= MIN_COUNT).map(([name]) => name)
  const numbers = new Map(names.map((name, at) => [name, at]))
  const weights = new Float64Array(names.length * SIZE)
  const seen = new Float64Array(weights.length).fill(1e-8)
  const next = new Float64Array(3 * SIZE * SIZE)
  const seenNext = new Float64Array(next.length).fill(1e-8)
  const step = (of: Float64Array, sums: Float64Array, at: number, slope: number) => {
    const g = slope + DECAY * of[at]!
    if (Math.abs(g) < 1e-5) return
    sums[at]! += g * g
    of[at]! -= (RATE * g) / Math.sqrt(sums[at]!)
  }
  const rows = examples.map(({ features }) =>
    features.map((row) => row.flatMap((name) => numbers.get(name) ?? [])),
  )
  const buffer = new Float64Array(SIZE)
  const one = ({ right, gaps, features }: Example, numbered: readonly number[][]) => {
    const fit = scoresBy(
      { numbers, weights, next },
      gaps.map((gap) => ({ text: '', from: 0, to: 0, gap: gap as 0 | 1 | 2 })),
      features,
    ).fit
    const ahead = Float64Array.from(fit)
    const behind = new Float64Array(fit.length)
    const way = (at: number, a: number, b: number): number => (gaps[at]! * SIZE + a) * SIZE + b
    for (let at = 1; at < gaps.length; at += 1)
      for (let b = 0; b < SIZE; b += 1) {
        for (let a = 0; a < SIZE; a += 1)
          buffer[a] = ahead[(at - 1) * SIZE + a]! + next[way(at, a, b)]!
        ahead[at * SIZE + b] = fit[at * SIZE + b]! + logSum(buffer)
      }
    for (let at = gaps.length - 2; at >= 0; at -= 1)
      for (let a = 0; a < SIZE; a += 1) {
        for (let b = 0; b < SIZE; b += 1)
          buffer[b] =
            behind[(at + 1) * SIZE + b]! + fit[(at + 1) * SIZE + b]! + next[way(at + 1, a, b)]!
        behind[at * SIZE + a] = logSum(buffer)
      }
    const all = logSum(ahead.slice((gaps.length - 1) * SIZE))
    for (let at = 0; at < gaps.length; at += 1)
      for (let b = 0; b < SIZE; b += 1) {
        const slope =
          Math.exp(ahead[at * SIZE + b]! + behind[at * SIZE + b]! - all) - Number(right[at] === b)
        for (const number of numbered[at]!) step(weights, seen, number * SIZE + b, slope)
        if (at === 0) continue
        for (let a = 0; a < SIZE; a += 1) {
          const likely = Math.exp(
            ahead[(at - 1) * SIZE + a]! +
              next[way(at, a, b)]! +
              fit[at * SIZE + b]! +
              behind[at * SIZE + b]! -
              all,
          )
          step(
            next,
            seenNext,
            way(at, a, b),
            likely - Number(right[at - 1] === a && right[at] === b),
          )
        }
      }
  }
  const order = examples.map((_example, at) => at)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const at of shuffled(order, round)) one(examples[at]!, rows[at]!)
  return { numbers, weights, next }
}

function written({ numbers, weights, next }: Weights): string {
  const lines = [...numbers].flatMap(([name, at]) => {
    const pairs = KINDS.flatMap((_kind, kind) => {
      const weight = Math.round(weights[at * SIZE + kind]! * 100)
      return Math.abs(weight) < 8 ? [] : [kind, weight]
    })
    return pairs.length > 0 ? [[name, ...pairs].join('\t')] : []
  })
  const count = SIZE * SIZE
  const ways = [0, 1, 2].map((gap) =>
    [
      '',
      'next',
      ...Array.from(next)
        .slice(gap * count, (gap + 1) * count)
        .map((one) => Math.round(one * 100)),
    ].join('\t'),
  )
  return [...lines.toSorted(), ...ways].join('\n')
}

const all = [undefined, ...UNSEEN].flatMap((set) =>
  LANGUAGES.flatMap((language) =>
    samples(language, set).map((sample) => ({ set: set ?? 'first sixty', sample })),
  ),
)
const examples = all.map(({ set, sample }) => ({
  set,
  sample,
  script: scriptOf(sample.text.normalize('NFKC')),
  example: exampleOf(sample),
}))
const SCRIPTS = ['latin', 'han'] as const
const learned = (left = '') =>
  Object.fromEntries(
    SCRIPTS.map((script) => [
      script,
      learn(
        examples
          .filter((one) => one.script === script && one.set !== left)
          .map(({ example }) => example),
      ),
    ]),
  ) as Record<(typeof SCRIPTS)[number], Weights>

if (process.argv.includes('--check')) {
  for (const set of UNSEEN) {
    const by = learned(set)
    const counts = { right: 0, doubted: 0, wrong: 0, caught: 0 }
    for (const { sample, script } of examples.filter((one) => one.set === set)) {
      const { found, left } = recognize(sample.text)
      const parts = [...new Set([...Object.keys(found), ...Object.keys(sample.expected)])]
      const wrong = parts.filter(
        (part) => found[part as keyof typeof found] !== sample.expected[part as keyof typeof found],
      )
      const doubts = doubtfulParts(sample.text.normalize('NFKC'), { found, left }, by[script])
      if (wrong.length === 0 && left.join() === sample.left.join()) {
        counts.right += 1
        counts.doubted += Number(doubts.length > 0)
      } else {
        counts.wrong += 1
        counts.caught += Number(doubts.some((part) => wrong.includes(part)))
      }
    }
    console.log(set, counts)
  }
} else {
  const by = learned()
  const file = join(import.meta.dirname, '../seeds/data/address-weights.tsv.gz')
  writeFileSync(file, gzipSync(`${written(by.latin)}\n\n${written(by.han)}\n`, { level: 9 }))
  console.log(by.latin.numbers.size + by.han.numbers.size, 'features')
}
