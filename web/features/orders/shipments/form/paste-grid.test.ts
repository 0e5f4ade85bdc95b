import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankDraft } from './draft.ts'
import { addParcel } from './draft-edit.ts'
import { cellsOf, pasteParcels, pasteProducts, plainNumber, sidesOf } from './paste-grid.ts'

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
    ['', ''],
    // Nobody can tell what these mean.
    ['1,234', '1,234'],
    ['500 g', '500 g'],
    ['12 mm', '12 mm'],
    ['1.234,5', '1.234,5'],
    ['abc', 'abc'],
  ])('%s → %s', (typed, plain) => expect(plainNumber(typed)).toBe(plain))

  it('leaves every plain number as it is', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(999), (whole, part) => {
        expect(plainNumber(`${whole}.${part}`)).toBe(`${whole}.${part}`)
      }),
    )
  })

  it.each([
    ['30x20x10', ['30', '20', '10']],
    ['30×20×10 cm', ['30', '20', '10']],
    ['30 * 20,5 * 10', ['30', '20.5', '10']],
    ['30*20', null],
    ['30', null],
  ])('reads %s as sides', (typed, sides) => expect(sidesOf(typed)).toEqual(sides))
})

describe('a copied piece of a spreadsheet', () => {
  it('is told from a single value', () => {
    expect(cellsOf('12.5')).toBeNull()
    expect(cellsOf('12.5\r\n')).toBeNull()
    expect(cellsOf('a\tb\r\nc\td\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('fills from its cell to the right and down, and adds the parcels that are missing', () => {
    const draft = pasteParcels(addParcel(blankDraft({}, 'EUR')), 1, 'weightKg', [
      ['1,5', '30', '20', '10', 'too far'],
      ['2'],
    ])
    expect(
      draft.parcels.map((parcel) => [
        parcel.reference,
        parcel.weightKg,
        parcel.lengthCm,
        parcel.heightCm,
      ]),
    ).toEqual([
      ['', '', '', ''],
      ['', '1.5', '30', '10'],
      ['', '2', '', ''],
    ])
    expect(draft.parcels[2]?.products[0]?.currency).toBe('EUR')
  })

  it('never makes more parcels than an order takes', () => {
    const rows = Array.from({ length: 300 }, (_, at) => [`R${at}`])
    expect(pasteParcels(blankDraft(), 0, 'reference', rows).parcels).toHaveLength(200)
    expect(pasteProducts(blankDraft(), 0, 0, 'sku', rows).parcels[0]?.products).toHaveLength(100)
  })

  it('fills contents of one parcel', () => {
    const draft = pasteProducts(blankDraft({}, 'USD'), 0, 0, 'sku', [
      ['S1', '键盘', 'Keyboard', '8471607100', '847160', '2', '0,5', '9,90'],
      ['S2'],
    ])
    expect(
      draft.parcels[0]?.products.map((product) => [
        product.sku,
        product.nameCn,
        product.quanlity,
        product.unitWeightKg,
        product.unitPrice,
        product.currency,
      ]),
    ).toEqual([
      ['S1', '键盘', '2', '0.5', '9.90', 'USD'],
      ['S2', '', '', '', '', 'USD'],
    ])
  })
})
