import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { broadcast } from '../realtime/bus.ts'
import { jobCtx } from '../jobs/jobs.ts'
import { forgetLoaded, keepLoaded } from './keep-loaded.ts'
import { inTx } from './tx.ts'

const world = useWorld()
const system = () => jobCtx(world().deps, world().tenantId)
/** As a caller that has nothing to do with the transaction under way. */
const outside = AsyncLocalStorage.snapshot()

/** A load that ends on demand. */
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
  const stored = keepLoaded<string>({ name: 'test', max: 10 })
  const { gates, load } = slow()
  const requested = Array.from({ length: 50 }, () => stored.get('a', load))
  gates[0]!.resolve('one')
  expect(new Set(await Promise.all(requested))).toEqual(new Set(['one']))
  expect(await stored.get('a', load)).toBe('one')
  expect(gates).toHaveLength(1)
})

test('a failed load is not cached', async () => {
  const stored = keepLoaded<string>({ name: 'test', max: 10 })
  await expect(stored.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await stored.get('a', () => Promise.resolve('yes'))).toBe('yes')
})

test('an invalidation during a load: its value is not cached, and a later caller does not get it', async () => {
  const stored = keepLoaded<string>({ name: 'test', max: 10 })
  const { gates, load } = slow()
  const early = stored.get('a', load)
  stored.forget((key) => key === 'a')
  const late = stored.get('a', load)
  gates[1]!.resolve('new')
  expect(await late).toBe('new')
  gates[0]!.resolve('old')
  expect(await early).toBe('old')
  expect(await stored.get('a', load)).toBe('new')
  const again = stored.get('b', load)
  forgetLoaded()
  gates[2]!.resolve('old')
  expect(await again).toBe('old')
  void stored.get('b', load)
  expect(gates).toHaveLength(4)
})

test('a transaction does not wait for a load outside it; others wait for its load, or load alone', async () => {
  const stored = keepLoaded<string>({ name: 'test', max: 10 })
  const { gates, load } = slow()
  const first = stored.get('a', load)
  await inTx(system(), async () => {
    const own = stored.get('a', load)
    const joined = outside(() => stored.get('a', load))
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
  const stored = keepLoaded<string>({ name: 'test', max: 10, kind: 'dict' })
  await inTx(system(), async (tx) => {
    await broadcast(tx, { kind: 'dict', tenantId: tx.principal.tenantId, userIds: [] })
    expect(await stored.get('a', () => Promise.resolve('not committed'))).toBe('not committed')
  })
  expect(await stored.get('a', () => Promise.resolve('committed'))).toBe('committed')
})

test('a value cached under another version is loaded again', async () => {
  const stored = keepLoaded<string>({ name: 'test', max: 10 })
  expect(await stored.get('a', () => Promise.resolve('one'), '1')).toBe('one')
  expect(await stored.get('a', () => Promise.resolve('two'), '2')).toBe('two')
  expect(await stored.get('a', () => Promise.resolve('three'), '2')).toBe('two')
})
