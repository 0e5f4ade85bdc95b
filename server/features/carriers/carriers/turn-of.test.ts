import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { turnOf } from './turn-of.ts'

const world = useWorld()

test('two processes that ask one account take turns; another account waits for neither', async () => {
  const ctx = jobCtx(world().deps, world().tenantId)
  const nodes = [0, 1].map(() => turnOf(ctx, 'courier/1'))
  const began = Date.now()
  const waits = (
    await Promise.all(Array.from({ length: 10 }, (_, at) => nodes[at % 2]!(60_000, 3_600_000)))
  ).toSorted((a, b) => a - b)
  const late = Date.now() - began
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeLessThanOrEqual(at * 60_000)
    expect(wait).toBeGreaterThan(at * 60_000 - late - 1_000)
  }
  // Who would wait too long takes no turn: the next one is no later for it.
  const tooLong = await Promise.all(nodes.map((turn) => turn(60_000, 1_000)))
  for (const wait of tooLong) expect(Math.round(wait / 60_000)).toBe(10)
  expect(await turnOf(ctx, 'courier/2')(60_000, 1_000)).toBe(0)
})
