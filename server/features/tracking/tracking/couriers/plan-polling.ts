import { sql } from 'kysely'
import type { pollingChanged } from '#contracts/carriers/couriers.events.ts'
import { TRACK_STATUSES } from '#contracts/tracking/tracking.states.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { storeEvents } from '../events/store-events.ts'

const BATCH = 500
const UNDER_WAY = Object.entries(TRACK_STATUSES)
  .filter(([, { terminal }]) => !terminal)
  .map(([code]) => Number(code))

/**
 * A courier is asked again after a pause, or more or less often than before: when its parcels under
 * way are asked for next follows from the new plan.
 */
export const planPolling: EventHandler<typeof pollingChanged> = async (ctx, { courier }) => {
  for (let after = '0'; ;) {
    const found = await sql<{ id: string }>`select distinct p.id
      from ${ctx.rows('parcel').as('p')}
        join tracking_number as n on n.tenant_id = p.tenant_id and n.parcel_id = p.id
      where n.courier_code = ${courier} and n.state = 1 and n.stopped_at is null
        and p.tracking_status = any(${UNDER_WAY}::int[]) and p.id > ${after}
        and (p.outbound_at is not null or p.polling_since is not null)
      order by p.id limit ${BATCH}`.execute(ctx.db)
    const last = found.rows.at(-1)
    if (!last) return
    await inTx(ctx, (tx) =>
      storeEvents(
        tx,
        found.rows.map(({ id }) => ({ parcelId: id, events: [], recompute: true })),
      ),
    )
    after = last.id
  }
}
