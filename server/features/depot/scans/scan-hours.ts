import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { scanCounts, ScanStationName } from '#contracts/depot/scan-hours.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import type { Perm } from '#contracts/perms.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failDenied } from '#server/kit/http/errors.ts'

const PERMS: Record<ScanStationName, Perm> = {
  into: 'wh:in:scan',
  sort: 'wh:sort:scan',
  bag: 'wh:pkg:scan',
  out: 'wh:out:scan',
  stockIn: 'stock:notice:receive',
  stockPick: 'stock:wave:pick',
  stockCount: 'stock:count:enter',
}
/** Answers to scans that did something: also where the parcel is held, or has no gate. */
const DONE = [SCAN.ok, SCAN.overLimit, SCAN.unpaid, SCAN.toException]
/** More people do not work at one station in a day. */
const PEOPLE_MAX = 200

export interface HourRow {
  username: string
  name: string
  hour: number
  count: number
}

/** Today's scans that did something, or pieces booked, by person and hour on the depot's clock. */
export async function scansByHour(
  ctx: Ctx,
  { station, depotId }: In<typeof scanCounts.hours>,
): Promise<Out<typeof scanCounts.hours>> {
  if (!ctx.can(PERMS[station])) failDenied()
  return byHour(await readHours(ctx, station, depotId, leadsDepot(ctx)))
}

/** How fast others work is for who leads them. */
export const leadsDepot = (ctx: Ctx): boolean =>
  ctx.can('wh:pred:edit') && ctx.principal.customerId === null

export function byHour(rows: readonly HourRow[]): Out<typeof scanCounts.hours> {
  const hours = [...new Set(rows.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const people = [...Map.groupBy(rows, (row) => row.username).values()].slice(0, PEOPLE_MAX)
  return {
    hours,
    people: people.map((of) => ({
      username: of[0]!.username,
      name: of[0]!.name,
      counts: hours.map((hour) => of.find((one) => one.hour === hour)?.count ?? 0),
      total: of.reduce((sum, { count }) => sum + count, 0),
    })),
  }
}

/** The caller's own of today: the sum of their line above. */
export const ownScansToday = async (
  ctx: Ctx,
  station: ScanStationName,
  depotId: string | undefined,
): Promise<number> =>
  (await readHours(ctx, station, depotId, false)).reduce((sum, { count }) => sum + count, 0)

interface DepotDay {
  zone: string
  since: string
}

/** The zone of a depot, else of the caller's first, and since when it is today there. */
export async function depotDay(ctx: Ctx, depotId: string | null): Promise<DepotDay> {
  const { depotIds } = ctx.principal
  const { rows } = await sql<DepotDay>`select n.name as zone,
      date_trunc('day', now() at time zone n.name) at time zone n.name as since
    from (select coalesce((select n.name from (select x.time_zone from ${ctx.rows('depot').as('x')}
        where ${depotIds ? sql`x.id = any(${depotIds}::bigint[])` : sql`true`}
        order by x.id = ${depotId}::bigint desc nulls last, x.id limit 1) d
      join pg_timezone_names n on n.name = d.time_zone), 'UTC') as name) n`.execute(ctx.db)
  return rows[0]!
}

async function readHours(
  ctx: Ctx,
  station: ScanStationName,
  depotId: string | undefined,
  all: boolean,
): Promise<HourRow[]> {
  const { username } = ctx.principal
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { zone, since } = await depotDay(ctx, depotId ?? null)
  const { rows } =
    await sql<HourRow>`with w as (select l.create_by, l.create_time as at, 1 as pieces, l.depot_id
      from ${ctx.rows('scanLog').as('l')}
      where l.station = ${station} and l.undone_at is null and l.create_time >= ${since}::timestamptz
        and l.code = any(${DONE}::int[]) and l.data->>'words' <> 'scan.receivedUnscanned'
      union all
      select e.create_by, e.create_time, e.quantity, e.depot_id
      from ${ctx.rows('stockEntry').as('e')}
      where e.create_time >= ${since}::timestamptz and e.quantity > 0
        and ((${station}::text = 'stockIn' and e.ref_kind = 'notice' and e.kind in ('in', 'returned'))
          or (${station}::text = 'stockPick' and e.ref_kind = 'order' and e.kind = 'picked'
            and not exists (select 1 from ${tenant.rows('stockEntry').as('o')}
              where o.ref_kind = 'order' and o.ref_id = e.ref_id and o.balance_id = e.balance_id
                and o.kind = 'out' and o.quantity > 0 and o.create_time = e.create_time)))
      union all
      select c.counted_by, c.counted_at, i.counted, c.depot_id
      from ${ctx.rows('stockCount').as('c')}
        join ${tenant.rows('stockCountLine').as('i')} on i.count_id = c.id and i.counted > 0
      where ${station}::text = 'stockCount' and c.counted_at >= ${since}::timestamptz)
    select w.create_by as username, coalesce(u.realname, w.create_by) as name,
      extract(hour from w.at at time zone ${zone}::text)::int as hour, sum(w.pieces)::int as count
    from w left join ${ctx.rows('sysUser').as('u')} on u.username = w.create_by
    where (${all} or w.create_by = ${username})
      and (${depotId ?? null}::bigint is null or w.depot_id = ${depotId ?? null}::bigint)
    group by 1, 2, 3 order by 2, 3`.execute(ctx.db)
  return rows
}
