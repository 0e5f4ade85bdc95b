import { addressKeys, ruleKeys } from './postal-keys.ts'
import type { AreaRule, RatingAddress } from '../tariff.ts'

interface Placed<R> {
  low: string
  high: string
  rule: R
}
/** Ranges that do not touch one another, from low to high. */
type Level<R> = Placed<R>[]

/**
 * Rules found without looking at all of them: by key, and ranges by search. Ranges inside others
 * lie on a level of their own, so that on each level one range at most is around a postcode.
 */
export class RuleIndex<R extends AreaRule> {
  readonly #byKey = new Map<string, R[]>()
  readonly #levels: Level<R>[] = []
  readonly #kinds: ReadonlySet<R['matchType']>

  constructor(rules: readonly R[]) {
    this.#kinds = new Set(rules.map(({ matchType }) => matchType))
    const ranges: Placed<R>[] = []
    for (const rule of rules) {
      const keys = ruleKeys(rule)
      if ('low' in keys) {
        if (keys.low < keys.high) ranges.push({ ...keys, rule })
        continue
      }
      const known = this.#byKey.get(keys.key)
      if (known) known.push(rule)
      else this.#byKey.set(keys.key, [rule])
    }
    ranges.sort((a, b) => compare(a.low, b.low) || compare(b.high, a.high))
    for (const range of ranges) {
      const free = this.#levels.find((level) => level.at(-1)!.high < range.low)
      if (free) free.push(range)
      else this.#levels.push([range])
    }
  }

  /** All rules that can match the address, and few others. */
  find(address: RatingAddress): R[] {
    const { point, keys } = addressKeys(address, this.#kinds)
    const found: R[] = []
    for (const key of keys) {
      const rules = this.#byKey.get(key)
      if (rules) found.push(...rules)
    }
    for (const level of this.#levels) {
      const range = lastBefore(level, point)
      if (range && range.high >= point) found.push(range.rule)
    }
    return found
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function lastBefore<R>(level: Level<R>, point: string): Placed<R> | undefined {
  let [low, high] = [0, level.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (level[middle]!.low <= point) low = middle + 1
    else high = middle
  }
  return level[low - 1]
}
