import { expect, it } from 'vitest'
import { blankDraft, blankParcel, blankProduct } from './draft.ts'
import {
  changedRow,
  gridIssues,
  gridLines,
  gridParcels,
  repeatedLine,
  type GridLine,
} from './grid-lines.ts'

const parcels = [
  blankParcel({ reference: 'A', weightKg: '1', remark: 'stays' }, [
    blankProduct({ sku: 'S1', brand: 'kept' }),
    blankProduct({ sku: 'S2' }),
  ]),
  ...blankDraft().parcels,
]
const change = (line: GridLine | undefined, to: Partial<GridLine>) => ({ ...line!, ...to })

it('cards and rows are the same parcels, with what a row does not show', () => {
  const rows = gridLines(parcels)
  expect(rows[0]).toMatchObject({ reference: 'A', sku: 'S1', more: '+1' })
  expect(gridParcels(rows)).toEqual(parcels)
  const changed = [change(rows[0], { weightKg: '2', sku: 'S9' }), rows[1]!]
  const [first, second] = gridParcels(changed)
  expect(first).toMatchObject({
    reference: 'A',
    weightKg: '2',
    remark: 'stays',
    products: [{ sku: 'S9', brand: 'kept' }, { sku: 'S2' }],
  })
  expect(second).toBe(parcels[1])
})

it('a row that did not change is the same object, so is the list after a change of the grid', () => {
  const rows = gridLines(parcels)
  const changed = [change(rows[0], { weightKg: '3' }), rows[1]!]
  expect(gridLines(gridParcels(changed))).toBe(changed)
  expect(gridLines(parcels)).toBe(rows)
  expect(changedRow(rows, changed)).toBe(0)
  expect(changedRow(rows, rows.slice(1))).toBeNull()
})

it('a repeated row is a parcel of its own with the same contents', () => {
  const [row] = gridLines(parcels)
  const [made] = gridParcels([repeatedLine(row!)])
  expect(made).toMatchObject({
    reference: '',
    weightKg: '1',
    products: [{ sku: 'S1' }, { sku: 'S2' }],
  })
  expect(made!.lineKey).not.toBe(parcels[0]!.lineKey)
  expect(made!.products[0]!.lineKey).not.toBe(parcels[0]!.products[0]!.lineKey)
})

it('refusals stand in the cell they speak of, or in the nearest', () => {
  expect(
    gridIssues({
      'parcels.3.weightKg': 'weight',
      'parcels.3.products.0.hscodeCn': 'code',
      'parcels.4.products.2.nameEn': 'name',
      'parcels.5.products.0': 'goods',
      'consignee.name': 'not here',
      parcels: 'nor here',
    }),
  ).toEqual({ '3.weightKg': 'weight', '3.hscodeCn': 'code', '4.more': 'name', '5.sku': 'goods' })
})
