import { sql } from 'kysely'
import type { MappingRow } from '#contracts/tracking/tracking.events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { storedMapping, type StoredMapping } from './stored-mapping.ts'

/** A courier's mapping table as it is now; rows that cannot be read are passed over. */
export async function mappingsOf(ctx: Ctx, courier: string): Promise<MappingRow[]> {
  const found =
    await sql<StoredMapping>`select m.id, m.courier, m.raw_code, m.raw_reason, m.pattern, m.weight,
        m.status, m.sub, m.cancels
        from ${ctx.rows('statusMap').as('m')} where m.courier = ${courier}`.execute(ctx.db)
  return found.rows.map(storedMapping).filter((row) => row !== null)
}
