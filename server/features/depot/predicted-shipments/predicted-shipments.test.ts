import { describe, expect, test } from 'vitest'
import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
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

describe('the board of arrivals', () => {
  const nosOf = (order: { parcels: { trackNo: string | null }[] }) =>
    order.parcels.map(({ trackNo: no }) => no!)

  test('shows what is on its way with lateness and dock, to those who reach it', async () => {
    const boss = await world().as('manager')
    const order = await confirmed(world(), pieces(2))
    const batch = await predict(world(), boss, nosOf(order))
    await inboundScan(await world().as('warehouse'), trackNo(order, 0))
    await boss.call(predictedBatches.dock, { id: batch.id, dockSlot: ' D4 ' })
    const mine = async (role: Parameters<ReturnType<typeof world>['as']>[0]) =>
      (await (await world().as(role)).call(predictedBatches.arrivals, {})).find(
        ({ id }) => id === batch.id,
      )
    expect(await mine('manager')).toMatchObject({
      no: batch.no,
      depotCode: 'FRA1',
      expectedDate: '2026-03-01',
      dockSlot: 'D4',
      expected: 2,
      received: 1,
    })
    expect((await mine('manager'))!.late).toBeGreaterThan(0)
    expect(await mine('customer')).toBeDefined()
    expect(await mine('otherCustomer')).toBeUndefined()
    const dockOf = async (role: 'customer', id: string) =>
      (await (await world().as(role)).put(predictedBatches.dock.path, { id, dockSlot: 'X' }))
        .success
    expect(await dockOf('customer', batch.id)).toBe(false)
    expect(
      await boss.put(predictedBatches.dock.path, { id: batch.id, dockSlot: 'x'.repeat(21) }),
    ).toMatchObject({ success: false, code: 400 })
    await boss.call(predictedBatches.dock, { id: batch.id, dockSlot: '' })
    expect((await mine('manager'))!.dockSlot).toBeNull()
    await boss.call(predictedBatches.finish, { id: batch.id })
    expect(await mine('manager')).toBeUndefined()
  })

  test('reminds the customer of all orders of a batch', async () => {
    const boss = await world().as('manager')
    const orders = [await confirmed(world()), await confirmed(world())]
    const batch = await predict(world(), boss, orders.flatMap(nosOf))
    expect(await boss.call(predictedShipments.remindBatches, { ids: [batch.id] })).toMatchObject({
      done: 1,
    })
    const { records } = await boss.call(predictedShipments.list, { no: batch.no })
    expect(records.map(({ reminders }) => reminders)).toEqual([1, 1])
    for (const order of orders) await inboundScan(boss, trackNo(order))
    expect(await boss.call(predictedShipments.remindBatches, { ids: [batch.id] })).toMatchObject({
      done: 0,
      rows: [{ ok: false, code: 'batchIn.allIn' }],
    })
  })

  test('merges a waiting batch into another of its customer and depot, once', async () => {
    const boss = await world().as('manager')
    const [one, two] = [await confirmed(world()), await confirmed(world())]
    const [from, into] = [
      await predict(world(), boss, nosOf(one)),
      await predict(world(), boss, nosOf(two)),
    ]
    const merge = (id: string, intoId: string) =>
      boss.put(predictedBatches.merge.path, { id, intoId })
    expect(await merge(from.id, from.id)).toMatchObject({ error: 'predicted.mergeSelf' })
    const elsewhere = await predict(world(), boss, [], 'SZX1')
    expect(await merge(from.id, elsewhere.id)).toMatchObject({ error: 'predicted.mergeOther' })
    // Into each other at once: one of them is done.
    const both = await Promise.all([merge(from.id, into.id), merge(into.id, from.id)])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    const left = both[0]!.success ? into.id : from.id
    const { rows, counts } = await boss.call(predictedBatches.queryById, { id: left })
    expect(counts.expected).toBe(2)
    expect(rows.map(({ trackNo: no }) => no).toSorted()).toEqual(
      [...nosOf(one), ...nosOf(two)].toSorted(),
    )
    // What is being received is not merged away.
    await inboundScan(boss, trackNo(one))
    const third = await predict(world(), boss, [])
    expect(await merge(left, third.id)).toMatchObject({ error: 'predicted.not.delete' })
    expect(
      (
        await (
          await world().as('customer')
        ).put(predictedBatches.merge.path, {
          id: third.id,
          intoId: left,
        })
      ).success,
    ).toBe(false)
  })
})
