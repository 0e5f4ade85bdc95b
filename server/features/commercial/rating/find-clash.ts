import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { findOverlaps } from './find-overlaps.ts'
import type { PartitionRow } from './tariff.ts'

type SavedRow = PartitionRow & { serviceId: string }

/**
 * A row of another zone of the same service whose key equals this row's word for word, or null.
 * Rows of the same key are found by an index and compared exactly, so that saving a row costs the
 * same whatever the size of the tariff.
 */
export async function findClash(ctx: Ctx, id: string): Promise<PartitionRow | null> {
  const columns = sql`c.id, p.id as partition_id, p.code as partition_code,
    p.name as partition_name, c.country, c.match_type, c.value_from as "from", c.value_to as "to",
    c.priority, c.valid_from, c.valid_to, p.service_id`
  const from = sql`${ctx.rows('partitionConfig').as('c')} join ${ctx.rows('deliveryPartition').as('p')} on p.id = c.partition_id`
  const saved = (
    await sql<SavedRow>`select ${columns} from ${from} where c.id = ${id}`.execute(ctx.db)
  ).rows[0]
  if (!saved) return null
  const same = await sql<SavedRow>`select ${columns} from ${from}
    where c.country = ${saved.country} and c.match_type = ${saved.matchType}
      and partition_key(c.country, c.value_from) = partition_key(${saved.country}, ${saved.from})
      and p.service_id = ${saved.serviceId} and p.id <> ${saved.partitionId} order by c.id`.execute(
    ctx.db,
  )
  return (
    same.rows.find((row) => findOverlaps([saved, row]).some(({ kind }) => kind === 'same')) ?? null
  )
}
