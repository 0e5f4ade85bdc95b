import { beforeAll, expect, test, vi } from 'vitest'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { outPackages } from '#contracts/depot/packages.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { inCharging } from '#server/features/orders/charging/charging.fixture.ts'
import {
  balancesOf,
  makeSku,
  putStock,
  wrongBalances,
} from '#server/features/orders/stock/stock.fixture.ts'
import { put, stateOf, stockOrder } from '#server/features/orders/waves/waves.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { openOutBatch, outBatches, outboundScan } from '../inbound/depot.fixture.ts'

const world = useWorld()
const { charges, detail, drift, query, service, standing, switchOn } = inCharging(world)
let staff: Client

beforeAll(async () => {
  await switchOn()
  await service('ECO-PARCEL', '3')
  await inLedger(world(), (tx) => recharge(tx, world().customerId, 1_000_000n))
  staff = await world().as('manager')
})

/** A confirmed order of three pieces of the five in stock. */
async function confirmed() {
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 5)
  const order = await stockOrder(world(), staff, [{ sku: sku.sku, quantity: 3 }])
  expect(await put(staff, '/erp/shipment/confirm', { ids: [order.id] })).toMatchObject({ done: 1 })
  const { id } = await openOutBatch(world())
  const no = (await detail(order)).parcels[0]!.trackNo!
  await staff.post('/erp/intoParcel/scan', { no, weightKg: '4.5' })
  return { id, no, order, sku, balanceId }
}

async function pick(orderId: string, balanceId: string, picked: number) {
  const depotId = await world().depotId('FRA1')
  const wave = await staff.call(stockWaves.add, { depotId, ids: [orderId] })
  await staff.call(stockWaves.close, { id: wave.id, picks: [{ balanceId, picked }] })
}

/** The same, picked, in a batch that was shipped. */
async function shipped() {
  const { id, no, order, sku, balanceId } = await confirmed()
  await pick(order.id, balanceId, 3)
  expect(await outboundScan(staff, id, no)).toMatchObject({ code: 200 })
  await staff.call(outBatches.close, { id })
  expect(await stateOf(world(), order.id)).toBe('shipped')
  return { id, order, sku, balanceId }
}
const reopen = (id: string, client = staff) =>
  client.put(outBatches.reopen.path, { id, reason: 'wrong truck' })
const parcelState = async (order: { id: string }) => (await detail(order)).parcels[0]!.parcelStatus

test('goods go back to where they were, the charge is reversed, finance learns; it leaves again', async () => {
  const before = (await standing(world().customerId)).balance
  const { id, order, sku } = await shipped()
  const paid = before - (await standing(world().customerId)).balance
  expect(paid).toBeGreaterThan(0n)
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 2, picked: 0 }])

  expect((await reopen(id)).result).toMatchObject({ status: '0', pieces: 1 })
  expect(await balancesOf(world(), sku.id)).toMatchObject([
    { onHand: 5, reserved: 0, picked: 3, available: 2 },
  ])
  expect(await stateOf(world(), order.id)).toBe('picked')
  expect(await parcelState(order)).toBe(PARCEL.BAGGED)
  expect((await standing(world().customerId)).balance).toBe(before)
  expect((await charges(order)).map(({ state }) => state)).toEqual(['waiting', 'refunded'])
  await vi.waitUntil(
    async () =>
      (
        await query(
          `select 1 from sys_announcement where tenant_id = $1 and bus_type = 'batchReopened'`,
          [world().tenantId],
        )
      ).length > 0,
    { timeout: 90_000 },
  )
  await staff.call(outBatches.close, { id })
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 2, picked: 0 }])
  expect(await stateOf(world(), order.id)).toBe('shipped')
  expect((await standing(world().customerId)).balance).toBe(before - paid)
  expect(await wrongBalances(world())).toEqual([])
})

test('it is refused once the carrier has reported a parcel, and nothing moves', async () => {
  const { id, order, sku } = await shipped()
  const { balance } = await standing(world().customerId)
  const { id: parcelId } = (await detail(order)).parcels[0]!
  await query(
    `insert into tracking_event (tenant_id, parcel_id, event_key, status, at, source, courier)
      values ($1, $2, sha256('manifested'), $3, now(), 'push', 'dhl')`,
    [world().tenantId, parcelId, TRACK.ACCEPTED],
  )
  expect(await reopen(id)).toMatchObject({ error: 'outBatch.handedOver' })
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 2, picked: 0 }])
  expect(await parcelState(order)).not.toBe(PARCEL.BAGGED)
  expect((await standing(world().customerId)).balance).toBe(balance)
})

test('twice at once the goods come back once; a customer and another tenant reach nothing', async () => {
  const { id, sku } = await shipped()
  expect((await reopen(id, await world().as('customer'))).status).toBe(403)
  expect((await reopen(id, await world().otherTenantUser())).status).toBe(404)
  const both = await Promise.all([reopen(id), reopen(id)])
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 5, picked: 3 }])
  expect(await wrongBalances(world())).toEqual([])
  expect(await drift()).toEqual({ drift: [], same: true })
})

test('not picked it does not leave: no scan, no bag, no label, and a batch that has it stays open', async () => {
  const { id, no, order, sku, balanceId } = await confirmed()
  expect(await outboundScan(staff, id, no)).toMatchObject({ error: 'scan.unpicked' })
  const bag = await staff.call(outPackages.add, { depotId: await world().depotId('FRA1') })
  expect(await staff.post(outPackages.scan.path, { id: bag.id, no })).toMatchObject({
    error: 'scan.unpicked',
  })
  expect(await staff.post('/erp/label/print', { ids: [order.id], format: 'zpl' })).toMatchObject({
    error: 'label.unpicked',
  })
  // One short of what was ordered is not picked either.
  await pick(order.id, balanceId, 2)
  expect(await outboundScan(staff, id, no)).toMatchObject({ error: 'scan.unpicked' })

  const other = await confirmed()
  await pick(other.order.id, other.balanceId, 3)
  expect(await outboundScan(staff, other.id, other.no)).toMatchObject({ code: 200 })
  await query('update stock_order_line set picked = 0, reserved = quantity where order_id = $1', [
    other.order.id,
  ])
  expect(await staff.put(outBatches.close.path, { id: other.id })).toMatchObject({
    error: 'outBatch.unpicked',
  })
  expect(await parcelState(other.order)).toBe(PARCEL.BAGGED)
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 5 }])
})
