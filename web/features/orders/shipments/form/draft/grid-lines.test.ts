import { expect, it } from 'vitest'
import { blankDraft, blankParcel, blankProduct } from './draft.ts'
import {
  changedParcel,
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
  expect(rows).toMatchObject([
    { reference: 'A', sku: 'S1', more: '' },
    { reference: '', sku: 'S2', more: '+' },
    { more: '' },
  ])
  expect(gridParcels(rows)).toEqual(parcels)
  const changed = [change(rows[0], { weightKg: '2' }), change(rows[1], { sku: 'S9' }), rows[2]!]
  const [first, second] = gridParcels(changed)
  expect(first).toMatchObject({
    reference: 'A',
    weightKg: '2',
    remark: 'stays',
    products: [{ sku: 'S1', brand: 'kept' }, { sku: 'S9' }],
  })
  expect(second).toBe(parcels[1])
})

it('a row marked as the parcel above is its contents, and a parcel again without the mark', () => {
  const [one, two, three] = gridLines(parcels)
  const joined = gridParcels([one!, two!, change(three, { more: '+', sku: 'S3' })])
  expect(joined).toHaveLength(1)
  expect(joined[0]?.products.map(({ sku }) => sku)).toEqual(['S1', 'S2', 'S3'])
  const apart = gridParcels([one!, change(two, { more: '', weightKg: '4' })])
  expect(apart).toMatchObject([
    { reference: 'A', products: [{ sku: 'S1' }] },
    { reference: '', weightKg: '4', remark: '', products: [{ sku: 'S2' }] },
  ])
  // Contents are removed row by row: with the first of them the parcel stays what it is.
  expect(gridParcels([three!, two!])).toMatchObject([
    {},
    { reference: 'A', weightKg: '1', remark: 'stays', products: [{ sku: 'S2' }] },
  ])
})

it('a row that did not change is the same object, so is the list after a change of the grid', () => {
  const rows = gridLines(parcels)
  const changed = [change(rows[0], { weightKg: '3' }), rows[1]!, rows[2]!]
  expect(gridLines(gridParcels(changed))).toBe(changed)
  expect(gridLines(parcels)).toBe(rows)
  expect(changedParcel(rows, changed)).toBe(0)
  expect(changedParcel(rows, [rows[0]!, rows[1]!, change(rows[2], { sku: 'X' })])).toBe(1)
  expect(changedParcel(rows, rows.slice(1))).toBeNull()
})

it('repeated rows are a parcel of its own with the same contents', () => {
  const [row, more] = gridLines(parcels)
  const [, made] = gridParcels([row!, more!, repeatedLine(row!), repeatedLine(more!)])
  expect(made).toMatchObject({
    reference: '',
    weightKg: '1',
    products: [{ sku: 'S1' }, { sku: 'S2' }],
  })
  expect(made!.lineKey).not.toBe(parcels[0]!.lineKey)
  expect(made!.products[0]!.lineKey).not.toBe(parcels[0]!.products[0]!.lineKey)
})

it('refusals stand in the cell they speak of, or in the first', () => {
  const rows = gridLines(parcels)
  expect(
    gridIssues(
      {
        'parcels.0.weightKg': 'weight',
        'parcels.0.products.0.hscodeCn': 'code',
        'parcels.0.products.1.nameEn': 'name',
        'parcels.1.products.0': 'goods',
        'parcels.1': 'parcel',
        'consignee.name': 'not here',
        parcels: 'nor here',
      },
      rows,
    ),
  ).toEqual({
    '0.weightKg': 'weight',
    '0.hscodeCn': 'code',
    '1.nameEn': 'name',
    '2.sku': 'goods',
    '2.reference': 'parcel',
  })
})
