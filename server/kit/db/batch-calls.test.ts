import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchCalls, shareCalls } from './batch-calls.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('each call gets its own answer, and no more statements than allowed run at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(3), { maxLength: 40 }),
      async (atOnce, max, pauses) => {
        let running = 0
        let most = 0
        const sizes: number[] = []
        const double = batchCalls<number, number>({ atOnce, max }, async (inputs) => {
          most = Math.max(most, ++running)
          sizes.push(inputs.length)
          await tick()
          running--
          return inputs.map((input) => input * 2)
        })
        const calls: Promise<number>[] = []
        for (const [at, pause] of pauses.entries()) {
          for (let n = 0; n < pause; n++) await tick()
          calls.push(double(at))
        }
        expect(await Promise.all(calls)).toEqual(pauses.map((_, at) => at * 2))
        expect(most).toBeLessThanOrEqual(atOnce)
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(max)
      },
    ),
    { numRuns: 100 },
  )
})

test('a call does not get the answer of a statement that began before it', async () => {
  let value = 1
  const read = batchCalls<null, number>({ atOnce: 1, max: 10 }, async (inputs) => {
    const seen = value
    await tick()
    return inputs.map(() => seen)
  })
  const before = read(null)
  value = 2
  expect(await Promise.all([before, read(null), read(null)])).toEqual([1, 2, 2])
})

test('a statement that fails refuses its calls and none after it', async () => {
  const half = batchCalls<number, number>({ atOnce: 1, max: 2 }, (inputs) =>
    inputs.includes(3) ? Promise.reject(new Error('three')) : Promise.resolve(inputs),
  )
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => half(n)))
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(await half(5)).toBe(5)
})

test('calls of one key share the next run, which begins after they came', async () => {
  const share = shareCalls<string>()
  let value = 'old'
  let runs = 0
  const run = async () => {
    runs++
    const seen = value
    await tick()
    return seen
  }
  const first = share('a', run)
  value = 'new'
  const rest = [share('a', run), share('a', run), share('b', run)]
  expect(await Promise.all([first, ...rest])).toEqual(['old', 'new', 'new', 'new'])
  expect(runs).toBe(3)
  await tick()
  await expect(share('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await share('a', run)).toBe('new')
})
