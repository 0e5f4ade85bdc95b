import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, plainDecimal } from './paste-cells.ts'

describe('numbers as people write them', () => {
  it.each([
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['１２.５', '12.5'],
    ['0,25 kg', '0.25'],
    ['30cm', '30'],
    ['2公斤', '2'],
    ['12 pcs', '12'],
    ['0,0005', '0.0005'],
    ['1.234,5', '1234.5'],
    ['1.000,50', '1000.50'],
    ['1,000.50', '1000.50'],
    ['1 000,50', '1000.50'],
    ['1’234.50', '1234.50'],
    ['', ''],
    // These are ambiguous.
    ['1,234', '1,234'],
    ['500 g', '500 g'],
    ['12 mm', '12 mm'],
    ['abc', 'abc'],
  ])('%s → %s', (typed, plain) => expect(plainDecimal(typed)).toBe(plain))

  it('leaves every plain number as it is', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(999), (whole, part) => {
        expect(plainDecimal(`${whole}.${part}`)).toBe(`${whole}.${part}`)
      }),
    )
  })
})

describe('a copied piece of a spreadsheet', () => {
  it('is distinguished from a single value', () => {
    expect(cellsOf('12.5')).toBeNull()
    expect(cellsOf('12.5\r\n')).toBeNull()
    expect(cellsOf('a\tb\r\nc\td\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })
})
