import { describe, expect, it } from 'vitest'
import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import {
  blankDraft,
  blankParcel,
  blankProduct,
  COMPARED,
  formPath,
  fromDetail,
  fromStored,
  toWire,
  type Draft,
} from './draft.ts'
import { ORDER_DETAIL } from '../order-detail.fixture.ts'
import { differences } from '../../../../../kit/form/draft/form-draft.ts'
import { withValueAt } from '../../../../../kit/form/paths.ts'

const filled = (): Draft => {
  const draft = blankDraft({ shipmentResource: 'B2C', serviceId: '3', depotId: '4' }, 'EUR')
  return withValueAt(
    withValueAt(withValueAt(draft, 'consignee.name', ' Erika '), 'parcels.0.weightKg', '1.2'),
    'reference',
    'A-1',
  )
}

describe('the form and the wire', () => {
  it('sends nothing for what is empty and leaves out lines without entries', () => {
    const wire = toWire(filled())
    expect(wire).toMatchObject({
      reference: 'A-1',
      shipperId: null,
      sender: null,
      consignee: { name: 'Erika', city: null },
    })
    expect(wire.parcels).toEqual([expect.objectContaining({ weightKg: '1.2', products: [] })])
  })

  it('is what the contract takes', () => {
    expect(orderDraft.parse(toWire(filled())).parcels[0]?.weightKg).toBe('1.2')
  })

  it('comes back from a stored order as it was sent', () => {
    const draft = fromDetail(ORDER_DETAIL)
    expect(toWire(draft)).toMatchObject({
      customerId: '9',
      serviceId: '3',
      consignee: { city: 'Berlin' },
      parcels: [
        {
          reference: 'A-1-1',
          lengthCm: '30',
          products: [{ sku: 'S1', quanlity: '2', unitPrice: '9.90' }],
        },
      ],
    })
    expect(differences(draft, fromDetail(ORDER_DETAIL), COMPARED)).toEqual([])
  })

  it('copies without the references, which are used once', () => {
    const copy = toWire(fromDetail(ORDER_DETAIL, true))
    expect(copy.reference).toBeNull()
    expect(copy.parcels[0]?.reference).toBeNull()
    expect(copy.parcels[0]?.weightKg).toBe('1.2')
  })

  it('finds the line a refusal speaks of behind lines that were not sent', () => {
    const lines = [
      blankProduct({ currency: 'EUR' }),
      blankProduct({ sku: 'B' }),
      blankProduct(),
      blankProduct({ sku: 'D' }),
    ]
    const draft: Draft = { ...filled(), parcels: [blankParcel(), blankParcel({}, lines)] }
    expect(toWire(draft).parcels[1]?.products.map((product) => product.sku)).toEqual(['B', 'D'])
    expect(formPath(draft, 'parcels.1.products.1.unitPrice')).toBe('parcels.1.products.3.unitPrice')
    expect(formPath(draft, 'parcels.1.products.0.sku')).toBe('parcels.1.products.1.sku')
    expect(formPath(draft, 'parcels.0.weightKg')).toBe('parcels.0.weightKg')
    expect(formPath(draft, 'consignee.phone')).toBe('consignee.phone')
  })

  it('takes back what the browser kept, and nothing that is no order', () => {
    const draft = fromDetail(ORDER_DETAIL)
    const stored = fromStored(JSON.parse(JSON.stringify(draft)))
    expect(stored && differences(stored, draft, COMPARED)).toEqual([])
    for (const junk of [
      null,
      'x',
      {},
      { consignee: {} },
      { consignee: {}, parcels: [] },
      { consignee: 1, parcels: [{}] },
    ])
      expect(fromStored(junk)).toBeNull()
    expect(
      fromStored({ consignee: { name: { first: 'no text' } }, parcels: [{ products: 'none' }] })
        ?.consignee.name,
    ).toBe('')
  })

  it('of an order without contents keeps its currency in a copy', () => {
    const bare = {
      ...ORDER_DETAIL,
      currency: 'CNY',
      parcels: ORDER_DETAIL.parcels.map((parcel) => ({ ...parcel, products: [] })),
    }
    const copy = fromDetail(bare, true)
    expect(copy.parcels[0]?.products[0]?.currency).toBe('CNY')
    expect(toWire(copy).parcels[0]?.products).toEqual([])
  })

  it('finds where two versions differ', () => {
    const theirs = withValueAt(
      withValueAt(fromDetail(ORDER_DETAIL), 'consignee.city', 'Bonn'),
      'parcels.0.products.0.sku',
      '',
    )
    expect(differences(fromDetail(ORDER_DETAIL), theirs, COMPARED)).toEqual([
      { path: 'consignee.city', mine: 'Berlin', theirs: 'Bonn' },
      { path: 'parcels.0.products.0.sku', mine: 'S1', theirs: '' },
    ])
  })
})
