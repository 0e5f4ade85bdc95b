import { expect, test } from 'vitest'
import { stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useWorld } from '#test/harness.ts'
import { balancesOf, makePlace, makeSku, putStock, wrongBalances } from '../stock/stock.fixture.ts'
import { put, stateOf, stockOrder } from './waves.fixture.ts'

const world = useWorld()

/** A customer's order of three pieces of five, in a wave that was closed where `picked`. */
async function waved(picked: boolean) {
  const [customer, staff] = [await world().as('customer'), await world().as('manager')]
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 5)
  const order = await stockOrder(world(), customer, [{ sku: sku.sku, quantity: 3 }])
  await put(customer, '/erp/shipment/confirm', { ids: [order.id] })
  const depotId = await world().depotId('FRA1')
  const wave = await staff.call(stockWaves.add, { depotId, ids: [order.id] })
  if (picked) await staff.call(stockWaves.close, { id: wave.id, picks: [{ balanceId, picked: 3 }] })
  return { customer, staff, sku, order }
}

test('a customer takes no order back whose pieces are being picked or picked', async () => {
  for (const picked of [false, true]) {
    const { customer, sku, order } = await waved(picked)
    const state = await stateOf(world(), order.id)
    expect(state).toBe(picked ? 'picked' : 'picking')
    for (const verb of ['withdraw', 'cancel'])
      expect(await put(customer, `/erp/shipment/${verb}`, { ids: [order.id] })).toMatchObject({
        done: 0,
        rows: [{ ok: false, code: 'stock.picked' }],
      })
    expect(await stateOf(world(), order.id)).toBe(state)
    expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 5, available: 2 }])
  }
  expect(await wrongBalances(world())).toEqual([])
})

test('pieces of a picked order that staff cancel are stock again once the depot has put them back', async () => {
  const { staff, sku, order } = await waved(true)
  expect(await put(staff, '/erp/shipment/withdraw', { ids: [order.id] })).toMatchObject({
    rows: [{ code: 'stock.picked' }],
  })
  expect(await put(staff, '/erp/shipment/cancel', { ids: [order.id] })).toMatchObject({ done: 1 })
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 2, picked: 0, available: 2 }])
  const list = await staff.get('/erp/stockNotice/list', { reference: order.serialNumber })
  const [notice] = (list.result as { records: { id: string; status: string }[] }).records
  expect(notice).toMatchObject({ status: '2' })
  const { lines } = await staff.call(stockNotices.queryById, { id: notice!.id })
  expect(lines).toMatchObject([{ skuId: sku.id, expected: 3, received: 0 }])
  // One of them was damaged.
  await staff.call(stockNotices.receive, {
    id: notice!.id,
    lines: [{ skuId: sku.id, quantity: 2, placeId: (await makePlace(world())).id }],
  })
  const after = await balancesOf(world(), sku.id)
  expect(after.reduce((sum, { available }) => sum + available, 0)).toBe(4)
  const entries = await world().db.pool.query<{ kind: string; quantity: number }>(
    `select kind, quantity from stock_entry where sku_id = $1 and kind in ('adjusted', 'returned')
      order by id`,
    [sku.id],
  )
  expect(entries.rows).toEqual([
    { kind: 'adjusted', quantity: -3 },
    { kind: 'returned', quantity: 2 },
  ])
  expect(await wrongBalances(world())).toEqual([])
})
