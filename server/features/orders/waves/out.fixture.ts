import { outBatches } from '#contracts/depot/outbound.ts'
import type { World } from '#test/harness.ts'
import type { MadeOrder } from '#test/orders.ts'

/** Receives the parcels of a confirmed order, scans them into an outbound batch and ships it. */
export async function closeOut(world: World, { id }: MadeOrder): Promise<void> {
  const staff = await world.as('manager')
  const order = (await staff.get('/erp/shipment/queryById', { id })).result as MadeOrder
  const channels = await world.db.pool.query<{ id: string }>(
    `select channel_id as id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world.tenantId],
  )
  const depotId = await world.depotId('FRA1')
  const batch = await staff.call(outBatches.add, {
    depotId,
    channelIds: [channels.rows[0]!.id],
  })
  for (const { trackNo: no } of order.parcels) {
    await staff.post('/erp/intoParcel/scan', { no, depotId })
    await staff.post('/erp/outBatch/scan', { batchId: batch.id, no })
  }
  await staff.call(outBatches.close, { id: batch.id })
}
