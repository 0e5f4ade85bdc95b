import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TODO_KINDS, type Todo } from '#contracts/insight/dashboards.ts'
import { awake, isSnoozed, tomorrow } from './snoozed.ts'

const todo = (n: number): Todo => ({ kind: 'held', n, path: '/' })

it('what was put off sleeps until its hour, unless more has come', () => {
  const snoozed = { held: { until: 100, n: 5 } }
  expect(awake([todo(5)], snoozed, 99)).toEqual([])
  expect(awake([todo(6)], snoozed, 99)).toHaveLength(1)
  expect(awake([todo(5)], snoozed, 100)).toHaveLength(1)
  expect(awake([todo(5)], {}, 0)).toHaveLength(1)
})

it('tomorrow is later and within a day and an hour, whenever one asks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
      const then = tomorrow(now)
      expect(then).toBeGreaterThan(now)
      expect(then - now).toBeLessThanOrEqual(25 * 3_600_000)
    }),
  )
})

it('takes nothing for put off that another version may have written', () => {
  expect(isSnoozed(Object.fromEntries(TODO_KINDS.map((kind) => [kind, { until: 1, n: 2 }])))).toBe(
    true,
  )
  for (const wrong of [null, [], 'x', { held: 1 }, { held: { until: '1', n: 2 } }])
    expect(isSnoozed(wrong)).toBe(false)
})
