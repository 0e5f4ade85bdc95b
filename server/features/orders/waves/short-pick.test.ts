import { expect, test, vi } from 'vitest'
import { stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useWorld } from '#test/harness.ts'
import { balancesOf, makePlace, makeSku, putStock, wrongBalances } from '../stock/stock.fixture.ts'
import { put, stateOf, stockOrder } from './waves.fixture.ts'

const world = useWorld()

async function confirmed(sku: string, quantity: number) {
  const staff = await world().as('manager')
  const order = await stockOrder(world(), staff, [{ sku, quantity }])
  expect(await put(staff, '/erp/shipment/confirm', { ids: [order.id] })).toMatchObject({ done: 1 })
  return order
}
/** A wave with these orders, of which `picked` were found on the first place. */
async function pickShort(ids: string[], picked: number) {
  const clerk = await world().as('warehouse')
  const depotId = await world().depotId('FRA1')
  const wave = await clerk.call(stockWaves.add, { depotId, ids })
  const [first] = wave.picks
  return clerk.call(stockWaves.close, {
    id: wave.id,
    picks: [{ balanceId: first!.balanceId, picked }],
  })
}
const settled = (id: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(world(), id)).toBe(state), 90_000)
const rowOf = async (skuId: string, id: string) =>
  (await balancesOf(world(), skuId)).find((row) => row.id === id)!
async function countOf(no: string) {
  const staff = await world().as('manager')
  const { records } = (await staff.get('/erp/stockCount/list', {})).result as {
    records: { id: string; remark: string | null }[]
  }
  return records.filter((count) => count.remark?.includes(no))
}

test('pieces not found are taken elsewhere, and that place is closed until it was counted', async () => {
  const [staff, clerk] = [await world().as('manager'), await world().as('warehouse')]
  const sku = await makeSku(world())
  const empty = await putStock(world(), sku.id, 6, { placeId: (await makePlace(world())).id })
  const full = await putStock(world(), sku.id, 8, { placeId: (await makePlace(world())).id })
  const [first, other] = [await confirmed(sku.sku, 4), await confirmed(sku.sku, 2)]
  expect(await rowOf(sku.id, empty)).toMatchObject({ reserved: 6 })
  const wave = await pickShort([first.id], 1)
  expect(wave.picks).toMatchObject([{ quantity: 4, picked: 1 }])
  await settled(first.id, 'reserved')
  await vi.waitFor(async () => expect(await rowOf(sku.id, full)).toMatchObject({ reserved: 5 }))
  expect(await rowOf(sku.id, empty)).toMatchObject({ reserved: 0, picked: 1 })
  expect(await stateOf(world(), other.id)).toBe('reserved')
  // Three are free elsewhere; the five of the place are not given away.
  const refused = await stockOrder(world(), staff, [{ sku: sku.sku, quantity: 4 }])
  expect((await put(staff, '/erp/shipment/confirm', { ids: [refused.id] })).rows[0]).toMatchObject({
    code: 'stock.short',
  })
  const again = await clerk.call(stockWaves.add, {
    depotId: await world().depotId('FRA1'),
    ids: [first.id],
  })
  expect(again.picks).toMatchObject([{ balanceId: full, quantity: 3 }])
  const list = (await staff.get('/erp/stock/list', { skuId: sku.id, toCount: 'true' })).result
  expect(list).toMatchObject({ total: 1, records: [{ id: empty, toCount: true }] })
  // The place is counted without the piece that was carried off: two are there after all.
  const [count, ...more] = await countOf(wave.no)
  expect(more).toEqual([])
  const { lines } = await clerk.call(stockCounts.queryById, { id: count!.id })
  await clerk.call(stockCounts.enter, {
    id: count!.id,
    lines: lines.map((line) => ({ id: line.id, counted: 2 })),
  })
  const submitted = await clerk.call(stockCounts.submit, { id: count!.id })
  expect(submitted.lines).toMatchObject([{ expected: 5, difference: -3 }])
  await staff.call(stockCounts.approve, { id: count!.id })
  expect(await rowOf(sku.id, empty)).toMatchObject({ onHand: 3, picked: 1, available: 2 })
  expect(await put(staff, '/erp/shipment/confirm', { ids: [refused.id] })).toMatchObject({
    done: 1,
  })
  expect(await wrongBalances(world())).toEqual([])
})

test('without other stock the order waits in the shortage list, not for the empty place', async () => {
  const staff = await world().as('manager')
  const sku = await makeSku(world())
  const empty = await putStock(world(), sku.id, 5)
  const order = await confirmed(sku.sku, 4)
  await pickShort([order.id], 0)
  await settled(order.id, 'backOrder')
  const short = { orderNo: order.serialNumber }
  expect((await staff.get('/erp/stockShortage/list', short)).result).toMatchObject({
    records: [{ missing: 4 }],
  })
  expect((await put(staff, '/erp/stockWave/allocate', { ids: [order.id] })).rows[0]).toMatchObject({
    code: 'stock.nothingFree',
  })
  expect(await rowOf(sku.id, empty)).toMatchObject({ reserved: 0 })
  await putStock(world(), sku.id, 4)
  await settled(order.id, 'reserved')
  expect(await rowOf(sku.id, empty)).toMatchObject({ reserved: 0 })
  expect(await wrongBalances(world())).toEqual([])
})

test('a place named twice is refused with its field, and nothing is booked', async () => {
  const clerk = await world().as('warehouse')
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 5)
  const order = await confirmed(sku.sku, 4)
  const depotId = await world().depotId('FRA1')
  const wave = await clerk.call(stockWaves.add, { depotId, ids: [order.id] })
  const picks = [4, 1].map((picked) => ({ balanceId, picked }))
  expect(await clerk.put('/erp/stockWave/close', { id: wave.id, picks })).toMatchObject({
    code: 400,
    result: { issues: [{ path: 'picks.1.balanceId', code: 'stockWave.placeTwice' }] },
  })
  expect(await rowOf(sku.id, balanceId)).toMatchObject({ reserved: 4, picked: 0 })
})

test('two counts of one place do not book one difference twice', async () => {
  const [staff, clerk] = [await world().as('manager'), await world().as('warehouse')]
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 10)
  const depotId = await world().depotId('FRA1')
  const counts = []
  for (let n = 0; n < 2; n++) {
    const count = await clerk.call(stockCounts.add, { depotId, skuIds: [sku.id], placeIds: [] })
    await clerk.call(stockCounts.enter, {
      id: count.id,
      lines: count.lines.map((line) => ({ id: line.id, counted: 6 })),
    })
    counts.push(await clerk.call(stockCounts.submit, { id: count.id }))
  }
  await staff.call(stockCounts.approve, { id: counts[1]!.id })
  expect(await staff.put('/erp/stockCount/approve', { id: counts[0]!.id })).toMatchObject({
    error: 'stockCount.outdated',
  })
  expect(await rowOf(sku.id, balanceId)).toMatchObject({ onHand: 6 })
})

test('a line that waits for nothing is no shortage, not by its id either', async () => {
  const staff = await world().as('manager')
  const sku = await makeSku(world())
  await putStock(world(), sku.id, 5)
  const order = await confirmed(sku.sku, 4)
  await pickShort([order.id], 0)
  const list = await vi.waitFor(async () => {
    const found = await staff.get('/erp/stockShortage/list', { orderNo: order.serialNumber })
    const { records } = found.result as { records: { id: string }[] }
    expect(records).toHaveLength(1)
    return records
  })
  const one = { id: list[0]!.id }
  expect((await staff.get('/erp/stockShortage/queryById', one)).result).toMatchObject(one)
  await putStock(world(), sku.id, 4)
  await settled(order.id, 'reserved')
  expect((await staff.get('/erp/stockShortage/queryById', one)).status).toBe(404)
})

test('an order shows what it has by lot and place and what it lacks, to those who see it', async () => {
  const [staff, own] = [await world().as('manager'), await world().as('customer')]
  const sku = await makeSku(world())
  const place = await makePlace(world())
  await putStock(world(), sku.id, 3, { placeId: place.id, lot: 'L1', expiryDate: '2031-01-31' })
  const order = await confirmed(sku.sku, 3)
  const piece = { place: place.code, lot: 'L1', expiryDate: '2031-01-31' }
  for (const client of [staff, own])
    expect(await client.call(stockWaves.ofOrder, { id: order.id })).toMatchObject([
      { sku: sku.sku, quantity: 3, missing: 0, pieces: [{ ...piece, reserved: 3, picked: 0 }] },
    ])
  await pickShort([order.id], 1)
  await settled(order.id, 'short')
  expect(await own.call(stockWaves.ofOrder, { id: order.id })).toMatchObject([
    { missing: 2, waiting: true, pieces: [{ ...piece, reserved: 0, picked: 1 }] },
  ])
  for (const role of ['otherCustomer', 'sub'] as const)
    expect(
      (await (await world().as(role)).get(stockWaves.ofOrder.path, { id: order.id })).status,
    ).toBe(404)
})
