import { expect, test } from 'vitest'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { greetingAt } from './greeting.ts'
import { STAGES, stagesOf, totalOf } from './cards/stages.ts'

test('the greeting changes at 9, 12, 14 and 20', () => {
  const day = Array.from({ length: 24 }, (_, hour) => greetingAt(hour))
  expect(
    day.map((word, hour) => (word === day[hour - 1] ? null : [hour, word])).filter(Boolean),
  ).toEqual([
    [0, 'morning'],
    [9, 'lateMorning'],
    [12, 'noon'],
    [14, 'afternoon'],
    [20, 'evening'],
  ])
})

test('every status has exactly one place on the board, so that its stages add up to all orders', () => {
  const all = [...Object.values(PARCEL), CLOSED_MIXED]
  expect(STAGES.flatMap((stage) => [...stage.states]).sort((a, b) => a - b)).toEqual(
    [...all].sort((a, b) => a - b),
  )
  const board = Object.fromEntries(all.map((state, at) => [String(state), at + 1]))
  expect(stagesOf(board).reduce((sum, stage) => sum + stage.total, 0)).toBe(totalOf(board))
  expect(stagesOf({})[0]).toEqual({
    key: 'before',
    total: 0,
    tiles: [0, 10, 20, 30].map((state) => ({ status: String(state), count: 0 })),
  })
})
