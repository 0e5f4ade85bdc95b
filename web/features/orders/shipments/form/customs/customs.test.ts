import { expect, it } from 'vitest'
import { needsCustoms } from './customs.ts'

it.each([
  ['US', true],
  ['CN', true],
  ['CH', true],
  ['DE', false],
  ['FR', false],
  ['', false],
])('goods to %j are declared: %s', (to, declared) => expect(needsCustoms(to)).toBe(declared))
