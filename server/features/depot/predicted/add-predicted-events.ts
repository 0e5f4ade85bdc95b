import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import { EVENT_PARCELS_MAX, type EventsAdded } from '#contracts/tracking/parcel-events.ts'
import { addTemplatedEvent, requirePast } from '#server/features/tracking/tracking/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'

/** One event from a template on every parcel of a batch: the lorry is late, the goods were collected. */
export async function addPredictedEvents(
  ctx: Ctx,
  { id, ...given }: In<typeof predictedBatches.addEvents>,
): Promise<EventsAdded> {
  requirePast(given.at)
  return inTx(ctx, async (tx) => {
    const batch =
      await sql`select 1 from ${tx.rows('predictedBatch').as('b')} where b.id = ${id}`.execute(
        tx.db,
      )
    if (batch.rows.length === 0) failMissing()
    const found = await sql<{ parcelId: string; no: string }>`select x.parcel_id,
        coalesce(p.track_no, p.serial_number) as no
      from ${tx.rows('predictedParcel').as('x')}
        join ${tx.rows('parcel').as('p')} on p.id = x.parcel_id
      where x.batch_id = ${id} order by x.parcel_id limit ${EVENT_PARCELS_MAX + 1}`.execute(tx.db)
    if (found.rows.length === 0) fail('predictedBatch.noParcels')
    if (found.rows.length > EVENT_PARCELS_MAX)
      fail('predictedBatch.tooManyParcels', { max: EVENT_PARCELS_MAX })
    return addTemplatedEvent(tx, found.rows, given)
  })
}
