import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dice, median, percentile, spread } from './numbers.ts'
import { disturbance, ratioLine, table } from './report.ts'
import type { Comparison, Side } from './rounds.ts'

describe('figures', () => {
  test('the median has as many below it as above, and lies within the list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
        (values) => {
          const middle = median(values)
          expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(
            values.length / 2,
          )
          expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(
            values.length / 2,
          )
        },
      ),
    )
  })

  test('percentiles are values of the list, by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect([
      percentile(values, 0.5),
      percentile(values, 0.99),
      percentile(values, 1),
      percentile([7], 0.99),
    ]).toEqual([50, 99, 100, 7])
  })

  test('spread is a share of the median, and nothing for one round', () => {
    expect(spread([90, 100, 110])).toBeCloseTo(0.2)
    expect(spread([5])).toBe(0)
  })

  test('dice fall alike in every run', () => {
    const [one, two] = [dice(1), dice(1)]
    const rolls = Array.from({ length: 50 }, () => one())
    expect(rolls).toEqual(Array.from({ length: 50 }, () => two()))
    expect(rolls.every((roll) => roll >= 0 && roll < 1)).toBe(true)
    expect(new Set(rolls).size).toBe(50)
  })
})

const side = (rate: number, errors = 0): Side => ({
  rate,
  spread: 0,
  cpu: 1 / rate,
  dbCpu: 0,
  p50: 1,
  p99: 2,
  done: 100,
  errors,
  overloaded: 0,
  firstError: errors > 0 ? '500 broken' : null,
})
const result = (change: Partial<Comparison> = {}): Comparison => ({
  limit: side(1000),
  product: side(800),
  ratio: 0.8,
  ratioSpread: 0.05,
  cpuRatio: 0.8,
  foreign: 0.01,
  ...change,
})

describe('a verdict', () => {
  test('is given on a quiet run alone', () => {
    expect(ratioLine('x', 'y', 0.7, result()).verdict).toBe('reached')
    expect(ratioLine('x', 'y', 0.9, result()).verdict).toBe('short')
    for (const change of [{ foreign: 0.3 }, { ratioSpread: 0.6 }, { product: side(800, 1) }])
      expect(ratioLine('x', 'y', 0.7, result(change)).verdict).toBe('no verdict')
  })

  test('names what disturbed', () => {
    expect(disturbance(result())).toBeNull()
    expect(disturbance(result({ foreign: 0.3 }))).toContain('30 %')
    expect(disturbance(result({ product: side(800, 3) }))).toContain('500 broken')
    expect(table([ratioLine('x', 'y', 0.7, result({ foreign: 0.3 }))])).toContain(
      'disturbed: others used 30 % of the machine',
    )
  })
})
