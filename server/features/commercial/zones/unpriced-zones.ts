import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'

export interface UnpricedZone {
  zone: string
  tables: string[]
}

/**
 * Zones without a price in the tables that price the service on a day: orders to them would find
 * none. Tables that follow another one have its prices.
 */
export async function unpricedZones(
  ctx: Ctx,
  serviceId: string,
  zoneIds: readonly string[],
  day: string,
): Promise<UnpricedZone[]> {
  const found = await sql<{ zone: string; table: string }>`select z.code as zone, f.code as table
    from ${ctx.rows('deliveryPartition').as('z')}
      join ${ctx.rows('deliveryService').as('s')} on s.id = z.service_id
      join ${ctx.rows('fee').as('f')} on f.id = s.fee_id or f.service_id = s.id
      join ${ctx.rows('feeVersion').as('v')} on v.fee_id = f.id and v.published_at is not null
        and v.valid_from < ${day}::date + 1 and (v.valid_to is null or v.valid_to > ${day}::date)
    where z.service_id = ${serviceId} and z.id = any(${zoneIds}::bigint[])
      and f.base_fee_id is null
      and not exists (select 1 from ${ctx.rows('feeCell').as('c')}
        where c.version_id = v.id and c.partition_id = z.id)
    group by z.code, f.code order by z.code, f.code`.execute(ctx.db)
  return [...Map.groupBy(found.rows, ({ zone }) => zone)].map(([zone, rows]) => ({
    zone,
    tables: rows.map(({ table }) => table),
  }))
}
