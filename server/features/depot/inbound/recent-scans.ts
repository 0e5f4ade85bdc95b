import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { intoParcel } from '#contracts/depot/inbound.ts'
import { IN_DEPOT } from '#contracts/orders/parcels.measures.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { recentRows, undoSeconds } from '#server/features/depot/scans/index.ts'
import { now } from '#server/kit/runtime/clock.ts'

/** The caller's last scans in the caller's words, and what a station counts. */
export async function recentScans(
  ctx: Ctx,
  { depotId }: In<typeof intoParcel.recent>,
): Promise<Out<typeof intoParcel.recent>> {
  const rows = await recentRows(ctx, { stations: ['into', 'measure'] }, undoSeconds(ctx))
  const depot = await stationDepot(ctx, depotId ?? null)
  const scale = {
    prefix: depot?.scalePrefix ?? null,
    unit: depot?.scaleUnit ?? 'kg',
    baud: depot?.scaleBaud ?? BAUD,
  }
  return { rows, ...(await counters(ctx, depot?.timeZone ?? 'UTC')), scale }
}

const BAUD = 9600

interface Counters {
  today: number
  inStock: number
  held: number
  expected: number
}

async function counters(ctx: Ctx, zone: string): Promise<Counters> {
  const since = midnight(zone)
  const found = await sql<Pick<Counters, 'today'>>`select
      (select count(*)::int
        from ${ctx.rows('scanLog').as('l')}
        where l.create_by = ${ctx.principal.username} and l.create_time >= ${since}
          and l.station = 'into'
          and l.code in (200, 1004) and l.undone_at is null) as today`.execute(ctx.db)
  const parcels = await countMeasures(ctx, IN_DEPOT, { today: since.slice(0, 10), zone: 'UTC' })
  return { today: found.rows[0]?.today ?? 0, ...parcels }
}

interface StationDepot {
  timeZone: string
  scalePrefix: string | null
  scaleUnit: 'kg' | 'g' | 'lb' | null
  scaleBaud: number | null
}

/** Where the caller works: the depot that is named within reach, or the first of theirs. */
async function stationDepot(ctx: Ctx, depotId: string | null): Promise<StationDepot | undefined> {
  const { depotIds } = ctx.principal
  const found = await sql<StationDepot>`select d.time_zone, d.scale_prefix, d.scale_unit,
      d.scale_baud
    from ${ctx.rows('depot').as('d')}
    where ${depotIds ? sql`d.id = any(${depotIds}::bigint[])` : sql`true`}
    order by d.id = ${depotId}::bigint desc nulls last, d.id limit 1`.execute(ctx.db)
  return found.rows[0]
}

/** The last midnight on a depot's clock; UTC where its zone is none. */
function midnight(zone: string): string {
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
