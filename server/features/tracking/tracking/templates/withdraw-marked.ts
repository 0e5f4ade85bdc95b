import { sql } from 'kysely'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { OWN } from '../events/normalise-event.ts'
import { storeEvents } from '../events/store-events.ts'

/**
 * Takes an event that many parcels got from a template back, by the mark it was added with. It is
 * kept with the reason, and the parcels' status is that of their other events. Answers the parcels
 * that had it.
 */
export async function withdrawMarked(
  tx: Tx,
  parcelIds: readonly string[],
  mark: string,
  reason: string,
): Promise<string[]> {
  await lockParcels(tx, parcelIds)
  const { rows } = await sql<{ id: string; parcelId: string }>`update tracking_event as e
    set cancelled = true, cancel_reason = ${reason}
    where ${tx.rows('trackingEvent').where('e')} and e.parcel_id = any(${parcelIds}::bigint[])
      and coalesce(e.courier, ${OWN}) = ${OWN} and e.source = 'manual' and e.raw_reason = ${mark}
      and not e.cancelled
    returning e.id, e.parcel_id`.execute(tx.db)
  await storeEvents(
    tx,
    rows.map(({ parcelId }) => ({ parcelId, events: [], recompute: true })),
    { locked: true },
  )
  await tx.auditMany(
    'tracking_event',
    'edit',
    rows.map(({ id }) => ({ id, before: { mark }, after: { withdrawn: true, reason } })),
  )
  return rows.map(({ parcelId }) => parcelId)
}
