import { sql } from 'kysely'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { OWN } from '../events/normalise-event.ts'
import { storeEvents } from '../events/store-events.ts'

/**
 * Takes an event that many parcels got from a template back: `at` its time, `words` its text. It is
 * kept with the reason, and the parcels' status is that of their other events. Answers how many had
 * it.
 */
export async function withdrawTemplated(
  tx: Tx,
  parcelIds: readonly string[],
  { at, words }: { at: string; words: string },
  reason: string,
): Promise<number> {
  await lockParcels(tx, parcelIds)
  const { rows } = await sql<{ id: string; parcelId: string }>`update tracking_event as e
    set cancelled = true, cancel_reason = ${reason}
    where ${tx.rows('trackingEvent').where('e')} and e.parcel_id = any(${parcelIds}::bigint[])
      and coalesce(e.courier, ${OWN}) = ${OWN} and e.source = 'manual' and e.at = ${at}
      and e.raw_text = ${words} and not e.cancelled
    returning e.id, e.parcel_id`.execute(tx.db)
  await storeEvents(
    tx,
    rows.map(({ parcelId }) => ({ parcelId, events: [], recompute: true })),
    { locked: true },
  )
  await tx.auditMany(
    'tracking_event',
    'edit',
    rows.map(({ id }) => ({ id, before: { at, text: words }, after: { withdrawn: true, reason } })),
  )
  return rows.length
}
