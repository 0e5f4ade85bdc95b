import { expect, test } from 'vitest'
import { stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { useWorld } from '#test/harness.ts'
import { balancesOf, makePlace, makeSku, notice, wrongBalances } from './stock.fixture.ts'

const world = useWorld()

test('a customer announces, the depot receives by lot, expiry and place, differences are shown', async () => {
  const [customer, clerk] = [await world().as('customer'), await world().as('warehouse')]
  const shirt = await makeSku(world())
  const cream = await makeSku(world(), { lotTracked: true, expiryTracked: true })
  const extra = await makeSku(world())
  const made = await notice(
    world(),
    customer,
    [
      { skuId: shirt.id, expected: 10 },
      { skuId: cream.id, expected: 5 },
    ],
    { customerId: world().otherCustomerId },
  )
  // A customer's own user does not choose for whom.
  expect(made).toMatchObject({ customerId: world().customerId, status: '1' })
  expect((await customer.post('/erp/stockNotice/receive', { id: made.id, lines: [] })).status).toBe(
    403,
  )
  const place = await makePlace(world())
  const line = { skuId: shirt.id, quantity: 4, placeId: place.id }
  expect(
    await clerk.post('/erp/stockNotice/receive', { id: made.id, lines: [line] }),
  ).toMatchObject({ code: 422, error: 'stockNotice.not.receive' })
  expect(await customer.call(stockNotices.announce, { id: made.id })).toMatchObject({
    status: '2',
    actions: { announce: 'stockNotice.not.announce', receive: 'access.denied' },
  })
  const elsewhere = await makePlace(world(), 'VEN1')
  expect(
    (
      await clerk.post('/erp/stockNotice/receive', {
        id: made.id,
        lines: [line, { skuId: cream.id, quantity: 1, placeId: elsewhere.id }],
      })
    ).result,
  ).toMatchObject({
    issues: [
      { path: 'lines.1.lot', code: 'field.required' },
      { path: 'lines.1.expiryDate', code: 'field.required' },
      { path: 'lines.1.placeId', code: 'field.ref' },
    ],
  })
  expect(await balancesOf(world(), shirt.id)).toEqual([])
  const lot = { skuId: cream.id, lot: 'L1', expiryDate: '2027-05-01', placeId: place.id }
  const received = await clerk.call(stockNotices.receive, {
    id: made.id,
    lines: [
      line,
      { ...line, quantity: 3 },
      { ...lot, quantity: 6 },
      { ...line, skuId: extra.id, quantity: 2 },
    ],
  })
  expect(received).toMatchObject({ status: '3' })
  expect(received.lines.map((one) => [one.sku, one.difference])).toEqual([
    [shirt.sku, -3],
    [cream.sku, 1],
    [extra.sku, 2],
  ])
  expect(received.receipts).toHaveLength(4)
  expect(await balancesOf(world(), shirt.id)).toMatchObject([{ onHand: 7, available: 7 }])
  expect(await clerk.call(stockNotices.counts, { ids: [made.id] })).toEqual({
    [made.id]: {
      customerName: received.customerName,
      expected: 15,
      received: 15,
      short: 3,
      over: 3,
    },
  })
  expect(await clerk.call(stockNotices.close, { id: made.id })).toMatchObject({ status: '4' })
  expect(
    await clerk.post('/erp/stockNotice/receive', { id: made.id, lines: [line] }),
  ).toMatchObject({ error: 'stockNotice.not.receive' })
  expect(await wrongBalances(world())).toEqual([])
})

test('a hundred receipts at once, on new balances too, are all counted once', async () => {
  const staff = await world().as('manager')
  const skus = await Promise.all([1, 2, 3].map(() => makeSku(world())))
  const places = await Promise.all([1, 2].map(() => makePlace(world())))
  const made = await notice(
    world(),
    staff,
    skus.map((sku) => ({ skuId: sku.id, expected: 100 })),
  )
  await staff.call(stockNotices.announce, { id: made.id })
  const others = await notice(world(), staff, [{ skuId: skus[0]!.id, expected: 1 }])
  await staff.call(stockNotices.announce, { id: others.id })
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      staff.post('/erp/stockNotice/receive', {
        id: n % 2 ? made.id : others.id,
        lines: (n % 4 < 2 ? skus : skus.toReversed()).map((sku) => ({
          skuId: sku.id,
          quantity: 1,
          placeId: places[n % 3 ? 0 : 1]!.id,
        })),
      }),
    ),
  )
  expect(answers.filter((answer) => !answer.success).map((answer) => answer.error)).toEqual([])
  for (const sku of skus)
    expect((await balancesOf(world(), sku.id)).reduce((sum, row) => sum + row.onHand, 0)).toBe(100)
  expect(await wrongBalances(world())).toEqual([])
})

test('the same call under one key receives once', async () => {
  const staff = await world().as('manager')
  const sku = await makeSku(world())
  const made = await notice(world(), staff, [{ skuId: sku.id, expected: 5 }])
  await staff.call(stockNotices.announce, { id: made.id })
  const place = await makePlace(world())
  const body = { id: made.id, lines: [{ skuId: sku.id, quantity: 5, placeId: place.id }] }
  const key = { 'Idempotency-Key': `receive-${made.id}` }
  for (let n = 0; n < 2; n++)
    expect((await staff.post('/erp/stockNotice/receive', body, key)).success).toBe(true)
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 5 }])
})

test('notices are nothing to other accounts, to sub-accounts that did not make them, to other tenants', async () => {
  const [main, sub, other] = [
    await world().as('customer'),
    await world().as('sub'),
    await world().as('otherCustomer'),
  ]
  const stranger = await world().otherTenantUser()
  const sku = await makeSku(world())
  const made = await notice(world(), main, [{ skuId: sku.id, expected: 5 }])
  for (const client of [sub, other, stranger]) {
    expect((await client.get('/erp/stockNotice/queryById', { id: made.id })).status).toBe(404)
    expect((await client.put('/erp/stockNotice/announce', { id: made.id })).status).toBe(404)
    expect((await client.get('/erp/stockNotice/counts', { ids: made.id })).result).toEqual({})
    expect((await client.get('/erp/stockNotice/list', { no: made.no })).result).toMatchObject({
      records: [],
    })
  }
  // No user announces goods of a SKU that is not the account's.
  const depotId = await world().depotId('FRA1')
  expect(
    (
      await other.post('/erp/stockNotice/add', {
        depotId,
        lines: [{ skuId: sku.id, expected: 1 }],
      })
    ).result,
  ).toMatchObject({ issues: [{ path: 'lines.0.skuId', code: 'field.ref' }] })
  const own = await notice(world(), sub, [{ skuId: sku.id, expected: 1 }])
  expect((await sub.get('/erp/stockNotice/queryById', { id: own.id })).success).toBe(true)
  expect((await sub.delete('/erp/stockNotice/delete', { id: own.id })).status).toBe(403)
  // A clerk of another depot does not see what goes to this one.
  const clerk = await world().as('warehouse')
  const far = await notice(world(), main, [{ skuId: sku.id, expected: 1 }], {
    depotId: await world().depotId('VEN1'),
  })
  expect((await clerk.get('/erp/stockNotice/queryById', { id: far.id })).status).toBe(404)
})

test('a draft is edited with its version; announced it is neither edited nor deleted', async () => {
  const customer = await world().as('customer')
  const sku = await makeSku(world())
  const made = await notice(world(), customer, [{ skuId: sku.id, expected: 5 }])
  const body = {
    id: made.id,
    depotId: made.depotId,
    lines: [{ skuId: sku.id, expected: 8 }],
  }
  const edited = await customer.call(stockNotices.edit, { ...body, version: made.version })
  expect(edited.lines).toMatchObject([{ expected: 8 }])
  expect(
    await customer.put('/erp/stockNotice/edit', { ...body, version: made.version }),
  ).toMatchObject({ code: 409, error: 'row.stale' })
  await customer.call(stockNotices.announce, { id: made.id })
  expect(
    await customer.put('/erp/stockNotice/edit', { ...body, version: edited.version + 1 }),
  ).toMatchObject({ error: 'stockNotice.not.edit' })
  expect(await customer.delete('/erp/stockNotice/delete', { id: made.id })).toMatchObject({
    error: 'stockNotice.not.delete',
  })
})
