import { expect, test } from 'vitest'
import { circuit } from './circuit.ts'

test('calls begun before it opened do not count in the time after', () => {
  let now = 0
  const breaker = circuit(() => now, 1000)
  const begun = Array.from({ length: 30 }, () => breaker.admit())
  for (const admission of begun) breaker.settle(admission, 'failed')
  expect(breaker.admit()).toEqual({ admitted: false, waitMs: 1000 })
  now = 1000
  const trial = breaker.admit()
  expect(trial).toEqual({ admitted: true, trial: true })
  breaker.settle(trial, 'ok')
  for (let i = 0; i < 20; i += 1) {
    const admission = breaker.admit()
    expect(admission.admitted).toBe(true)
    breaker.settle(admission, 'ok')
  }
})

test('a trial given up leaves the place to another', () => {
  let now = 0
  const breaker = circuit(() => now, 1000)
  for (let i = 0; i < 20; i += 1) breaker.settle(breaker.admit(), 'failed')
  now = 1000
  breaker.settle(breaker.admit(), 'void')
  expect(breaker.admit()).toEqual({ admitted: true, trial: true })
})
