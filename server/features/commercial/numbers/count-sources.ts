import { sql } from 'kysely'
import {
  FORECAST_DAYS,
  forecast,
  levelOf,
  NUMBER_SOURCES,
  type SourceCounts,
} from '#contracts/commercial/numbers/number-sources.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** How sources stand in the tallies. */
const SEGMENT = 1
const POOL = 2

export interface Counted extends SourceCounts {
  id: string
  code: string
  service: string
  status: string
  /** What the last alarm was about. */
  lowLevel: number
}

interface Row {
  id: string
  code: string
  service: string
  status: string
  lowWater: number
  lowLevel: number
  numberSource: string
  free: string
  reserved: string
  used: string
  void: string
  recent: string
  days: number
}

/** Use of the last days from the tallies, with the days since the first of it. */
const recentUse = (source: number) => sql`select coalesce(sum(y.count), 0)::bigint as recent,
    coalesce(current_date - min(y.day) + 1, 1)::int as days
  from number_tally y where y.tenant_id = x.tenant_id and y.source = ${source}
    and y.source_id = x.id and y.state = 2 and y.count > 0
    and y.day > current_date - ${FORECAST_DAYS}::int`

function counted({ lowWater, recent, days, numberSource, ...row }: Row, pools: boolean): Counted {
  const [free, reserved, used, gone] = [row.free, row.reserved, row.used, row.void].map(Number)
  const total = free! + reserved! + used! + gone!
  return {
    id: row.id,
    code: row.code,
    service: row.service,
    status: row.status,
    lowLevel: row.lowLevel,
    total,
    free: free!,
    reserved: reserved!,
    used: used!,
    void: gone!,
    leftBp: total > 0 ? Math.floor((free! * 10_000) / total) : 0,
    ...forecast(free!, Number(recent), days),
    level: levelOf(free!, total, lowWater),
    inUse: numberSource !== (pools ? NUMBER_SOURCES.segments : NUMBER_SOURCES.pools),
  }
}

/** All pools, or those of the list. */
export async function countPools(ctx: Ctx, ids: readonly string[] | null): Promise<Counted[]> {
  const found = await sql<Row>`select x.id, x.code, v.code as service, x.status, x.low_water,
      x.low_level, v.number_source, c.free, c.reserved, c.used, c.void, u.recent, u.days
    from ${ctx.rows('numberPool').as('x')}
      join delivery_service v on v.tenant_id = x.tenant_id and v.id = x.service_id,
      lateral (select
        coalesce(sum(y.count) filter (where y.state = 0), 0)::bigint as free,
        coalesce(sum(y.count) filter (where y.state = 1), 0)::bigint as reserved,
        coalesce(sum(y.count) filter (where y.state = 2), 0)::bigint as used,
        coalesce(sum(y.count) filter (where y.state = 3), 0)::bigint as void
        from number_tally y where y.tenant_id = x.tenant_id and y.source = ${POOL}
          and y.source_id = x.id) c,
      lateral (${recentUse(POOL)}) u
    where (${ids === null} or x.id = any(${ids ?? []}::bigint[])) order by x.id`.execute(ctx.db)
  return found.rows.map((row) => counted(row, true))
}

/** All segments, or those of the list. A void number of a segment stays used: it never comes back. */
export async function countSegments(ctx: Ctx, ids: readonly string[] | null): Promise<Counted[]> {
  const found = await sql<Row>`select x.id, x.code, v.code as service, x.status, x.low_water,
      x.low_level, v.number_source, (x.end_no - x.next_no + 1)::bigint as free,
      0::bigint as reserved, (x.next_no - x.start_no)::bigint as used, 0::bigint as void,
      u.recent, u.days
    from ${ctx.rows('numberSegment').as('x')}
      join delivery_service v on v.tenant_id = x.tenant_id and v.id = x.service_id,
      lateral (${recentUse(SEGMENT)}) u
    where (${ids === null} or x.id = any(${ids ?? []}::bigint[])) order by x.id`.execute(ctx.db)
  return found.rows.map((row) => counted(row, false))
}

/** As an answer, by id. */
export const byId = (rows: readonly Counted[]): Record<string, SourceCounts> =>
  Object.fromEntries(
    rows.map(({ id, code: _c, service: _s, status: _t, lowLevel: _l, ...counts }) => [id, counts]),
  )
