import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { scanCounts, ScanStationName } from '#contracts/depot/scan-hours.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import type { Perm } from '#contracts/perms.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied } from '#server/kit/http/errors.ts'

const PERMS: Record<ScanStationName, Perm> = {
  into: 'wh:in:scan',
  sort: 'wh:sort:scan',
  bag: 'wh:pkg:scan',
  out: 'wh:out:scan',
}
/** Answers to scans that did something: also where the parcel is held, or has no gate. */
const DONE = [SCAN.ok, SCAN.overLimit, SCAN.unpaid, SCAN.toException]
/** More people do not work at one station in a day. */
const PEOPLE_MAX = 200

interface Row {
  username: string
  name: string
  hour: number
  count: number
}

/** Today's scans that did something, by person and hour on the depot's clock. */
export async function scansByHour(
  ctx: Ctx,
  { station, depotId }: In<typeof scanCounts.hours>,
): Promise<Out<typeof scanCounts.hours>> {
  if (!ctx.can(PERMS[station])) failDenied()
  // How fast others work is for who leads them.
  const leads = ctx.can('wh:pred:edit') && ctx.principal.customerId === null
  const rows = await readHours(ctx, station, depotId, leads)
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

async function readHours(
  ctx: Ctx,
  station: ScanStationName,
  depotId: string | undefined,
  all: boolean,
): Promise<Row[]> {
  const { username, depotIds } = ctx.principal
  const { rows } = await sql<Row>`with d as (select x.time_zone from ${ctx.rows('depot').as('x')}
      where ${depotIds ? sql`x.id = any(${depotIds}::bigint[])` : sql`true`}
      order by x.id = ${depotId ?? null}::bigint desc nulls last, x.id limit 1),
    z as (select coalesce((select n.name from d join pg_timezone_names n on n.name = d.time_zone),
      'UTC') as name)
    select l.create_by as username, coalesce(u.realname, l.create_by) as name,
      extract(hour from l.create_time at time zone z.name)::int as hour, count(*)::int as count
    from z cross join ${ctx.rows('scanLog').as('l')}
      left join ${ctx.rows('sysUser').as('u')} on u.username = l.create_by
    where l.station = ${station} and l.undone_at is null
      and l.code = any(${DONE}::int[]) and l.data->>'words' <> 'scan.receivedUnscanned'
      and l.create_time >= date_trunc('day', now() at time zone z.name) at time zone z.name
      and (${all} or l.create_by = ${username})
      and (${depotId ?? null}::bigint is null or l.depot_id = ${depotId ?? null}::bigint)
    group by 1, 2, 3 order by 2, 3`.execute(ctx.db)
  return rows
}
