import { expect, test } from 'vitest'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld } from '#test/harness.ts'
import { circuit, type Admission } from './circuit.ts'
import { openUntilHere } from './circuit.fixture.ts'
import { openUntil } from './open-until.ts'

const world = useWorld()

test('calls begun before it opened do not count in the time after', async () => {
  let now = 0
  const breaker = circuit(() => now, openUntilHere(), 1000)
  const begun: Admission[] = []
  for (let i = 0; i < 30; i += 1) begun.push(await breaker.admit())
  for (const admission of begun) await breaker.settle(admission, 'failed')
  expect(await breaker.admit()).toEqual({ admitted: false, waitMs: 1000 })
  now = 1000
  const trial = await breaker.admit()
  expect(trial).toMatchObject({ admitted: true, trial: true })
  await breaker.settle(trial, 'ok')
  for (let i = 0; i < 20; i += 1) {
    const admission = await breaker.admit()
    expect(admission.admitted).toBe(true)
    await breaker.settle(admission, 'ok')
  }
})

test('a trial given up leaves the place to another', async () => {
  let now = 0
  const breaker = circuit(() => now, openUntilHere(), 1000)
  for (let i = 0; i < 20; i += 1) await breaker.settle(await breaker.admit(), 'failed')
  now = 1000
  await breaker.settle(await breaker.admit(), 'void')
  expect(await breaker.admit()).toMatchObject({ admitted: true, trial: true })
})

test('what one process found out holds for all: one opens, one tries, all go on', async () => {
  let now = 1_795_000_000_000
  let opened = 0
  const ctx = jobCtx(world().deps, world().tenantId)
  const processOf = (account: string) =>
    circuit(
      () => now,
      openUntil(ctx, account, async () => void (opened += 1)),
    )
  const [one, other, another] = [processOf('a/1'), processOf('a/1'), processOf('a/2')]
  for (let i = 0; i < 20; i += 1) await one.settle(await one.admit(), 'failed')
  expect(await other.admit()).toEqual({ admitted: false, waitMs: 60_000 })
  expect(await another.admit()).toMatchObject({ admitted: true, trial: false })
  // Down for a day: a call a minute, of one of the processes, and it opened once.
  for (let minute = 0; minute < 60; minute += 1) {
    now += 60_000
    const asked = await Promise.all([one.admit(), other.admit()])
    expect(asked.filter(({ admitted }) => admitted)).toHaveLength(1)
    await (asked[0].admitted ? one : other).settle(
      asked.find((a) => a.admitted)!,
      'failed',
    )
  }
  expect(opened).toBe(1)
  now += 60_000
  await other.settle(await other.admit(), 'ok')
  expect(await one.admit()).toMatchObject({ admitted: true, trial: false })
  for (let i = 0; i < 20; i += 1) await one.settle(await one.admit(), 'failed')
  expect(opened).toBe(2)
})
