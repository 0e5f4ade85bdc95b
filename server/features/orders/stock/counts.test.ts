import { expect, test } from 'vitest'
import { stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { useWorld } from '#test/harness.ts'
import { reserveStock } from './reserve.ts'
import {
  balancesOf,
  inStock,
  makePlace,
  makeSku,
  putStock,
  wrongBalances,
} from './stock.fixture.ts'

const world = useWorld()

async function counted(
  pieces: readonly (readonly [there: number, counted: number])[],
  role: 'warehouse' | 'manager' = 'warehouse',
) {
  const client = await world().as(role)
  const place = await makePlace(world())
  const skus = []
  for (const [there] of pieces) {
    const sku = await makeSku(world())
    await putStock(world(), sku.id, there, { placeId: place.id })
    skus.push(sku)
  }
  const made = await client.call(stockCounts.add, {
    depotId: await world().depotId('FRA1'),
    placeIds: [place.id],
  })
  const bySku = new Map(skus.map((sku, at) => [sku.sku, pieces[at]![1]]))
  await client.call(stockCounts.enter, {
    id: made.id,
    lines: made.lines.map((line) => ({ id: line.id, counted: bySku.get(line.sku)! })),
  })
  return { skus, made, handedIn: await client.call(stockCounts.submit, { id: made.id }) }
}

test('within the tolerance a count is booked at once; who counts does not see what should be there', async () => {
  const { made, handedIn, skus } = await counted([
    [100, 98],
    [50, 51],
  ])
  expect(made.lines.map((line) => line.expected)).toEqual([null, null])
  expect(handedIn).toMatchObject({ status: '3' })
  expect(handedIn.lines.map((line) => line.difference).toSorted()).toEqual([-2, 1])
  expect(await balancesOf(world(), skus[0]!.id)).toMatchObject([{ onHand: 98 }])
  expect(await wrongBalances(world())).toEqual([])
})

test('beyond the tolerance another user decides, and a hundred approvals book once', async () => {
  const { made, handedIn, skus } = await counted([[100, 90]], 'manager')
  expect(handedIn).toMatchObject({ status: '2', lines: [{ beyond: true, difference: -10 }] })
  const [own, admin] = [await world().as('manager'), await world().as('tenantAdmin')]
  expect(await own.put('/erp/stockCount/approve', { id: made.id })).toMatchObject({
    error: 'stockCount.ownCount',
  })
  expect(await balancesOf(world(), skus[0]!.id)).toMatchObject([{ onHand: 100 }])
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => admin.put('/erp/stockCount/approve', { id: made.id })),
  )
  expect(answers.filter((answer) => answer.success)).toHaveLength(1)
  expect(await balancesOf(world(), skus[0]!.id)).toMatchObject([{ onHand: 90 }])
  expect(await wrongBalances(world())).toEqual([])
})

test('pieces that orders have are not counted away', async () => {
  const { made, skus } = await counted([[10, 2]])
  const order = {
    orderId: '900001',
    orderNo: 'PYC1',
    customerId: world().customerId,
    depotId: await world().depotId('FRA1'),
    createBy: null,
  }
  await inStock(world(), (tx) =>
    reserveStock(tx, order, [{ skuId: skus[0]!.id, quantity: 5 }], false),
  )
  const admin = await world().as('tenantAdmin')
  const refused = await admin.put('/erp/stockCount/approve', { id: made.id })
  expect(refused).toMatchObject({ error: 'stockCount.reserved' })
  expect(refused.message).toContain(skus[0]!.sku)
  expect(await admin.call(stockCounts.recount, { id: made.id })).toMatchObject({ status: '1' })
})

test('the tolerance is set by those who may approve, and clerks count in their depot only', async () => {
  const clerk = await world().as('warehouse')
  const sku = await makeSku(world())
  await putStock(world(), sku.id, 5)
  const depotId = await world().depotId('FRA1')
  const body = { depotId, skuIds: [sku.id], tolerance: 50 }
  expect((await clerk.post('/erp/stockCount/add', body)).status).toBe(403)
  expect(
    await clerk.post('/erp/stockCount/add', {
      depotId: await world().depotId('VEN1'),
      skuIds: [sku.id],
    }),
  ).toMatchObject({ code: 400, result: { issues: [{ path: 'depotId' }] } })
  expect(await clerk.post('/erp/stockCount/add', { depotId })).toMatchObject({ code: 400 })
  const made = await (await world().as('manager')).call(stockCounts.add, body)
  expect(made).toMatchObject({ tolerance: 50 })
  expect(await clerk.put('/erp/stockCount/submit', { id: made.id })).toMatchObject({
    error: 'stockCount.incomplete',
  })
  for (const role of ['customer', 'sub', 'service'] as const)
    expect(
      (await (await world().as(role)).get('/erp/stockCount/queryById', { id: made.id })).status,
    ).toBe(403)
  const stranger = await world().otherTenantUser()
  expect((await stranger.get('/erp/stockCount/queryById', { id: made.id })).status).toBe(404)
  expect((await stranger.put('/erp/stockCount/approve', { id: made.id })).status).toBe(404)
})
