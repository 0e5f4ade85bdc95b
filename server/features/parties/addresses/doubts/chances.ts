import { KINDS } from './kinds.ts'

const SIZE = KINDS.length

/** How well each kind fits each token (`fit`), and which kind what other one (`next`, by gap). */
export interface Scores {
  fit: Float64Array
  next: ArrayLike<number>
  gaps: readonly number[]
}

/** Ways through the kinds of all tokens: how likely up to each token, and from it on. */
export interface Ways {
  /** What each kind of a token counts by itself. */
  own: Float64Array
  /** What the step from one kind to another counts, by gap. */
  step: Float64Array
  ahead: Float64Array
  behind: Float64Array
}

/** Numbers of one token by what they have together, so that none grows out of bounds. */
function scale(of: Float64Array, from: number): void {
  let sum = 0
  for (let at = from; at < from + SIZE; at += 1) sum += of[at] ?? 0
  for (let at = from; at < from + SIZE; at += 1) of[at] = (of[at] ?? 0) / (sum || 1)
}

/** `next` as factors; the same for each text that is read by the same weights. */
export const stepsOf = (next: ArrayLike<number>): Float64Array => Float64Array.from(next, Math.exp)

export function waysOf({ fit, gaps }: Scores, step: Float64Array): Ways {
  const own = new Float64Array(fit.length)
  for (let at = 0; at < fit.length; at += SIZE) {
    let high = -Infinity
    for (let kind = 0; kind < SIZE; kind += 1) high = Math.max(high, fit[at + kind] ?? 0)
    for (let kind = 0; kind < SIZE; kind += 1)
      own[at + kind] = Math.exp((fit[at + kind] ?? 0) - high)
  }
  const ahead = Float64Array.from(own)
  const behind = new Float64Array(fit.length).fill(1)
  scale(ahead, 0)
  for (let at = 1; at < gaps.length; at += 1) {
    const [here, gap] = [at * SIZE, (gaps[at] ?? 0) * SIZE]
    for (let kind = 0; kind < SIZE; kind += 1) {
      let sum = 0
      for (let before = 0; before < SIZE; before += 1)
        sum += (ahead[here - SIZE + before] ?? 0) * (step[(gap + before) * SIZE + kind] ?? 0)
      ahead[here + kind] = sum * (own[here + kind] ?? 0)
    }
    scale(ahead, here)
  }
  for (let at = gaps.length - 2; at >= 0; at -= 1) {
    const [there, gap] = [(at + 1) * SIZE, (gaps[at + 1] ?? 0) * SIZE]
    for (let kind = 0; kind < SIZE; kind += 1) {
      let sum = 0
      for (let after = 0; after < SIZE; after += 1)
        sum +=
          (step[(gap + kind) * SIZE + after] ?? 0) *
          (own[there + after] ?? 0) *
          (behind[there + after] ?? 0)
      behind[at * SIZE + kind] = sum
    }
    scale(behind, at * SIZE)
  }
  return { own, step, ahead, behind }
}

/** How likely each kind is for each token, all readings of the text taken together. */
export function chancesOf({ ahead, behind }: Ways): Float64Array {
  const chances = ahead.map((way, at) => way * (behind[at] ?? 0))
  for (let at = 0; at < chances.length; at += SIZE) scale(chances, at)
  return chances
}
