/**
 * Chance that depends on nothing but its keys: the same keys give the same draws on every machine
 * and in every order of asking, so row 700,000 can be made without making the rows before it.
 */
export class Draw {
  #state: number

  constructor(...keys: readonly number[]) {
    let state = 0x9e3779b9
    for (const key of keys)
      state = scramble(
        state ^ scramble(Math.imul(key | 0, 0x85ebca6b) ^ Math.floor(key / 0x1_0000_0000)),
      )
    this.#state = state | 0
  }

  /** 0 ≤ n < 1, in steps of 2⁻³² (mulberry32). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1))
  }

  chance(share: number): boolean {
    return this.unit() < share
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.unit() * list.length)]
    if (chosen === undefined) throw new RangeError('nothing to pick from')
    return chosen
  }

  /** Picks by weight; the weights need not add up to anything. */
  weighted<T>(list: readonly (readonly [T, number])[]): T {
    let total = totals.get(list)
    if (total === undefined) {
      total = 0
      for (const entry of list) total += entry[1]
      totals.set(list, total)
    }
    let left = this.unit() * total
    for (let i = 0; i < list.length; i++) {
      const entry = list[i]!
      left -= entry[1]
      if (left < 0 || i === list.length - 1) return entry[0]
    }
    throw new RangeError('nothing to pick from')
  }

  /** `count` decimal digits. */
  digits(count: number): string {
    let text = ''
    for (let i = 0; i < count; i++) text += String(this.int(0, 9))
    return text
  }
}

/** Sums of weights, by list. */
const totals = new WeakMap<object, number>()

function scramble(x: number): number {
  let h = x | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return h ^ (h >>> 16)
}
