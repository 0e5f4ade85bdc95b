import { expect, it } from 'vitest'
import { needsCustoms } from './customs.ts'

it.each([
  ['', 'US', true],
  ['', 'CN', true],
  ['', 'DE', false],
  ['DE', 'FR', false],
  ['DE', 'CH', true],
  ['CN', 'DE', true],
  ['CN', 'CN', false],
  ['DE', '', false],
])('goods from %j to %j are declared: %s', (from, to, declared) =>
  expect(needsCustoms(from, to)).toBe(declared),
)
