import { describe, expect, it } from 'vitest'
import { withValueAt } from '../../../../../kit/form/paths.ts'
import type { SkuFound } from '#contracts/orders/stock/stock-skus.ts'
import { completedBy, withSku } from './fill-sku.ts'
import { blankDraft, MAX_PARCELS, type Draft } from './draft.ts'
import {
  addParcel,
  addProduct,
  completeProduct,
  currencyOf,
  fillProduct,
  moveAt,
  movedPath,
  pasteAt,
  removeParcel,
  removeProduct,
  repeatParcel,
  weightSum,
} from './draft-edit.ts'

const filled = (): Draft => {
  const draft = blankDraft({ serviceId: '3', depotId: '4' }, 'EUR')
  return withValueAt(
    withValueAt(withValueAt(draft, 'consignee.name', ' Erika '), 'parcels.0.weightKg', '1.2'),
    'reference',
    'A-1',
  )
}

describe('changing the form', () => {
  it('leaves everything it does not touch the same object', () => {
    const draft = addParcel(filled())
    const next = withValueAt(draft, 'parcels.1.weightKg', '2')
    expect(next.parcels[0]).toBe(draft.parcels[0])
    expect(next.consignee).toBe(draft.consignee)
    expect(next.parcels[1]?.weightKg).toBe('2')
  })

  it('a remembered line fills what is empty, a price with its currency', () => {
    const goods = { nameEn: 'Shirt', quanlity: '1', unitPrice: '900', currency: 'JPY' }
    const line = (draft: Draft) => completeProduct(draft, 0, 0, goods).parcels[0]?.products[0]
    expect(line(filled())).toMatchObject({ nameEn: 'Shirt', unitPrice: '900', currency: 'JPY' })
    const typed = withValueAt(filled(), 'parcels.0.products.0.unitPrice', '8.90')
    expect(line(typed)).toMatchObject({ nameEn: 'Shirt', unitPrice: '8.90', currency: 'EUR' })
  })

  it('a known SKU leaves what was typed while it was looked up', () => {
    const sku = {
      sku: 'A-1',
      nameEn: 'Shirt',
      nameCn: 'T恤',
      unitPrice: '9',
    } as unknown as SkuFound
    const path = 'parcels.0.products.0.sku'
    const asked = withValueAt(
      withValueAt(filled(), path, 'a-1'),
      'parcels.0.products.0.nameCn',
      '旧名',
    )
    const now = withValueAt(asked, 'parcels.0.products.0.nameEn', 'My shirt')
    expect(withSku(now, path, 'a-1', { sku, asked }).parcels[0]?.products[0]).toMatchObject({
      sku: 'A-1',
      nameEn: 'My shirt',
      nameCn: 'T恤',
      unitPrice: '9',
    })
    expect(withSku(now, path, 'b', { sku, asked })).toBe(now)
  })

  it('a SKU of the stock completes a line of an order that uses none', () => {
    const sku = { sku: 'A-1', nameEn: 'Ears', unitWeightKg: '0.06', unitPrice: '18.90' }
    const known = { sku: { ...sku, currency: 'USD' } as unknown as SkuFound }
    const path = 'parcels.0.products.0.sku'
    const draft = withValueAt(
      withValueAt(filled(), path, 'A-1'),
      'parcels.0.products.0.nameEn',
      'My ears',
    )
    expect(completedBy(draft, path, 'A-1', known).parcels[0]?.products[0]).toMatchObject({
      nameEn: 'My ears',
      unitWeightKg: '0.06',
      unitPrice: '18.90',
      currency: 'USD',
    })
    expect(completedBy(withValueAt(draft, path, '4006'), path, '4006', known)).toMatchObject({
      parcels: [{ products: [{ sku: '4006', unitPrice: '' }] }],
    })
  })

  it('a choice writes names over, and leaves a weight and a price that were typed', () => {
    const goods = { nameEn: 'Shirt', unitWeightKg: '0.2', unitPrice: '9', currency: 'USD' }
    const line = 'parcels.0.products.0'
    const named = withValueAt(filled(), `${line}.nameEn`, 'Ears')
    const chosen = (draft: Draft) => fillProduct(draft, 0, 0, goods).parcels[0]?.products[0]
    expect(chosen(named)).toMatchObject(goods)
    expect(chosen(withValueAt(named, `${line}.unitPrice`, '7'))).toMatchObject({
      ...goods,
      unitPrice: '7',
      currency: 'EUR',
    })
  })

  it('repeats a parcel without its reference, up to the most an order takes', () => {
    const draft = withValueAt(filled(), 'parcels.0.reference', 'BOX-1')
    const three = repeatParcel(draft, 0, 2)
    expect(three.parcels.map((parcel) => [parcel.reference, parcel.weightKg])).toEqual([
      ['BOX-1', '1.2'],
      ['', '1.2'],
      ['', '1.2'],
    ])
    expect(new Set(three.parcels.map((parcel) => parcel.lineKey)).size).toBe(3)
    expect(repeatParcel(draft, 0, 2_000).parcels).toHaveLength(MAX_PARCELS)
  })

  it('keeps one parcel and one line of contents, and goes on in the currency of the order', () => {
    const draft = filled()
    expect(removeParcel(draft, 0).parcels).toHaveLength(1)
    expect(removeProduct(draft, 0, 0).parcels[0]?.products).toHaveLength(1)
    expect(currencyOf(draft)).toBe('EUR')
    expect(addProduct(draft, 0).parcels[0]?.products[1]?.currency).toBe('EUR')
    expect(addParcel(draft).parcels[1]?.products[0]?.currency).toBe('EUR')
  })

  it('sums weights without a rounding', () => {
    expect(weightSum(['0.1', '0.2', ' 0.003 ', 'x', ''])).toBe('0.303')
  })

  it('moves a line within its list and no further', () => {
    const draft = pasteAt(blankDraft(), 'parcels.0.reference', [['A'], ['B'], ['C']])
    const names = (now: Draft) => now.parcels.map((parcel) => parcel.reference).join('')
    expect(names(moveAt(draft, 'parcels.0.weightKg', 1))).toBe('BAC')
    expect(names(moveAt(draft, 'parcels.2.weightKg', -1))).toBe('ACB')
    expect(names(moveAt(draft, 'parcels.2.weightKg', 1))).toBe('ABC')
    expect(names(moveAt(draft, 'parcels.0.weightKg', -1))).toBe('ABC')
    expect(movedPath('parcels.0.weightKg', 1)).toBe('parcels.1.weightKg')
  })

  it('moves goods within their parcel', () => {
    const draft = pasteAt(blankDraft(), 'parcels.0.products.0.sku', [['A'], ['B']])
    const moved = moveAt(draft, 'parcels.0.products.1.unitPrice', -1)
    expect(moved.parcels[0]?.products.map((product) => product.sku)).toEqual(['B', 'A'])
    expect(movedPath('parcels.0.products.1.unitPrice', -1)).toBe('parcels.0.products.0.unitPrice')
  })
})

describe('a copied piece of a spreadsheet', () => {
  it('fills from its cell to the right and down, and adds the parcels that are missing', () => {
    const draft = pasteAt(addParcel(blankDraft({}, 'EUR')), 'parcels.1.weightKg', [
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
    const rows = Array.from({ length: 1_300 }, (_, at) => [`R${at}`])
    expect(pasteAt(blankDraft(), 'parcels.0.reference', rows).parcels).toHaveLength(MAX_PARCELS)
    expect(
      pasteAt(blankDraft(), 'parcels.0.products.0.sku', rows).parcels[0]?.products,
    ).toHaveLength(100)
  })

  it('fills contents of one parcel', () => {
    const draft = pasteAt(blankDraft({}, 'USD'), 'parcels.0.products.0.sku', [
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
