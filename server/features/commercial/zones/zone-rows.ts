import { sql } from 'kysely'
import type { MatchType } from '#contracts/commercial/rating.ts'
import type { PartitionRow } from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

interface Row {
  id: string
  partitionId: string
  partitionCode: string
  partitionName: string
  partitionNameEn: string | null
  country: string
  matchType: string
  from: string | null
  to: string | null
  priority: number
  validFrom: string | null
  validTo: string | null
}

/** All rows of a service's zones within the caller's reach, whatever day they are valid on. */
export async function zoneRowsOf(ctx: Ctx, serviceId: string): Promise<PartitionRow[]> {
  const found = await sql<Row>`select c.id, p.id as partition_id,
      p.code as partition_code, p.name as partition_name, p.name_en as partition_name_en,
      c.country, c.match_type, c.value_from as "from", c.value_to as "to", c.priority,
      c.valid_from, c.valid_to
    from ${ctx.rows('deliveryPartition').as('p')}
      join ${ctx.rows('partitionConfig').as('c')} on c.partition_id = p.id
    where p.service_id = ${serviceId} order by c.id`.execute(ctx.db)
  return found.rows.map((row) => ({ ...row, matchType: row.matchType as MatchType }))
}
