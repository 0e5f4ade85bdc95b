import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { intoParcel } from '#contracts/depot/inbound.ts'
import { IN_DEPOT } from '#contracts/orders/parcels.measures.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { recentRows, undoSeconds } from '#server/features/depot/scans/index.ts'
import { now } from '#server/kit/runtime/clock.ts'

/** The caller's last scans in the caller's words, and what a station counts. */
export async function recentScans(ctx: Ctx): Promise<Out<typeof intoParcel.recent>> {
  const rows = await recentRows(ctx, { stations: ['into', 'measure'] }, undoSeconds(ctx))
  return { rows, ...(await counters(ctx)) }
}

interface Counters {
  today: number
  inStock: number
  held: number
  expected: number
}

async function counters(ctx: Ctx): Promise<Counters> {
  const since = await midnight(ctx)
  const found = await sql<Pick<Counters, 'today'>>`select
      (select count(*)::int
        from ${ctx.rows('scanLog').as('l')}
        where l.create_by = ${ctx.principal.username} and l.create_time >= ${since}
          and l.station = 'into'
          and l.code in (200, 1004) and l.undone_at is null) as today`.execute(ctx.db)
  const parcels = await countMeasures(ctx, IN_DEPOT, { today: since.slice(0, 10), zone: 'UTC' })
  return { today: found.rows[0]?.today ?? 0, ...parcels }
}

/** The last midnight on the clock of the caller's first depot; UTC where its zone is none. */
async function midnight(ctx: Ctx): Promise<string> {
  const own = ctx.principal.depotIds
    ? sql`where d.id = any(${ctx.principal.depotIds}::bigint[])`
    : sql``
  const zone =
    (
      await sql<{
        timeZone: string
      }>`select time_zone from ${ctx.rows('depot').as('d')} ${own} order by d.id limit 1`.execute(
        ctx.db,
      )
    ).rows[0]?.timeZone ?? 'UTC'
  const moment = new Date(now())
  let clock: string
  try {
    clock = moment.toLocaleTimeString('en-GB', { timeZone: zone, hour12: false })
  } catch {
    clock = moment.toISOString().slice(11, 19)
  }
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return new Date(
    moment.getTime() - ((hours * 60 + minutes) * 60 + seconds) * 1000 - moment.getMilliseconds(),
  ).toISOString()
}
