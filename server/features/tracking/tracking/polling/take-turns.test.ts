import { expect, test } from 'vitest'
import { parcelsPerRun } from './poll-parcels.ts'
import { takeTurns } from './take-turns.ts'

test('one that keeps us waiting does not hold up the others', async () => {
  const done: string[] = []
  const others = Promise.withResolvers<void>()
  await takeTurns(['slow', 'a', 'b', 'c', 'd'], async (name) => {
    if (name === 'slow') await others.promise
    done.push(name)
    if (done.length === 4) others.resolve()
    return false
  })
  expect(done).toEqual(['a', 'b', 'c', 'd', 'slow'])
})

test('one with much to do goes to the end of the queue after each turn', async () => {
  const turns: string[] = []
  const left = new Map([
    ['much', 3],
    ...['a', 'b', 'c', 'd', 'e'].map((name): [string, number] => [name, 1]),
  ])
  await takeTurns([...left.keys()], async (name) => {
    turns.push(name)
    left.set(name, left.get(name)! - 1)
    return left.get(name)! > 0
  })
  expect(turns.filter((name) => name === 'much')).toHaveLength(3)
  expect(turns.slice(0, 6)).toEqual(['much', 'a', 'b', 'c', 'd', 'e'])
})

test('no more than four at a time', async () => {
  let [running, most] = [0, 0]
  await takeTurns(
    Array.from({ length: 20 }, (_, at) => at),
    async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      return false
    },
  )
  expect(most).toBe(4)
})

test('a run asks for as many parcels as the carrier’s interval lets through', () => {
  expect(parcelsPerRun(true, 5_000)).toBe(500)
  expect(parcelsPerRun(false, 5_000)).toBe(9)
  expect(parcelsPerRun(false, 0)).toBe(100)
  expect(parcelsPerRun(false, 120_000)).toBe(1)
})
