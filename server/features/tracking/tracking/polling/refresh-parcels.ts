import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { askCarriers, dueNumbers } from './poll-parcels.ts'
import { storeEvents } from '../events/store-events.ts'
import { ownEvent } from '../events/normalise-event.ts'

export const askNow = job('tracking.refresh', z.object({ parcelIds: z.array(idText) }))

/**
 * Has the carriers asked now, by a job. Passed over: parcels without a number, and those whose
 * carrier is not asked. A watch that had ended in silence begins again.
 */
export function refreshParcels(
  ctx: Ctx,
  { parcelIds }: In<typeof tracking.refresh>,
): Promise<Out<typeof tracking.refresh>> {
  return inTx(ctx, async (tx) => {
    await lockParcels(tx, parcelIds)
    const found = await sql<{
      id: string
      number: string
      trackingStatus: number
    }>`select p.id, coalesce(p.track_no, p.serial_number) as number, p.tracking_status
      from parcel as p
      where ${tx.rows('parcel').where('p')} and p.id = any(${parcelIds}::bigint[])
        and exists (select 1 from tracking_number as n
          join courier as c on c.tenant_id = n.tenant_id and c.code = n.courier_code and c.enabled
            and c.polling and c.adapter <> 'none'
          where n.tenant_id = p.tenant_id and n.parcel_id = p.id and n.state = 1
            and n.stopped_at is null)
      order by p.id`.execute(tx.db)
    const ids = found.rows.map(({ id }) => id)
    if (ids.length === 0) return { queued: 0, skipped: parcelIds.length }
    const now = nowIso()
    const expired = found.rows.filter(({ trackingStatus }) => trackingStatus === TRACK.EXPIRED)
    const again = expired.map(({ id, number }) => ({
      parcelId: id,
      events: [
        {
          ...ownEvent({
            trackNo: number,
            status: TRACK.PENDING,
            sub: 'registered',
            at: now,
            receivedAt: now,
            place: null,
            country: null,
            source: 'manual',
          }),
          visibleToPublic: false,
        },
      ],
    }))
    if (expired.length > 0)
      await sql`update parcel as p
        set polling_since = ${now} where ${tx.rows('parcel').where('p')}
        and p.id = any(${expired.map(({ id }) => id)}::bigint[])`.execute(tx.db)
    await storeEvents(tx, again)
    await tx.job(askNow, { parcelIds: ids })
    return { queued: ids.length, skipped: parcelIds.length - ids.length }
  })
}

/** The job behind it: asks regardless of the plan of polls. */
export async function refreshJob(
  ctx: Ctx,
  { parcelIds }: z.output<typeof askNow.payload>,
): Promise<void> {
  await askCarriers(ctx, await dueNumbers(ctx, parcelIds))
}
