import { describe, expect, it } from 'vitest'
import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import {
  blankDraft,
  blankParcel,
  blankProduct,
  differences,
  formPath,
  fromDetail,
  fromStored,
  toWire,
  type Draft,
} from './draft.ts'
import {
  addParcel,
  addProduct,
  currencyOf,
  removeParcel,
  removeProduct,
  repeatParcel,
  setAt,
  weightSum,
} from './draft-edit.ts'

const filled = (): Draft => {
  const draft = blankDraft({ serviceId: '3', depotId: '4' }, 'EUR')
  return setAt(
    setAt(setAt(draft, 'consignee.name', ' Erika '), 'parcels.0.weightKg', '1.2'),
    'reference',
    'A-1',
  )
}

const detail: OrderDetail = {
  id: '7',
  version: 2,
  serialNumber: 'PY0000000007',
  reference: 'A-1',
  shipmentResource: 'B2C',
  orderMethod: '1',
  customerId: '9',
  customerId_dictText: 'C',
  serviceId: '3',
  serviceId_dictText: 'S',
  serviceCode: 'S',
  depotId: '4',
  depotId_dictText: 'D',
  depotCode: 'D',
  shipperId: null,
  sender: null,
  shipmentStatus: 0,
  shipmentStatus_dictText: 'Draft',
  flags: 0,
  currency: 'EUR',
  amount: '5.00',
  quote: null,
  shipmentPieces: 1,
  shipmentWeightKg: '1.2',
  chargeableWeightKg: '1.2',
  remark: null,
  consignee: {
    name: 'Erika',
    company: null,
    phone: null,
    email: null,
    taxNumber: null,
    country: 'DE',
    state: null,
    city: 'Berlin',
    postalCode: '10115',
    street: 'Invalidenstraße',
    house: '1',
    address2: null,
  },
  createBy: 'a',
  createTime: '2026-01-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
  confirmBy: null,
  confirmTime: null,
  cancelBy: null,
  cancelTime: null,
  cancelReason: null,
  actions: {},
  parcels: [
    {
      id: '1',
      seq: 1,
      serialNumber: 'PY0000000007-1',
      reference: 'A-1-1',
      trackNo: null,
      parcelStatus: 0,
      parcelStatus_dictText: 'Draft',
      weightKg: '1.2',
      lengthCm: '30',
      widthCm: '20',
      heightCm: '10',
      measuredWeightKg: null,
      chargeableWeightKg: '1.2',
      labelCopies: 0,
      trackingStatus: 5,
      remark: null,
      products: [
        {
          sku: 'S1',
          hscodeCn: null,
          hscodeForeign: '847160',
          nameCn: '键盘',
          nameEn: null,
          quanlity: 2,
          unitWeightKg: '0.5',
          unitPrice: '9.90',
          currency: 'EUR',
          remark: null,
        },
      ],
    },
  ],
}

describe('the form and the wire', () => {
  it('sends nothing for what is empty and leaves out lines nobody wrote in', () => {
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
    const draft = fromDetail(detail)
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
    expect(differences(draft, fromDetail(detail))).toEqual([])
  })

  it('copies without the references, which are used once', () => {
    const copy = toWire(fromDetail(detail, true))
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
    const draft = fromDetail(detail)
    const stored = fromStored(JSON.parse(JSON.stringify(draft)))
    expect(stored && differences(stored, draft)).toEqual([])
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

  it('tells where two versions differ', () => {
    const theirs = setAt(
      setAt(fromDetail(detail), 'consignee.city', 'Bonn'),
      'parcels.0.products.0.sku',
      '',
    )
    expect(differences(fromDetail(detail), theirs)).toEqual([
      { path: 'consignee.city', mine: 'Berlin', theirs: 'Bonn' },
      { path: 'parcels.0.products.0.sku', mine: 'S1', theirs: '' },
    ])
  })
})

describe('changing the form', () => {
  it('leaves everything it does not touch the same object', () => {
    const draft = addParcel(filled())
    const next = setAt(draft, 'parcels.1.weightKg', '2')
    expect(next.parcels[0]).toBe(draft.parcels[0])
    expect(next.consignee).toBe(draft.consignee)
    expect(next.parcels[1]?.weightKg).toBe('2')
  })

  it('repeats a parcel without its reference, up to the most an order takes', () => {
    const draft = setAt(filled(), 'parcels.0.reference', 'BOX-1')
    const three = repeatParcel(draft, 0, 2)
    expect(three.parcels.map((parcel) => [parcel.reference, parcel.weightKg])).toEqual([
      ['BOX-1', '1.2'],
      ['', '1.2'],
      ['', '1.2'],
    ])
    expect(new Set(three.parcels.map((parcel) => parcel.key)).size).toBe(3)
    expect(repeatParcel(draft, 0, 500).parcels).toHaveLength(200)
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
})
