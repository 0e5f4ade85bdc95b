import { expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { at, codesOf, eventually, systemCtx, parcelRow, publicItem } from '../tracking.fixture.ts'
import { pollTenant } from '../polling/poll-parcels.ts'

const world = useWorld()

test('confirmed, printed, received by mistake, received again, sent out, and asked for until it is there', async () => {
  const [customer, clerk, manager] = [
    await world().as('customer'),
    await world().as('warehouse'),
    await world().as('manager'),
  ]
  const order = await makeOrder(world(), customer, { confirm: true })
  const { id, trackNo } = order.parcels[0]!
  const reported = (scenario: string) =>
    eventually(async () => codesOf(await publicItem(world(), trackNo!)) === scenario)
  await reported('10/order_created')
  expect((await customer.post('/erp/label/print', { ids: [order.id] })).status).toBe(200)
  await reported('10/order_created 10/label_created')

  const scan = await clerk.call(intoParcel.scan, { no: trackNo!, weightKg: '1.2' })
  await reported('10/order_created 10/label_created 20/depot_received')
  await clerk.call(intoParcel.undo, { scanId: scan.scanId })
  await reported('10/order_created 10/label_created')
  await clerk.call(intoParcel.scan, { no: trackNo!, weightKg: '1.2' })
  await reported('10/order_created 10/label_created 20/depot_received')

  const channel = (
    await world().db.pool.query<{ id: string }>(
      `select id from channel where tenant_id = $1 and code = 'DHL-DE'`,
      [world().tenantId],
    )
  ).rows[0]!.id
  const batch = await manager.call(outBatches.add, {
    depotId: await world().depotId('FRA1'),
    channelIds: [channel],
  })
  await clerk.call(outBatches.scan, { batchId: batch.id, no: trackNo! })
  await eventually(async () => (await parcelRow(world(), id)).tracking_sub === 'bagged')
  expect(await publicItem(world(), trackNo!)).toMatchObject({ status: 20, sub: 'depot_received' })
  await manager.call(outBatches.close, { id: batch.id })
  await eventually(async () =>
    codesOf(await publicItem(world(), trackNo!)).endsWith(
      '20/depot_received 25/handed_to_linehaul',
    ),
  )
  expect((await parcelRow(world(), id)).next_poll_at).not.toBeNull()

  // The simulator runs in real time: twenty days are more than its longest journey.
  await at(Date.now() + 20 * 86_400_000, () => pollTenant(systemCtx(world())))
  const row = await parcelRow(world(), id)
  expect([PARCEL.DELIVERED, PARCEL.RETURNED, PARCEL.EXCEPTION, PARCEL.IN_TRANSIT]).toContain(
    row.parcel_status,
  )
  expect(codesOf(await publicItem(world(), trackNo!))).toMatch(
    /25\/handed_to_linehaul 10\/data_sent_to_carrier 30\/dropped_off/,
  )
})
