import { sql } from 'kysely'
import { AGE_HOURS, type Monitor } from '#contracts/insight/dashboards.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

const MINUTES = 60
const EVENTS = 20
/** States of a parcel that is in a depot. */
const LYING = [PARCEL.RECEIVED, PARCEL.HELD, PARCEL.SORTED, PARCEL.BAGGED]
/**
 * A scan that was taken is noted as 200; what refused it has a number from here on
 * (contracts/depot/scans.states.ts).
 */
const REFUSED_FROM = 1000

interface ScanRow {
  depotId: string | null
  depot: string | null
  minute: number
  n: number
  refused: number
}
interface QueueRow {
  status: number
  bucket: number
  n: number
  oldest: string | null
}

/**
 * The big screen: how fast the stations scan, how long parcels lie, how the carriers answer, what
 * happened last.
 */
export async function depotMonitor(ctx: Ctx): Promise<Monitor> {
  const scans = (
    await sql<ScanRow>`select l.depot_id,
        (select coalesce(case when ${ctx.lang === 'en_US'} then d.name_en end, d.name)
          from ${ctx.rows('depot').as('d')} where d.id = l.depot_id) as depot,
      floor(extract(epoch from now() - l.create_time) / 60)::int as minute, count(*)::int as n,
      count(*) filter (where l.code >= ${REFUSED_FROM})::int as refused
    from ${ctx.rows('scanLog').as('l')} where l.create_time > now() - interval '60 minutes'
      and l.station <> 'measure' group by 1, 3`.execute(ctx.db)
  ).rows
  const queues = (
    await sql<QueueRow>`select p.parcel_status as status,
        width_bucket(extract(epoch from now() - p.received_at) / 3600.0,
          ${AGE_HOURS}::float8[]) as bucket,
      count(*)::int as n, min(p.received_at) as oldest
    from ${ctx.rows('parcel').as('p')} where p.parcel_status = any(${LYING})
      and p.received_at is not null group by 1, 2`.execute(ctx.db)
  ).rows
  const carriers = (
    await sql<Monitor['carriers'][number]>`select c.courier, count(*)::int as calls,
        count(*) filter (where c.error is not null)::int as failed,
      coalesce(percentile_disc(0.95) within group (order by c.ms), 0)::int as p95,
      max(c.at) filter (where c.error is null) as last_good
    from ${ctx.rows('carrierCall').as('c')} where c.at > now() - interval '24 hours' group by 1
    order by 1`.execute(ctx.db)
  ).rows
  const events = (
    await sql<
      Monitor['events'][number]
    >`select e.id, p.track_no, p.serial_number, e.status, e.place,
        coalesce(e.at, e.received_at) as at
    from (select * from ${ctx.rows('trackingEvent').as('e')} order by e.id desc limit ${EVENTS}) e
    join ${ctx.rows('parcel').as('p')} on p.id = e.parcel_id order by at desc, e.id desc`.execute(
      ctx.db,
    )
  ).rows
  return {
    at: nowIso(),
    carriers,
    events,
    scans: [...Map.groupBy(scans, ({ depotId }) => depotId)]
      .map(([depotId, rows]) => ({
        depotId,
        depot: rows[0]?.depot ?? '',
        refused: rows.reduce((sum, row) => sum + row.refused, 0),
        minutes: Array.from(
          { length: MINUTES },
          (_, at) => rows.find(({ minute }) => minute === MINUTES - 1 - at)?.n ?? 0,
        ),
      }))
      .toSorted((a, b) => a.depot.localeCompare(b.depot)),
    queues: LYING.map((status) => {
      const rows = queues.filter((row) => row.status === status)
      return {
        status,
        n: rows.reduce((sum, row) => sum + row.n, 0),
        oldest:
          rows
            .map((row) => row.oldest)
            .filter((at) => at !== null)
            .toSorted()[0] ?? null,
        ages: [...AGE_HOURS, 0].map(
          (_, bucket) => rows.find((row) => row.bucket === bucket)?.n ?? 0,
        ),
      }
    }),
  }
}
