import { expect, test } from 'vitest'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { confirmed, trackNo } from '#server/features/depot/inbound/depot.fixture.ts'
import { useWorld } from '#test/harness.ts'

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
