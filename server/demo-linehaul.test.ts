import { expect, test } from 'vitest'
import { exampleOrders } from '#seeds/world/index.ts'
import { useWorld } from '#test/harness.ts'
import { seedDemoLinehaul } from './demo-linehaul.ts'
import {
  confirmed,
  inboundScan,
  openOutBatch,
  outBatches,
  outboundScan,
  trackNo,
} from './features/depot/inbound/depot.fixture.ts'

const world = useWorld()

/** An order of that number, in a batch of its own that was shipped yesterday. */
async function shipped(serialNumber: string): Promise<string> {
  const staff = await world().as('manager')
  const order = await confirmed(world())
  const { id } = await openOutBatch(world())
  await inboundScan(staff, trackNo(order))
  await outboundScan(staff, id, trackNo(order))
  await staff.put(outBatches.close.path, { id })
  const { pool } = world().db
  const yesterday = `update out_batch set closed_at = closed_at - interval '1 day' where id = $1`
  await pool.query(yesterday, [id])
  await pool.query('update shipment set serial_number = $2 where id = $1', [order.id, serialNumber])
  return order.parcels[0]!.id
}

test('examples of docs/demo.md go with no waybill: their journey is the one described there', async () => {
  const other = await shipped('PY0000009999')
  await shipped(exampleOrders(1)[17]!)
  await seedDemoLinehaul(world().deps, world().tenantId)
  const { rows } = await world().db.pool.query<{ parcelId: string }>(
    'select parcel_id as "parcelId" from waybill_parcel where tenant_id = $1',
    [world().tenantId],
  )
  expect(rows.map(({ parcelId }) => parcelId)).toEqual([other])
})
