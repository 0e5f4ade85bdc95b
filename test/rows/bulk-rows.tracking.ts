import { sendParcel, setPolling } from '#server/features/tracking/tracking/tracking.fixture.ts'
import type { Client, World } from '../harness.ts'
import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'

/** Rows for the bulk calls on numbers that are followed. */
export function trackingRows(world: World, admin: Client): RowsByHand {
  const followed = async () => {
    await setPolling(world, true)
    const { trackNo } = await sendParcel(world, 0, { daysAgo: 1 })
    const { rows } = await world.db.pool.query<{ id: string }>(
      'select id from tracking_number where number = $1',
      [trackNo],
    )
    return rows[0]!.id
  }
  const stopped = async () => {
    const id = await followed()
    const done = await admin.put('/erp/deliveryNumber/stop', { ids: [id] })
    if (!done.success) throw new Error(JSON.stringify(done))
    return id
  }
  return {
    '/erp/deliveryNumber/refresh': async () => ({ ...(await twice(followed)), ...MISSING }),
    '/erp/deliveryNumber/changeCourier': async () => ({
      ...(await twice(followed)),
      ...MISSING,
      more: { courier: 'DPD' },
    }),
    '/erp/deliveryNumber/stop': async () => ({ ...(await twice(followed)), ...MISSING }),
    '/erp/deliveryNumber/restart': async () => ({ ...(await twice(stopped)), ...MISSING }),
  }
}
