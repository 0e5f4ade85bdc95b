import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { tellAll } from '../realtime/bus.ts'
import { jobCtx } from '../jobs/jobs.ts'
import { forgetAllKept, keepLoaded } from './keep-loaded.ts'
import { inTx } from './tx.ts'

const world = useWorld()
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const system = () => jobCtx(world().db, quiet, world().tenantId)
/** As a caller that has nothing to do with the transaction under way. */
const outside = AsyncLocalStorage.snapshot()

/** A load that ends when it is told to. */
function slow() {
  const gates: PromiseWithResolvers<string>[] = []
  return {
    gates,
    load: () => {
      const gate = Promise.withResolvers<string>()
      gates.push(gate)
      return gate.promise
    },
  }
}

test('however many ask, a value is loaded once', async () => {
  const kept = keepLoaded<string>({ max: 10 })
  const { gates, load } = slow()
  const asked = Array.from({ length: 50 }, () => kept.get('a', load))
  gates[0]!.resolve('one')
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['one']))
  expect(await kept.get('a', load)).toBe('one')
  expect(gates).toHaveLength(1)
})

test('a failed load is not kept', async () => {
  const kept = keepLoaded<string>({ max: 10 })
  await expect(kept.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept.get('a', () => Promise.resolve('yes'))).toBe('yes')
})

test('an invalidation during a load: its value is not kept, and who asks later does not get it', async () => {
  const kept = keepLoaded<string>({ max: 10 })
  const { gates, load } = slow()
  const early = kept.get('a', load)
  kept.forget((key) => key === 'a')
  const late = kept.get('a', load)
  gates[1]!.resolve('new')
  expect(await late).toBe('new')
  gates[0]!.resolve('old')
  expect(await early).toBe('old')
  expect(await kept.get('a', load)).toBe('new')
  const again = kept.get('b', load)
  forgetAllKept()
  gates[2]!.resolve('old')
  expect(await again).toBe('old')
  void kept.get('b', load)
  expect(gates).toHaveLength(4)
})

test('a transaction does not wait for a load outside it; others wait for its load, and go on alone where it fails', async () => {
  const kept = keepLoaded<string>({ max: 10 })
  const { gates, load } = slow()
  const first = kept.get('a', load)
  await inTx(system(), async () => {
    const own = kept.get('a', load)
    const joined = outside(() => kept.get('a', load))
    expect(gates).toHaveLength(2)
    gates[1]!.reject(new Error('this transaction is over'))
    await expect(own).rejects.toThrow('is over')
    await Promise.resolve()
    gates[2]!.resolve('alone')
    expect(await joined).toBe('alone')
  })
  gates[0]!.resolve('first')
  expect(await first).toBe('first')
})

test('what a transaction reads after it changed it is not handed to others', async () => {
  const kept = keepLoaded<string>({ max: 10, kind: 'dict' })
  await inTx(system(), async (tx) => {
    await tellAll(tx, { kind: 'dict', tenantId: tx.who.tenantId, userIds: [] })
    expect(await kept.get('a', () => Promise.resolve('not committed'))).toBe('not committed')
  })
  expect(await kept.get('a', () => Promise.resolve('committed'))).toBe('committed')
})

test('a value kept under another version is loaded anew', async () => {
  const kept = keepLoaded<string>({ max: 10 })
  expect(await kept.get('a', () => Promise.resolve('one'), '1')).toBe('one')
  expect(await kept.get('a', () => Promise.resolve('two'), '2')).toBe('two')
  expect(await kept.get('a', () => Promise.resolve('three'), '2')).toBe('two')
})
