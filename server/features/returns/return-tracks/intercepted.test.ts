import { expect, test } from 'vitest'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { confirmed, trackNo } from '#server/features/depot/inbound/depot.fixture.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import { freshNo } from './returns.fixture.ts'

const world = useWorld()
const returnsOf = async (no: string) => {
  const { rows } = await world().db.pool.query(
    'select 1 from return_track where tenant_id = $1 and track_no = $2',
    [world().tenantId, no],
  )
  return rows.length
}

test('an unknown number that lies apart is a return, a stopped parcel of an order is none', async () => {
  const manager = await world().as('manager')
  const depotId = await world().depotId('FRA1')
  const stopped = trackNo(await confirmed(world()))
  for (const no of [stopped, 'LOST-LABEL-1'])
    await manager.call(intercepts.add, { no, depotId, here: true })
  await expect.poll(() => returnsOf('LOST-LABEL-1'), { timeout: 60_000 }).toBe(1)
  expect(await returnsOf(stopped)).toBe(0)
})

test('a stopped parcel is found by each of its numbers and in each state before it leaves', async () => {
  const manager = await world().as('manager')
  const depotId = await world().depotId('FRA1')
  const sscc = `00${String(Date.now()).padStart(18, '3')}`
  const change = (id: string, set: string, value: string | number) =>
    world().db.pool.query(`update parcel set ${set} = $2 where shipment_id = $1`, [id, value])
  const reference = freshNo('REF')
  const [scanned, , received, left] = [
    await confirmed(world()),
    await confirmed(world(), { reference }),
    await confirmed(world()),
    await confirmed(world()),
  ]
  await change(scanned.id, 'track_no', sscc)
  await change(received.id, 'parcel_status', PARCEL.RECEIVED)
  await change(left.id, 'parcel_status', PARCEL.OUTBOUND)
  const stopped = [sscc.slice(2), reference, trackNo(received)]
  const returned = [trackNo(left), freshNo('LOST')]
  for (const no of [...stopped, ...returned])
    await manager.call(intercepts.add, { no, depotId, here: true })
  for (const no of returned) await expect.poll(() => returnsOf(no), { timeout: 60_000 }).toBe(1)
  for (const no of stopped) expect(await returnsOf(no), no).toBe(0)
})
