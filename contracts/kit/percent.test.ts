import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOf, percentText } from './percent.ts'

test('a rate reads as percent with two decimals', () => {
  expect([1825, 1800, 5, 0, -250, 100_000].map(percentText)).toEqual([
    '18.25',
    '18.00',
    '0.05',
    '0.00',
    '-2.50',
    '1000.00',
  ])
})

test('what is typed is a rate, exactly, or none', () => {
  expect(
    [
      '18.25',
      '18,25 %',
      '18 %',
      '１８％',
      '+3',
      '-2.5',
      '.5',
      '18.255',
      '1e2',
      '%',
      '',
      '18.250',
    ].map(percentOf),
  ).toEqual([1825, 1825, 1800, 1800, 300, -250, null, null, null, null, null, 1825])
})

test('every rate comes back as it was, with the sign of percent or without', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.boolean(), (bp, sign) => {
      expect(percentOf(`${percentText(bp)}${sign ? ' %' : ''}`)).toBe(bp)
    }),
  )
})
