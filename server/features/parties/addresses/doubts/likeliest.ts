import { KINDS } from './kinds.ts'

const SIZE = KINDS.length

/** How well each kind fits each token (`fit`), and which kind what other one (`next`, by gap). */
export interface Scores {
  fit: Float64Array
  next: ArrayLike<number>
  gaps: readonly number[]
}

/** How well a whole reading fits. */
export function scoreOf({ fit, next, gaps }: Scores, kinds: readonly number[]): number {
  let sum = 0
  for (const [at, kind] of kinds.entries()) {
    sum += fit[at * SIZE + kind] ?? 0
    if (at > 0) sum += next[((gaps[at] ?? 0) * SIZE + (kinds[at - 1] ?? 0)) * SIZE + kind] ?? 0
  }
  return sum
}

/** The reading that fits best. */
export function likeliest({ fit, next, gaps }: Scores): number[] {
  const top = Float64Array.from(fit)
  const from = new Int32Array(fit.length)
  for (let at = 1; at < gaps.length; at += 1)
    for (let kind = 0; kind < SIZE; kind += 1) {
      let most = -Infinity
      let where = 0
      for (let before = 0; before < SIZE; before += 1) {
        const way =
          (top[(at - 1) * SIZE + before] ?? 0) +
          (next[((gaps[at] ?? 0) * SIZE + before) * SIZE + kind] ?? 0)
        if (way <= most) continue
        most = way
        where = before
      }
      top[at * SIZE + kind] = (top[at * SIZE + kind] ?? 0) + most
      from[at * SIZE + kind] = where
    }
  const last = gaps.length - 1
  let kind = 0
  for (let other = 1; other < SIZE; other += 1)
    if ((top[last * SIZE + other] ?? 0) > (top[last * SIZE + kind] ?? 0)) kind = other
  const kinds = new Array<number>(gaps.length).fill(0)
  for (let at = last; at >= 0; at -= 1) {
    kinds[at] = kind
    kind = from[at * SIZE + kind] ?? 0
  }
  return kinds
}
