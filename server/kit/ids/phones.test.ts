import { expect, test } from 'vitest'
import { e164 } from './phones.ts'

test.each([
  ['0170 1234567', 'DE', '+491701234567'],
  ['+49 (0)170 1234567', 'FR', '+491701234567'],
  ['0049170-1234567', null, '+491701234567'],
  ['12345', 'US', '12345'],
  ['(212) 736-5000', 'US', '+12127365000'],
  ['13800138000', 'DE', '+8613800138000'],
  ['8613800138000', null, '+8613800138000'],
  ['0170 1234567', null, '0170 1234567'],
  ['ask at the gate', 'DE', 'ask at the gate'],
])('%s in %s is %s', (typed, country, right) => {
  expect(e164(typed, country)).toBe(right)
})
