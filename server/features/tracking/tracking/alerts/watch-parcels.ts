import { sql } from 'kysely'
import { ALERT_HOURS, type Alert } from '#contracts/tracking/alerts.ts'
import { parcelsLate, parcelsOnTime } from '#contracts/tracking/alerts.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

/** Parcels that left longer ago are expired, or lost. */
const WATCHED_DAYS = 90
const PER_EVENT = 1000

/** Several times an hour: parcels that wait longer than they should, each once per cause. */
export const watchParcels = (ctx: Ctx): Promise<void> =>
  inEachTenant(ctx, 'late parcels not looked for', watchTenant)

interface Moved {
  parcelId: string
  cause: Alert
  what: 'late' | 'over'
}

export function watchTenant(ctx: Ctx): Promise<void> {
  const at = nowIso()
  return inTx(ctx, async (tx) => {
    const late = sql`select p.id as parcel_id, n.id as number_id, w.cause, w.since
      from ${tx.rows('parcel').as('p')}
        join lateral (select x.id from tracking_number as x
            join courier as o on o.tenant_id = x.tenant_id and o.code = x.courier_code
          where x.tenant_id = p.tenant_id and x.parcel_id = p.id and x.state = 1
            and x.stopped_at is null and o.enabled and o.adapter <> 'none'
          order by x.leg desc, x.id desc limit 1) as n on true
        cross join lateral (select max(coalesce(t.at, t.received_at)) as moved_at,
            max(coalesce(t.at, t.received_at))
              filter (where t.status <> p.tracking_status) as other_at
          from tracking_event as t
          where t.tenant_id = p.tenant_id and t.parcel_id = p.id and t.effect = 'move'
            and not t.cancelled and (t.courier <> 'own' or t.source = 'manual')
            and t.status >= ${TRACK.ACCEPTED}
            and t.status < ${TRACK.EXPIRED}) as e
        cross join lateral (select min(coalesce(t.at, t.received_at)) as began_at
          from tracking_event as t
          where t.tenant_id = p.tenant_id and t.parcel_id = p.id and t.effect = 'move'
            and not t.cancelled and t.status = p.tracking_status
            and coalesce(t.at, t.received_at) >= coalesce(e.other_at, '-infinity')) as b
        cross join lateral (select x.cause, x.since, x.hours from (values
            (1, 'noFirstScan', p.outbound_at, ${ALERT_HOURS.noFirstScan}::int, e.moved_at is null),
            (2, 'customs', b.began_at, ${ALERT_HOURS.customs}::int,
              p.tracking_status = ${TRACK.CUSTOMS}),
            (3, 'pickup', b.began_at, ${ALERT_HOURS.pickup}::int,
              p.tracking_status = ${TRACK.READY_FOR_PICKUP}),
            (4, 'failed', e.moved_at, ${ALERT_HOURS.failed}::int,
              p.tracking_status = ${TRACK.ATTEMPT_FAILED}),
            (5, 'stuck', e.moved_at, ${ALERT_HOURS.stuck}::int, true)) as x(n, cause, since, hours, fits)
          where x.fits order by x.n limit 1) as w
      where p.outbound_at > ${at}::timestamptz - make_interval(days => ${WATCHED_DAYS})
        and p.tracking_status = any(${WATCHED}::int[])
        and w.since <= ${at}::timestamptz - make_interval(hours => w.hours)`
    const moved = await sql<Moved>`with late as materialized (${late}),
      over as (update track_alert as a set cleared_at = ${at}
        where ${tx.rows('trackAlert').where('a')} and a.cleared_at is null
          and not exists (select 1 from late as l
            where l.parcel_id = a.parcel_id and l.cause = a.cause)
        returning a.parcel_id, a.cause),
      moved_on as (update track_alert as a set number_id = l.number_id from late as l
        where ${tx.rows('trackAlert').where('a')} and a.cleared_at is null
          and l.parcel_id = a.parcel_id and l.cause = a.cause and l.number_id <> a.number_id),
      raised as (insert into track_alert (tenant_id, parcel_id, number_id, cause, since, raised_at)
        select ${tx.principal.tenantId}::bigint, l.parcel_id, l.number_id, l.cause, l.since, ${at}
        from late as l on conflict (tenant_id, parcel_id, cause) where cleared_at is null do nothing
        returning parcel_id, cause)
      select parcel_id, cause, 'late' as what from raised
      union all select parcel_id, cause, 'over' from over`.execute(tx.db)
    for (const [, all] of Map.groupBy(moved.rows, ({ what, cause }) => `${what}:${cause}`))
      for (let from = 0; from < all.length; from += PER_EVENT) {
        const { what, cause } = all[0]!
        const parcelIds = all.slice(from, from + PER_EVENT).map(({ parcelId }) => parcelId)
        if (what === 'late') await tx.emit(parcelsLate, { cause, at, parcelIds })
        else await tx.emit(parcelsOnTime, { cause, parcelIds })
      }
  })
}

/** On their way; exceptions wait for a user already. */
const WATCHED: readonly number[] = [
  TRACK.OUTBOUND,
  TRACK.ACCEPTED,
  TRACK.IN_TRANSIT,
  TRACK.CUSTOMS,
  TRACK.OUT_FOR_DELIVERY,
  TRACK.READY_FOR_PICKUP,
  TRACK.ATTEMPT_FAILED,
  TRACK.RETURNING,
]
