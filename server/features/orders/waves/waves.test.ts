import { expect, test, vi } from 'vitest'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useWorld } from '#test/harness.ts'
import { closeOut } from './out.fixture.ts'
import { balancesOf, makePlace, makeSku, putStock, wrongBalances } from '../stock/stock.fixture.ts'
import { put, stateOf, stockOrder } from './waves.fixture.ts'

const world = useWorld()
const allowBackOrders = (allowed: boolean) =>
  world().db.pool.query('update customer set back_order = $2 where id = $1', [
    world().customerId,
    allowed,
  ])

test('confirming reserves, a shortage refuses by SKU, withdrawing and cancelling give back', async () => {
  const customer = await world().as('customer')
  const sku = await makeSku(world())
  await putStock(world(), sku.id, 5)
  const first = await stockOrder(world(), customer, [{ sku: sku.sku, quantity: 4 }])
  expect(await put(customer, '/erp/shipment/confirm', { ids: [first.id] })).toMatchObject({
    done: 1,
  })
  expect(await stateOf(world(), first.id)).toBe('reserved')
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ reserved: 4, available: 1 }])
  const second = await stockOrder(world(), customer, [{ sku: sku.sku, quantity: 4 }])
  const refused = await put(customer, '/erp/shipment/confirm', { ids: [second.id] })
  expect(refused.rows[0]).toMatchObject({ ok: false, code: 'stock.short' })
  expect(refused.rows[0]!.message).toContain(`${sku.sku} × 3`)
  expect((await customer.get('/erp/shipment/queryById', { id: second.id })).result).toMatchObject({
    shipmentStatus: 0,
  })
  await put(customer, '/erp/shipment/withdraw', { ids: [first.id] })
  expect(await stateOf(world(), first.id)).toBe('none')
  expect(await put(customer, '/erp/shipment/confirm', { ids: [second.id] })).toMatchObject({
    done: 1,
  })
  await put(customer, '/erp/shipment/cancel', { ids: [second.id], reason: 'x' })
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ reserved: 0, available: 5 }])
  const unknown = await stockOrder(world(), customer, [{ sku: 'NO-SUCH', quantity: 1 }])
  expect(
    (await put(customer, '/erp/shipment/confirm', { ids: [unknown.id] })).rows[0],
  ).toMatchObject({ code: 'stock.unknownSku' })
  expect(await wrongBalances(world())).toEqual([])
})

test('a hundred confirmations at once over HTTP, one by one and in bulk: no piece is given twice', async () => {
  const customer = await world().as('customer')
  const [a, b] = [await makeSku(world()), await makeSku(world())]
  for (const sku of [a, b]) for (const pieces of [9, 14]) await putStock(world(), sku.id, pieces)
  const orders = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const pieces = [
        { sku: a.sku, quantity: 1 + (n % 2) },
        { sku: b.sku, quantity: 1 },
      ]
      return stockOrder(world(), customer, n % 3 ? pieces : pieces.toReversed())
    }),
  )
  const ids = orders.map((order) => order.id)
  const answers = await Promise.all([
    ...ids.flatMap((id) => [
      customer.put('/erp/shipment/confirm', { ids: [id] }),
      customer.put('/erp/shipment/confirm', { ids: [id] }),
    ]),
    customer.put('/erp/shipment/confirm', { ids }, { 'Idempotency-Key': `bulk-${ids[0]}-up` }),
    customer.put(
      '/erp/shipment/confirm',
      { ids: ids.toReversed() },
      { 'Idempotency-Key': `bulk-${ids[0]}-down` },
    ),
  ])
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  const lines = await world().db.pool.query<{ wanted: number; reserved: number }>(
    `select sum(l.quantity)::int as wanted, sum(l.reserved)::int as reserved
      from stock_order_line l join shipment s on s.tenant_id = l.tenant_id and s.id = l.order_id
      where l.tenant_id = $1 and s.confirm_time is not null and l.sku_id = any($2::bigint[])`,
    [world().tenantId, [a.id, b.id]],
  )
  const rows = [...(await balancesOf(world(), a.id)), ...(await balancesOf(world(), b.id))]
  const reserved = rows.reduce((sum, row) => sum + row.reserved, 0)
  expect(lines.rows[0]).toEqual({ wanted: reserved, reserved })
  expect(reserved).toBeGreaterThan(0)
  expect(Math.min(...rows.map((row) => row.available))).toBeGreaterThanOrEqual(0)
  expect(await wrongBalances(world())).toEqual([])
})

test('an order that may wait is served when goods arrive; by hand it is released and put back', async () => {
  await allowBackOrders(true)
  try {
    const staff = await world().as('manager')
    const sku = await makeSku(world())
    await putStock(world(), sku.id, 2)
    const order = await stockOrder(world(), staff, [{ sku: sku.sku, quantity: 5 }])
    expect(await put(staff, '/erp/shipment/confirm', { ids: [order.id] })).toMatchObject({
      done: 1,
    })
    expect(await stateOf(world(), order.id)).toBe('short')
    expect(
      (await put(staff, '/erp/stockWave/allocate', { ids: [order.id] })).rows[0],
    ).toMatchObject({ code: 'stock.nothingFree' })
    await putStock(world(), sku.id, 9)
    await vi.waitFor(async () => expect(await stateOf(world(), order.id)).toBe('reserved'), 90_000)
    expect(await put(staff, '/erp/stockWave/backOrder', { ids: [order.id] })).toMatchObject({
      done: 1,
    })
    expect(await stateOf(world(), order.id)).toBe('backOrder')
    await put(staff, '/erp/stockWave/release', { ids: [order.id] })
    expect(await stateOf(world(), order.id)).toBe('none')
    await put(staff, '/erp/stockWave/allocate', { ids: [order.id] })
    expect(await stateOf(world(), order.id)).toBe('reserved')
    const plain = await stockOrder(world(), staff, [{ sku: sku.sku, quantity: 1 }])
    const stranger = await world().otherTenantUser()
    expect(
      (await put(stranger, '/erp/stockWave/release', { ids: [order.id] })).rows[0],
    ).toMatchObject({ code: 'row.missing' })
    expect((await put(staff, '/erp/stockWave/release', { ids: [plain.id] })).rows[0]).toMatchObject(
      { code: 'stock.noLines' },
    )
    for (const role of ['customer', 'sub'] as const)
      expect(
        (await (await world().as(role)).put('/erp/stockWave/release', { ids: [order.id] })).status,
      ).toBe(403)
  } finally {
    await allowBackOrders(false)
  }
})

test('a wave is picked by place; what is not found waits and is counted; shipped the goods are out', async () => {
  const [staff, clerk] = [await world().as('manager'), await world().as('warehouse')]
  const sku = await makeSku(world())
  const [near, far] = [await makePlace(world()), await makePlace(world())]
  await putStock(world(), sku.id, 6, { placeId: near.id })
  await putStock(world(), sku.id, 6, { placeId: far.id })
  const orders = []
  for (const quantity of [4, 4]) {
    const order = await stockOrder(world(), staff, [{ sku: sku.sku, quantity }])
    await put(staff, '/erp/shipment/confirm', { ids: [order.id] })
    orders.push(order)
  }
  const ids = orders.map((order) => order.id)
  const depotId = await world().depotId('FRA1')
  const open = await clerk.call(stockWaves.open, { depotId })
  expect(open.map((one) => one.id)).toEqual(expect.arrayContaining(ids))
  const elsewhere = { depotId: await world().depotId('VEN1'), ids }
  expect(await clerk.post('/erp/stockWave/add', elsewhere)).toMatchObject({ code: 400 })
  // Of many at once one has the orders.
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => clerk.post('/erp/stockWave/add', { depotId, ids })),
  )
  const made = answers.filter((answer) => answer.success)
  expect(made).toHaveLength(1)
  expect(answers.find((answer) => !answer.success)!.result).toMatchObject({
    issues: [{ code: 'stockWave.notReady' }, { code: 'stockWave.notReady' }],
  })
  const wave = made[0]!.result as { id: string; no: string }
  expect(await stateOf(world(), ids[0]!)).toBe('picking')
  const detail = await clerk.call(stockWaves.queryById, { id: wave.id })
  expect(detail.picks.map((pick) => [pick.place, pick.quantity])).toEqual([
    [near.code, 6],
    [far.code, 2],
  ])
  expect((await put(staff, '/erp/stockWave/release', { ids: [ids[0]!] })).rows[0]).toMatchObject({
    code: 'stock.inWave',
  })
  const tooMany = detail.picks.map(({ balanceId }) => ({ balanceId, picked: 9 }))
  expect(await clerk.put('/erp/stockWave/close', { id: wave.id, picks: tooMany })).toMatchObject({
    code: 400,
  })
  const picks = detail.picks.map(({ balanceId, quantity }, at) => ({
    balanceId,
    picked: at === 1 ? quantity - 1 : quantity,
  }))
  const closed = await clerk.call(stockWaves.close, { id: wave.id, picks })
  expect(closed).toMatchObject({ status: '2' })
  expect(closed.picks.map((pick) => pick.picked)).toEqual([6, 1])
  expect([await stateOf(world(), ids[0]!), await stateOf(world(), ids[1]!)]).toEqual([
    'picked',
    'short',
  ])
  const counts = (await staff.get('/erp/stockCount/list', {})).result as {
    records: { remark: string | null }[]
  }
  expect(counts.records[0]!.remark).toContain(wave.no)
  await closeOut(world(), orders[0]!)
  expect(await stateOf(world(), ids[0]!)).toBe('shipped')
  const rows = await balancesOf(world(), sku.id)
  expect(rows.reduce((sum, row) => sum + row.onHand, 0)).toBe(8)
  expect(await wrongBalances(world())).toEqual([])
})

test('an order withdrawn while it is picked leaves the wave, and a wave is nothing to strangers', async () => {
  const staff = await world().as('manager')
  const sku = await makeSku(world())
  await putStock(world(), sku.id, 6)
  const order = await stockOrder(world(), staff, [{ sku: sku.sku, quantity: 2 }])
  await put(staff, '/erp/shipment/confirm', { ids: [order.id] })
  const depotId = await world().depotId('FRA1')
  const wave = await staff.call(stockWaves.add, { depotId, ids: [order.id] })
  await put(staff, '/erp/shipment/withdraw', { ids: [order.id] })
  expect((await staff.call(stockWaves.queryById, { id: wave.id })).picks).toEqual([])
  await put(staff, '/erp/shipment/confirm', { ids: [order.id] })
  const second = await staff.call(stockWaves.add, { depotId, ids: [order.id] })
  expect(second.picks).toMatchObject([{ quantity: 2 }])
  await staff.call(stockWaves.close, { id: wave.id, picks: [] })
  expect(await stateOf(world(), order.id)).toBe('picking')
  const stranger = await world().otherTenantUser()
  expect((await stranger.get('/erp/stockWave/queryById', { id: wave.id })).status).toBe(404)
  expect((await stranger.put('/erp/stockWave/drop', { id: second.id })).status).toBe(404)
  for (const role of ['customer', 'sub', 'otherCustomer'] as const)
    expect((await (await world().as(role)).get('/erp/stockWave/list')).status).toBe(403)
  expect(await staff.call(stockWaves.drop, { id: second.id })).toMatchObject({ status: '3' })
  expect(await stateOf(world(), order.id)).toBe('reserved')
  expect(await wrongBalances(world())).toEqual([])
})
