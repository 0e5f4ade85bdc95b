import { beforeAll, expect, test } from 'vitest'
import { exchangeRates } from '#contracts/commercial/exchange-rates.ts'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { embargoes } from '#contracts/orders/customs/embargoes.ts'
import { vagueWords } from '#contracts/orders/customs/vague-words.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

const line = (change: object = {}) => ({
  nameCn: '棉质T恤',
  nameEn: 'Cotton T-shirt',
  hscodeCn: '6109100010',
  hscodeForeign: '610910',
  origin: 'CN',
  quanlity: 2,
  unitWeightKg: '0.18',
  unitPrice: '8.90',
  currency: 'EUR',
  ...change,
})
const draft = (change: object = {}): never =>
  ({
    sender: { country: 'CN' },
    consignee: { country: 'DE' },
    customs: { exportType: 'COMMERCIAL_GOODS', incoterm: 'DDP', ioss: 'IM5280002556' },
    parcels: [{ weightKg: '1.2', products: [line()] }],
    ...change,
  }) as never

beforeAll(async () => {
  await world().db.pool.query(
    `insert into hs_memory (tenant_id, customer_id, sku, hscode_cn, name_cn, name_en)
      values ($1, $2, 'MEM-1', '6109100010', '记忆衫', 'Remembered shirt'),
        ($1, $3, 'MEM-1', '9999999999', '别人的', 'Of another customer')`,
    [world().tenantId, world().customerId, world().otherCustomerId],
  )
})

test('codes are found by words of both languages and by digits', async () => {
  const service = await world().as('service')
  for (const q of ['蓝牙耳机', 'bluetooth earphones', '8518.30', '8518300000']) {
    const { codes } = await service.call(customs.searchHscode, { q })
    expect(codes[0], q).toMatchObject({ code: '851830', level: 6, nameCn: '耳机' })
  }
  const { codes } = await service.call(customs.searchHscode, { q: '' })
  expect(codes).toEqual([])
})

test('the memory is the customer’s own: other customers and tenants get nothing of it', async () => {
  const { customerId, otherCustomerId } = world()
  const ask = { q: '', sku: 'MEM-1' }
  const names = async (who: Parameters<ReturnType<typeof world>['as']>[0], more: object = {}) =>
    (await (await world().as(who)).call(customs.searchHscode, { ...ask, ...more })).remembered.map(
      ({ nameEn }) => nameEn,
    )
  expect(await names('customer')).toEqual(['Remembered shirt'])
  expect(await names('sub')).toEqual(['Remembered shirt'])
  expect(await names('otherCustomer')).toEqual(['Of another customer'])
  expect(await names('manager', { customerId })).toEqual(['Remembered shirt'])
  expect(await names('manager', { customerId: otherCustomerId })).toEqual(['Of another customer'])
  expect(await names('manager')).toEqual([])
  expect(await names('manager', { customerId, q: '记忆', sku: undefined })).toEqual([
    'Remembered shirt',
  ])
  expect(await names('manager', { customerId, q: '%', sku: undefined })).toEqual([])
  const customer = await world().as('customer')
  const foreign = { q: '', sku: 'MEM-1', customerId: otherCustomerId }
  expect((await customer.get(customs.searchHscode.path, foreign)).status).toBe(404)
  const stranger = await world().otherTenantUser()
  const answer = await stranger.call(customs.searchHscode, { ...ask, customerId })
  expect(answer.remembered).toEqual([])
  expect((await (await world().as('nobodySpecial')).get(customs.searchHscode.path)).status).toBe(
    403,
  )
})

test('a hundred searches at once are all answered, alike', async () => {
  const service = await world().as('service')
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => service.call(customs.searchHscode, { q: '手机壳' })),
  )
  expect(new Set(answers.map(({ codes }) => codes[0]?.code))).toEqual(new Set(['392690']))
})

test('an order is checked while it is written, in both languages', async () => {
  const service = await world().as('service')
  const good = await service.call(customs.check, draft())
  expect(good).toMatchObject({ needed: true, errors: 0, findings: [] })
  const products = [line({ nameEn: 'Gift', origin: null }), line({ hscodeCn: '1' })]
  const bad = await service.call(customs.check, draft({ parcels: [{ weightKg: '1.2', products }] }))
  expect(bad).toMatchObject({ errors: 3, warnings: 0 })
  expect(bad.findings[0]).toEqual({
    path: 'parcels.0.products.0.nameEn',
    code: 'customs.nameVague',
    severity: 'error',
    message: '“gift” does not say what the goods are; customs will refuse it.',
    messages: {
      en_US: '“gift” does not say what the goods are; customs will refuse it.',
      zh_CN: '品名“gift”过于笼统，海关会拒绝，请写明具体是什么商品',
    },
  })
  const inside = await service.call(customs.check, draft({ sender: { country: 'FR' } }))
  const border = { from: 'FR', to: 'DE', of: 'sender' }
  expect(inside).toMatchObject({ needed: false, border, findings: [] })
  const empty = await service.call(customs.check, {})
  expect(empty.findings.map(({ code }) => code)).toEqual(['customs.exportTypeMissing'])
})

test('the goods leave where the depot is when no sender is named', async () => {
  const depotId = await world().depotId('FRA1')
  const manager = await world().as('manager')
  const check = (country: string) =>
    manager.call(customs.check, draft({ sender: null, depotId, consignee: { country } }))
  expect((await check('FR')).needed).toBe(false)
  expect((await check('US')).needed).toBe(true)
  // Goods in stock leave from there, also where their sender is abroad.
  const owned = { depotId, sender: { country: 'CN' }, consignee: { country: 'DE' } }
  const of = async (shipmentResource: 'WMS' | 'B2C') =>
    (await manager.call(customs.check, draft({ ...owned, shipmentResource }))).needed
  expect([await of('WMS'), await of('B2C')]).toEqual([false, true])
  const whose = async (shipmentResource: 'WMS' | 'B2C') =>
    (await manager.call(customs.check, draft({ ...owned, shipmentResource }))).border
  expect(await whose('WMS')).toEqual({ from: 'DE', to: 'DE', of: 'depot' })
  expect(await whose('B2C')).toEqual({ from: 'CN', to: 'DE', of: 'sender' })
  expect((await manager.call(customs.check, draft({ sender: null, depotId: 'x' }))).needed).toBe(
    true,
  )
})

test('the tenant’s own lists count at once, and for this tenant only', async () => {
  const admin = await world().as('tenantAdmin')
  const customer = await world().as('customer')
  const stranger = await world().otherTenantUser()
  const codes = async (client = customer, change: object = {}) =>
    (await client.call(customs.check, draft(change))).findings.map(({ code }) => code)
  await admin.call(vagueWords.endpoints.add, { word: 'Cotton T-shirt' } as never)
  await admin.call(embargoes.endpoints.add, { hsPrefix: '6109', reason: '不收T恤' } as never)
  expect(await codes()).toEqual(['customs.nameVague', 'customs.embargo'])
  expect(await codes(stranger)).toEqual([])
  const pounds = {
    parcels: [
      {
        weightKg: '1',
        products: [
          line({
            nameEn: 'Shirt',
            hscodeCn: '8518300000',
            hscodeForeign: '851830',
            unitPrice: '70',
            currency: 'XOF',
          }),
        ],
      },
    ],
  }
  expect(await codes(customer, pounds)).toEqual(['customs.rateMissing'])
  await admin.call(exchangeRates.endpoints.add, {
    currency: 'XOF',
    rate: '2',
    validFrom: '2020-01-01',
  } as never)
  expect(await codes(customer, pounds)).toEqual(['customs.iossOverLimit'])
})

test('lists are kept by the tenant’s staff; an embargo names what it is about', async () => {
  const admin = await world().as('tenantAdmin')
  const nothing = await admin.post('/erp/embargo/add', { reason: 'x' })
  expect(nothing.code).toBe(400)
  expect((await admin.post('/erp/embargo/add', { hsPrefix: '93a', reason: 'x' })).code).toBe(400)
  expect(
    (
      await admin.post('/erp/exchangeRate/add', {
        currency: 'EUR',
        rate: '0',
        validFrom: '2026-01-01',
      })
    ).code,
  ).toBe(400)
  for (const role of ['customer', 'sub', 'warehouse'] as const)
    for (const path of ['/erp/embargo/list', '/erp/vagueWord/list', '/erp/exchangeRate/list'])
      expect((await (await world().as(role)).get(path)).status, `${role} ${path}`).toBe(403)
})
