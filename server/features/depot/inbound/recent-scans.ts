import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { intoParcel } from '#contracts/depot/inbound.ts'
import { IN_DEPOT } from '#contracts/orders/parcels.measures.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { ownScansToday, recentRows, undoSeconds } from '#server/features/depot/scans/index.ts'

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
  // What is in a depot does not depend on the day.
  const parcels = await countMeasures(ctx, IN_DEPOT, { today: '', zone: 'UTC' })
  return { rows, today: await ownScansToday(ctx, 'into', depotId), ...parcels, scale }
}

const BAUD = 9600

interface StationDepot {
  scalePrefix: string | null
  scaleUnit: 'kg' | 'g' | 'lb' | null
  scaleBaud: number | null
}

/** Where the caller works: the depot that is named within reach, or the first of theirs. */
async function stationDepot(ctx: Ctx, depotId: string | null): Promise<StationDepot | undefined> {
  const { depotIds } = ctx.principal
  const found = await sql<StationDepot>`select d.scale_prefix, d.scale_unit, d.scale_baud
    from ${ctx.rows('depot').as('d')}
    where ${depotIds ? sql`d.id = any(${depotIds}::bigint[])` : sql`true`}
    order by d.id = ${depotId}::bigint desc nulls last, d.id limit 1`.execute(ctx.db)
  return found.rows[0]
}
