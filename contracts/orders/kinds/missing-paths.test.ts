import { expect, test } from 'vitest'
import { firstValue, hasValue, missingPaths } from './missing-paths.ts'

test('the first value of a block, false and empty lists are none', () => {
  expect(firstValue({ services: [], unNumber: null, codAmount: '5' }, 'attributes')).toBe(
    'attributes.codAmount',
  )
  expect(firstValue([{ stackable: false, palletNo: '' }], 'pallets')).toBeNull()
  expect(hasValue({ quanlity: 0 })).toBe(true)
})

test('required paths without a value, a line each', () => {
  const order = {
    customs: null,
    parcels: [{ products: [{ sku: 'A' }, { sku: null }] }, { products: [] }],
  }
  expect(missingPaths(order, ['customs.exportType', 'parcels.*.products.*.sku'])).toEqual([
    'customs.exportType',
    'parcels.0.products.1.sku',
  ])
  expect(missingPaths(order, ['parcels.*.products.0'])).toEqual(['parcels.1.products.0'])
  expect(missingPaths(order, [])).toEqual([])
})
