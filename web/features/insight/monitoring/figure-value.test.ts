import { expect, it } from 'vitest'
import { shortNumber, spanOf } from './figure-value.tsx'

it.each([
  [0, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [3_600, '1 h 0 min'],
  [90_061, '1 d 1 h 1 min'],
])('%s seconds are written as %s', (seconds, shown) => expect(spanOf(seconds)).toBe(shown))

it.each([
  [0.04, '0'],
  [9.96, '10'],
  [1.25, '1.3'],
  [-3.21, '-3.2'],
  [1234.5, '1235'],
])('%s is written as %s', (value, shown) => expect(shortNumber(value)).toBe(shown))
