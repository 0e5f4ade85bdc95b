import { sql } from 'kysely'
import type { ExpectedDelivery } from '#contracts/tracking/public-tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { dayIn, zoneOfCountry } from './zone-of-country.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'

/** Deliveries of so many days back are looked at, and an estimate rests on so many at least. */
export const HISTORY_DAYS = 90
export const DELIVERIES_MIN = 30
/** To see how far estimates are off, they are made without the deliveries of so many days. */
export const HELD_BACK_DAYS = 14

/** Hours from our depot to the door: nine of ten deliveries lie between `low` and `high`. */
export interface DeliveryTime {
  lowHours: number
  medianHours: number
  highHours: number
  deliveries: number
}

const AREA = sql`upper(left(replace(coalesce(s.postal_code, ''), ' ', ''), 2))`

/**
 * What deliveries of the same service, country and postcode area took: the first two characters of
 * the postcode, and the whole country where an area has too few. Folded every night.
 */
export const foldDeliveryTimes = (ctx: Ctx): Promise<void> =>
  inEachTenant(ctx, 'delivery times not counted', foldTenant)

export function foldTenant(ctx: Ctx): Promise<void> {
  return inTx(ctx, async (tx) => {
    await checkEstimates(tx)
    await sql`delete from delivery_time as d where ${tx.rows('deliveryTime').where('d')}`.execute(
      tx.db,
    )
    await sql`insert into delivery_time (tenant_id, service_id, country, area, low_hours,
        median_hours, high_hours, deliveries)
      select ${tx.principal.tenantId}, p.service_id, p.country, a.area,
        percentile_disc(0.05) within group (order by p.hours),
        percentile_disc(0.5) within group (order by p.hours),
        percentile_disc(0.95) within group (order by p.hours), count(*)
      from (${delivered(tx)}) as p
        cross join lateral (select '' union select p.area) as a(area)
      group by p.service_id, p.country, a.area
      having count(*) >= ${DELIVERIES_MIN}`.execute(tx.db)
  })
}

/** What was delivered in the days looked at, with the hours it took. */
const delivered = (tx: Tx) => sql`select p.id, p.tenant_id, p.service_id, s.country,
      ${AREA} as area, p.delivered_at,
      (extract(epoch from p.delivered_at - p.outbound_at) / 3600)::int as hours
    from ${tx.rows('parcel').as('p')}
      join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where p.delivered_at > ${nowIso()}::timestamptz - make_interval(days => ${HISTORY_DAYS})
      and p.delivered_at > p.outbound_at and p.tracking_status = ${TRACK.DELIVERED}`

/**
 * How far estimates are off: those that the deliveries before the last days support, against what was
 * delivered in these, by the courier that brought it.
 */
async function checkEstimates(tx: Tx): Promise<void> {
  await sql`delete from delivery_check as d where ${tx.rows('deliveryCheck').where('d')}`.execute(
    tx.db,
  )
  await sql`with d as materialized (${delivered(tx)}),
      split as (select ${nowIso()}::timestamptz - make_interval(days => ${HELD_BACK_DAYS}) as at),
      t as materialized (select d.service_id, d.country, a.area,
          percentile_disc(0.05) within group (order by d.hours) as low,
          percentile_disc(0.5) within group (order by d.hours) as median,
          percentile_disc(0.95) within group (order by d.hours) as high
        from d cross join lateral (select '' union select d.area) as a(area)
        where d.delivered_at <= (select at from split)
        group by d.service_id, d.country, a.area having count(*) >= ${DELIVERIES_MIN})
    insert into delivery_check (tenant_id, courier, parcels, within, median_off_hours,
        high_off_hours, measured_at)
    select d.tenant_id, n.courier_code, count(*),
      count(*) filter (where d.hours between e.low and e.high),
      percentile_disc(0.5) within group (order by abs(d.hours - e.median)),
      percentile_disc(0.9) within group (order by abs(d.hours - e.median)), ${nowIso()}
    from d
      join lateral (select t.low, t.median, t.high from t
        where t.service_id = d.service_id and t.country = d.country and t.area in ('', d.area)
        order by t.area desc limit 1) as e on true
      join lateral (select k.courier_code from tracking_number as k
          join courier as c on c.tenant_id = k.tenant_id and c.code = k.courier_code
        where k.tenant_id = d.tenant_id and k.parcel_id = d.id and k.state = 1
        order by k.leg desc limit 1) as n on true
    where d.delivered_at > (select at from split)
    group by d.tenant_id, n.courier_code`.execute(tx.db)
}

const HOUR = 3_600_000
const later = (one: string, other: string): string => (one > other ? one : other)

/**
 * The days a parcel that left at `outboundAt` is expected between, as its recipient's calendar has
 * them; null once they are over: such an estimate has proved wrong.
 */
export function expectedOf(
  outboundAt: string,
  time: DeliveryTime,
  country: string,
): ExpectedDelivery | null {
  const zone = zoneOfCountry(country)
  const day = (hours: number) => dayIn(zone, Date.parse(outboundAt) + hours * HOUR)
  const today = dayIn(zone, now())
  const until = day(time.highHours)
  if (today > until) return null
  const from = later(day(time.lowHours), today)
  return { from, likely: later(day(time.medianHours), from), until, deliveries: time.deliveries }
}

interface Row extends DeliveryTime {
  parcelId: string
  outboundAt: string
  country: string
}

/** Of parcels that are on their way, where history supports an estimate. */
export async function expectedDeliveries(
  ctx: Ctx,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, ExpectedDelivery>> {
  if (parcelIds.length === 0) return new Map()
  const found = await sql<Row>`select p.id as parcel_id, p.outbound_at, s.country, d.low_hours,
      d.median_hours, d.high_hours, d.deliveries
    from ${ctx.rows('parcel').as('p')}
      join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join lateral (select t.low_hours, t.median_hours, t.high_hours, t.deliveries
        from delivery_time as t
        where t.tenant_id = p.tenant_id and t.service_id = p.service_id and t.country = s.country
          and t.area in ('', upper(left(replace(coalesce(s.postal_code, ''), ' ', ''), 2)))
        order by t.area desc limit 1) as d on true
    where p.id = any(${parcelIds}::bigint[]) and p.outbound_at is not null
      and p.tracking_status < ${TRACK.DELIVERED}`.execute(ctx.db)
  return new Map(
    found.rows.flatMap(({ parcelId, outboundAt, country, ...time }) => {
      const expected = expectedOf(outboundAt, time, country)
      return expected ? [[parcelId, expected] as const] : []
    }),
  )
}
