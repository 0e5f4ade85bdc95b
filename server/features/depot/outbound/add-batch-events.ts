import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { outBatches } from '#contracts/depot/outbound.ts'
import type { EventsAdded } from '#contracts/tracking/parcel-events.ts'
import { addEventsToBatch } from '#server/features/tracking/tracking/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** One event from a template on every parcel of a batch. */
export const addBatchEvents = (
  ctx: Ctx,
  { id, ...given }: In<typeof outBatches.addEvents>,
): Promise<EventsAdded> =>
  addEventsToBatch(ctx, given, async (tx, limit) => {
    const batch =
      await sql`select 1 from ${tx.rows('outBatch').as('b')} where b.id = ${id}`.execute(tx.db)
    if (batch.rows.length === 0) return null
    const found = await sql<{ parcelId: string; no: string }>`select x.parcel_id,
        coalesce(p.track_no, p.serial_number) as no
      from ${tx.rows('outBatchParcel').as('x')}
        join ${tx.rows('parcel').as('p')} on p.id = x.parcel_id
      where x.batch_id = ${id} order by x.parcel_id limit ${limit}`.execute(tx.db)
    return found.rows
  })
