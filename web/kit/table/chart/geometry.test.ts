import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipOf, geometryOf, nearestDay } from './geometry.ts'

const HEIGHT = 190
const size = (width: number) => ({ width, height: HEIGHT, left: 48 })

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
        const found = geometryOf(size(width), days, counts, null)
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
  expect(geometryOf(size(600), days, [1], null).named.length).toBeLessThanOrEqual(9)
  expect(geometryOf(size(2400), days, [1], null).named).toEqual(days)
  expect(nearestDay(days, geometryOf(size(600), days, [1], null), -50)).toBe(days[0])
  expect(nearestDay([], geometryOf(size(600), [], [], null), 10)).toBeNull()
})

test('values below zero have their place above the bottom', () => {
  const found = geometryOf(size(600), daysOf(2), [-50, 100], null)
  expect(found.y(-50)).toBeLessThanOrEqual(found.bottom)
  expect(found.y(0)).toBeLessThan(found.y(-50))
  expect(found.ticks).toContain(0)
})

test('a day of imports does not flatten the others; a busy month is no peak', () => {
  expect(clipOf([40, 38, 4_000, 12, 0])).toBe(50)
  expect(clipOf([40, 3_000, 4_000, 12])).toBe(50)
  expect(clipOf([40, 38, 120, 12])).toBeNull()
  expect(clipOf([0, 0, 900])).toBeNull()
  expect(clipOf([])).toBeNull()
})
