import { expect, test } from 'vitest'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld } from '#test/harness.ts'
import { nextSerialNumbers } from './serial-numbers.ts'

const world = useWorld()
const system = () => jobCtx(world().deps, world().tenantId)

test('more transactions than connections take serials: none waits for another’s commit, no number twice', async () => {
  const open = Promise.withResolvers<void>()
  let taken = 0
  const takers = Array.from({ length: 18 }, () =>
    inTx(system(), async (tx) => {
      const serials = await nextSerialNumbers(tx, 'probe', 'T', 3)
      // Each commits only when all have theirs.
      if (++taken === 18) open.resolve()
      await open.promise
      return serials
    }),
  )
  const numbers = (await Promise.all(takers)).flat()
  expect(new Set(numbers).size).toBe(54)
  expect([...numbers].sort().at(-1)).toBe('T0000000054')
})

test('what was rolled back leaves a gap and nothing is given out again', async () => {
  const [before] = await nextSerialNumbers(system(), 'probe2', 'T', 1)
  await expect(
    inTx(system(), async (tx) => {
      await nextSerialNumbers(tx, 'probe2', 'T', 2)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect([before, ...(await nextSerialNumbers(system(), 'probe2', 'T', 1))]).toEqual([
    'T0000000001',
    'T0000000004',
  ])
})
