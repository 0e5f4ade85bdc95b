import { expect, it } from 'vitest'
import { needsCustoms } from './customs.ts'

it.each<[string, boolean, string?]>([
  ['US', true],
  ['CN', true],
  ['CH', true],
  ['DE', false],
  ['FR', false],
  ['', false],
  ['ES', true, '35002'],
  ['ES', false, '28001'],
  ['GB', false, 'BT1 1AA'],
])('goods to %j are declared: %s', (to, declared, code = '') =>
  expect(needsCustoms(to, code)).toBe(declared),
)
