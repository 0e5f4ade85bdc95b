import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geometryOf, HEIGHT, nearestDay } from './flow-geometry.ts'

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`)

/** What a share of a width may lose by rounding, in pixels. */
const NOTHING = 1e-6

test('days run from edge to edge, counts from the bottom up, and all of it lies in the picture', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 120, max: 2000 }),
      fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 31 }),
      (width, counts) => {
        const days = daysOf(counts.length)
        const found = geometryOf(width, days, counts, null)
        for (const [at, count] of counts.entries()) {
          expect(found.y(count)).toBeGreaterThanOrEqual(found.top - NOTHING)
          expect(found.y(count)).toBeLessThanOrEqual(found.bottom + NOTHING)
          expect(found.x(days[at]!)).toBeGreaterThanOrEqual(found.left - NOTHING)
          expect(found.x(days[at]!)).toBeLessThanOrEqual(found.right + NOTHING)
          expect(nearestDay(days, found, found.x(days[at]!))).toBe(days[at])
        }
        expect(found.bottom).toBeLessThan(HEIGHT)
        expect(found.ticks.every(Number.isInteger)).toBe(true)
        expect(found.ticks.length).toBeGreaterThan(0)
        expect(new Set(found.ticks).size).toBe(found.ticks.length)
      },
    ),
  )
})

test('days are named as far as there is room', () => {
  const days = daysOf(30)
  expect(geometryOf(600, days, [1], null).named.length).toBeLessThanOrEqual(9)
  expect(geometryOf(2400, days, [1], null).named).toEqual(days)
  expect(nearestDay(days, geometryOf(600, days, [1], null), -50)).toBe(days[0])
  expect(nearestDay([], geometryOf(600, [], [], null), 10)).toBeNull()
})
