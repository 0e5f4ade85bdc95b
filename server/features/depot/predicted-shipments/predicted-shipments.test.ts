import { expect, test } from 'vitest'
import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  parcelRow,
  pieces,
  predict,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()

test('lists what is not in, with age and first-leg number, to those who may see it', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world(), pieces(2))
  const batch = await predict(
    world(),
    boss,
    order.parcels.map(({ trackNo: no }) => no!),
  )
  await world().db.pool.query(
    `update predicted_batch set first_leg_no = 'MSCU1234567' where tenant_id = $1 and id = $2`,
    [world().tenantId, batch.id],
  )
  await world().db.pool.query(
    `update parcel set confirmed_at = now() - interval '9 days' where tenant_id = $1
      and shipment_id = $2`,
    [world().tenantId, order.id],
  )
  await inboundScan(await world().as('warehouse'), trackNo(order, 0))
  const list = (more: object) => boss.call(predictedShipments.list, { ...more })
  expect(await list({ no: 'MSCU', minAge: '9' })).toMatchObject({
    total: 1,
    records: [{ id: order.id, outstanding: 1, pieces: 2, age: 9, batchNo: batch.no, reminders: 0 }],
  })
  expect((await list({ no: 'MSCU', minAge: '10' })).total).toBe(0)
  expect((await list({ no: '%' })).total).toBe(0)
  const own = await (await world().as('customer')).call(predictedShipments.list, { no: 'MSCU' })
  expect(own.total).toBe(1)
  const other = await world().as('otherCustomer')
  expect((await other.call(predictedShipments.list, { no: 'MSCU' })).total).toBe(0)
  expect((await other.put(predictedShipments.arrived.path, { ids: [order.id] })).status).toBe(403)
})

test('reminds the customer, and marks as arrived once', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world(), pieces(2))
  expect(await boss.call(predictedShipments.remind, { ids: [order.id] })).toMatchObject({ done: 1 })
  await boss.call(predictedShipments.remind, { ids: [order.id] })
  const { records } = await boss.call(predictedShipments.list, { no: order.serialNumber })
  expect(records).toMatchObject([{ reminders: 2, remindedAt: expect.any(String) }])
  const both = await Promise.all([
    boss.call(predictedShipments.arrived, { ids: [order.id] }),
    boss.call(predictedShipments.arrived, { ids: [order.id] }),
  ])
  expect(both.some(({ done }) => done === 1)).toBe(true)
  const scans = await world().db.pool.query<{ count: number }>(
    `select count(*)::int as count from scan_log where tenant_id = $1 and station = 'into'
      and parcel_id = any($2::bigint[]) and code = 200`,
    [world().tenantId, order.parcels.map(({ id }) => id)],
  )
  expect(scans.rows[0]!.count).toBe(2)
  for (const { id } of order.parcels)
    expect((await parcelRow(world(), id)).parcel_status).toBe(PARCEL.RECEIVED)
  expect((await boss.call(predictedShipments.list, { no: order.serialNumber })).total).toBe(0)
})
