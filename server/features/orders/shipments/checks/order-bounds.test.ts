import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { orderDraft, parcel, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
let admin: Client
type Product = Record<string, unknown>
const box = () => parcel() as Record<string, unknown> & { products: Product[] }
const withGoods = (product: Product, change: Record<string, unknown> = {}) => ({
  ...change,
  parcels: [{ ...box(), products: [{ ...box().products[0], ...product }] }],
})
const refusals = (answer: Answer): unknown => {
  const { issues } = answer.result as { issues?: { path: string; code: string }[] }
  return (issues ?? []).map(({ path, code }) => `${path} ${code}`)
}
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})
const add = async (change: Record<string, unknown>) =>
  admin.post('/erp/shipment/add', { ...(await orderDraft(world())), ...change })

describe('amounts have an upper bound in the smallest unit of their currency', () => {
  test.each([
    ['EUR', '100000000.00', '100000000.01'],
    ['JPY', '10000000000', '10000000001'],
    ['KWD', '10000000.000', '10000000.001'],
  ])('goods in %s', async (currency, most, over) => {
    expect(await add(withGoods({ unitPrice: most, quanlity: '1', currency }))).toMatchObject({
      success: true,
    })
    const refused = await add(withGoods({ unitPrice: over, quanlity: '1', currency }))
    expect(refusals(refused)).toEqual(['parcels.0.products.0.unitPrice amount.overLimit'])
  })

  test('a line and the whole order, however it is spread', async () => {
    const line = await add(withGoods({ unitPrice: '500000', quanlity: '1000', currency: 'EUR' }))
    expect(refusals(line)).toContain('parcels.0.products.0.unitPrice amount.overLimit')
    const half = { ...box().products[0], unitPrice: '60000000', quanlity: '1', currency: 'EUR' }
    const parcels = [1, 2].map(() => ({ ...box(), products: [half] }))
    expect(refusals(await add({ parcels }))).toEqual(['parcels goods.overLimit'])
  })

  test('cash on delivery and insured value', async () => {
    const attributes = {
      codAmount: '1000000.01',
      codCurrency: 'EUR',
      insuredAmount: '99999999999999',
      insuredCurrency: 'EUR',
    }
    expect(refusals(await add({ attributes }))).toEqual([
      'attributes.codAmount amount.overLimit',
      'attributes.insuredAmount amount.overLimit',
    ])
    const fits = { codAmount: '1000000', codCurrency: 'EUR', insuredAmount: '', services: [] }
    expect(await add({ attributes: fits })).toMatchObject({ success: true })
  })
})

test('goods with customs data weigh something', async () => {
  const customs = { exportType: 'COMMERCIAL_GOODS' }
  expect(refusals(await add(withGoods({ unitWeightKg: '0' }, { customs })))).toEqual([
    'parcels.0.products.0.unitWeightKg unitWeightKg.notPositive',
  ])
  expect(await add(withGoods({ unitWeightKg: '0' }))).toMatchObject({ success: true })
})

test('an order of 1,000 parcels is taken, changed and answered whole; one more is refused', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...box(), reference: `R${at + 1}` }))
  const draft = await orderDraft(world(), { shipmentResource: 'B2B' })
  const consignee = { ...(draft.consignee as object), company: 'Muster GmbH' }
  const added = await admin.post('/erp/shipment/add', { ...draft, consignee, parcels: many(1_000) })
  expect(added).toMatchObject({ success: true })
  const { id, version } = added.result as MadeOrder & { version: number }
  const changed = many(999).toReversed()
  const edited = await admin.put('/erp/shipment/edit', {
    ...draft,
    consignee,
    id,
    version,
    parcels: changed,
  })
  expect(edited).toMatchObject({ success: true })
  const { parcels } = edited.result as { parcels: { seq: number; reference: string }[] }
  expect(parcels.map(({ reference }) => reference)).toEqual(changed.map((one) => one.reference))
  const over = await add({ parcels: many(1_001) })
  expect(over).toMatchObject({ success: false })
})
