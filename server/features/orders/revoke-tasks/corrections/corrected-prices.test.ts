import { beforeAll, expect, test } from 'vitest'
import { tax } from '#contracts/money/tax.ts'
import { corrections } from '#contracts/orders/corrections.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { inboundScan } from '#server/features/depot/inbound/depot.fixture.ts'
import { inCharging } from '#server/features/orders/charging/charging.fixture.ts'
import { makeSku, putStock } from '#server/features/orders/stock/stock.fixture.ts'
import { createUser, roleId } from '#server/features/platform/users/users.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { kindDraft, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
const { charges, confirm, customer, detail, drift, order, print, query, service, switchOn } =
  inCharging(world)

beforeAll(async () => {
  await switchOn()
  await service('ECO-PARCEL', '1')
})

const VIENNA = {
  name: 'Anna Gruber',
  country: 'AT',
  city: 'Wien',
  postalCode: '1010',
  street: 'Graben',
  house: '1',
}
const STOCKHOLM = { ...VIENNA, country: 'SE', city: 'Stockholm', postalCode: '11122' }
const ZURICH = { ...VIENNA, country: 'CH', city: 'Zürich', postalCode: '8001' }
interface Shown {
  key: string
  price: { how: string; difference: { net: string; gross: string }; after: { net: string } }
}
const preview = async ({ id, version }: OrderDetail, wanted: object, client?: Client) =>
  (client ?? (await world().as('manager'))).post(corrections.preview.path, {
    id,
    version,
    ...wanted,
  })
async function correct(one: OrderDetail, wanted: object, client?: Client): Promise<Shown> {
  const shown = await preview(one, wanted, client)
  expect(shown.error, JSON.stringify(shown.result)).toBeFalsy()
  const { id, version } = one
  const { key } = shown.result as Shown
  const sender = client ?? (await world().as('manager'))
  const done = await sender.put(corrections.correct.path, { id, version, ...wanted, key })
  expect(done).toMatchObject({ result: { state: 'done' } })
  return shown.result as Shown
}
const labelled = async (change: object = {}) => {
  const one = await order(await customer(1_000_000n), { ...change })
  expect(await confirm([one.id])).toMatchObject([{ ok: true }])
  expect((await print([one.id])).status).toBe(200)
  return detail(one)
}

test('another country at the same price is taxed as it is today, as the preview shows', async () => {
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  await finance.call(tax.saveSetting, { prices: 'net', country: 'DE', vatId: null, version })
  try {
    const one = await labelled({ consignee: STOCKHOLM })
    const { price } = await correct(one, { consignee: ZURICH })
    expect(price).toMatchObject({ how: 'charged', difference: { net: '0.00' } })
    expect(Number(price.difference.gross)).toBeLessThan(0)
    const [charge] = await charges(one)
    expect(charge!.lines.some(({ taxRate }) => taxRate === 1900)).toBe(false)
    expect(await drift()).toEqual({ drift: [], same: true })
  } finally {
    const now = await finance.call(tax.setting, {})
    await finance.call(tax.saveSetting, { ...now, prices: 'off' })
  }
})

test('measures that changed no price change none with another address', async () => {
  const one = await labelled()
  const plain = await labelled()
  await query('update delivery_service set iz_re_rate = false where tenant_id = $1', [
    world().tenantId,
  ])
  await inboundScan(await world().as('manager'), one.parcels[0]!.trackNo!, { weightKg: '9' })
  const expected = (await correct(plain, { consignee: VIENNA })).price.after
  const received = await detail(one)
  expect(received.amount).toBe(one.amount)
  // Between the zones more is paid for what it weighs; what it was declared with is not paid again.
  const heavy = await labelled({ consignee: VIENNA })
  expect(Number(heavy.amount)).toBeCloseTo(Number(expected.net))
  const { price } = await correct(received, { consignee: VIENNA })
  const zones = Number(price.difference.net)
  expect(zones).toBeGreaterThan(0)
  expect(Number(price.after.net)).toBeCloseTo(Number(one.amount) + zones)
})

test('pieces of a stock order are not corrected; what is declared of them is', async () => {
  const sku = await makeSku(world())
  await putStock(world(), sku.id, 9)
  const manager = await world().as('manager')
  const draft = await kindDraft(world(), 'WMS', {}, sku.sku)
  const added = (await manager.post('/erp/shipment/add', draft)).result as MadeOrder
  await service('ECO-PARCEL', '5')
  expect(await confirm([added.id])).toMatchObject([{ ok: true }])
  const one = await detail(added)
  const [{ id: parcelId, products }] = one.parcels as [OrderDetail['parcels'][number]]
  const { consignee } = one
  const goods = (change: object) => ({
    consignee,
    goods: [{ parcelId, products: products.map((line) => ({ ...line, ...change })) }],
  })
  expect(await preview(one, goods({ quanlity: 3 }))).toMatchObject({
    result: { issues: [{ path: 'parcels.0.products' }] },
  })
  await correct(one, goods({ unitPrice: '7.50' }))
  await service('ECO-PARCEL', '1')
})

test('who sees personal data masked corrects an address and changes nothing that is masked', async () => {
  const both = await Promise.all(['tenantAdmin', 'manager'].map((code) => roleId(world(), code)))
  const admin = await (await createUser(world(), both)).client()
  const role = await admin.post('/sys/role/add', {
    roleCode: 'maskedCorrects',
    roleName: 'Masked',
    dataScope: 'tenant',
    maskPersonal: true,
  })
  const { id } = role.result as { id: string }
  const masked = await (await createUser(world(), [...both, id])).client()
  const one = await labelled()
  const seen = (await masked.get('/erp/shipment/queryById', { id: one.id })).result as OrderDetail
  expect(seen.consignee.phone).toContain('***')
  await correct(one, { consignee: { ...seen.consignee, house: '58' } }, masked)
  expect((await detail(one)).consignee).toMatchObject({ phone: one.consignee.phone, house: '58' })
})
