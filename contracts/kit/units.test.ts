import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cmToMm,
  decimalIssue,
  formatDecimal,
  gramsToKg,
  kgToGrams,
  mmToCm,
  parseDecimal,
} from './units.ts'

const scales = fc.integer({ min: 0, max: 6 })
const values = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n })

describe('decimal strings', () => {
  it('come back exactly, at every scale and with zeros dropped or not', () => {
    fc.assert(
      fc.property(values, scales, fc.integer({ min: 0, max: 6 }), (value, scale, minDecimals) => {
        expect(parseDecimal(formatDecimal(value, scale), scale, { signed: true })).toBe(value)
        expect(
          parseDecimal(formatDecimal(value, scale, { minDecimals }), scale, { signed: true }),
        ).toBe(value)
      }),
    )
  })

  it('agree with digits pushed together by hand', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(999), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(3, '0')}`
        expect(parseDecimal(text, 3)).toBe(BigInt(whole) * 1000n + BigInt(fraction))
      }),
    )
  })

  it('never answer for arbitrary text unless it is plain digits', () => {
    fc.assert(
      fc.property(fc.string(), scales, (text, scale) => {
        if (parseDecimal(text, scale) !== null) expect(text).toMatch(/^-?[0-9]+(\.[0-9]+)?$/)
        expect(parseDecimal(text, scale) === null).toBe(decimalIssue(text, scale) !== null)
      }),
    )
  })

  it.each([
    ['', 'notANumber'],
    [' 1', 'notANumber'],
    ['1 ', 'notANumber'],
    ['1,5', 'notANumber'],
    ['1.', 'notANumber'],
    ['.5', 'notANumber'],
    ['+1', 'notANumber'],
    ['1e3', 'notANumber'],
    ['NaN', 'notANumber'],
    ['Infinity', 'notANumber'],
    ['0x10', 'notANumber'],
    ['１', 'notANumber'],
    ['1\n', 'notANumber'],
    ['--1', 'notANumber'],
    ['1.2.3', 'notANumber'],
    ['-1', 'negative'],
    ['-0.001', 'negative'],
    ['1.2345', 'tooManyDecimals'],
    ['0.0001', 'tooManyDecimals'],
    ['9223372036854775808', 'tooLarge'],
    ['9'.repeat(5000), 'tooLarge'],
    ['x'.repeat(5000), 'notANumber'],
  ])('refuse %j as %s', (text, issue) => {
    expect(decimalIssue(text, 3)).toBe(issue)
    expect(parseDecimal(text, 3)).toBeNull()
  })

  it('forgive trailing zeros beyond the unit, and know one zero', () => {
    expect(parseDecimal('1.500000', 3)).toBe(1500n)
    expect(parseDecimal('-0', 3)).toBe(0n)
    expect(parseDecimal('007.1', 1)).toBe(71n)
    expect(parseDecimal('-0.5', 1, { signed: true })).toBe(-5n)
    expect(formatDecimal(-5n, 2)).toBe('-0.05')
    expect(formatDecimal(7n, 0)).toBe('7')
  })
})

describe('weights and lengths', () => {
  it('round-trip for every integer of a column', () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), (n) => {
        expect(kgToGrams(gramsToKg(n))).toBe(n)
        expect(cmToMm(mmToCm(n))).toBe(n)
      }),
    )
  })

  it('keep to their unit', () => {
    expect(kgToGrams('23.7')).toBe(23_700)
    expect(gramsToKg(500)).toBe('0.5')
    expect(gramsToKg(12_000)).toBe('12')
    expect(cmToMm('62')).toBe(620)
    expect(cmToMm('62.55')).toBeNull()
    expect(kgToGrams('2147484')).toBeNull()
    expect(kgToGrams('-1')).toBeNull()
    expect(() => gramsToKg(1.5)).toThrow(RangeError)
  })
})
