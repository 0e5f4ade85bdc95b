import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'

/** A second press within this many seconds asks for the same paper again, not for more of it. */
const SAME_PRINT_SECONDS = 60

export interface PrintRecord {
  format: 'pdf' | 'zpl'
  parcelIds: readonly string[]
  reprintIds: readonly string[]
  reason: string | undefined
}

const keyOf = (format: string, parcelIds: readonly string[]) =>
  createHash('sha256')
    .update(`${format} ${[...parcelIds].sort().join(',')}`)
    .digest()

/**
 * The caller's own print of the same parcels a moment ago, which this call only repeats; a new
 * reason makes it a print of its own. What is recorded by it must be asked with the parcels locked:
 * the second of two presses at once then sees the first.
 */
export async function samePrint(
  ctx: Ctx,
  format: 'pdf' | 'zpl',
  parcelIds: readonly string[],
  reason: string | undefined,
): Promise<{ reprintIds: string[] } | null> {
  const found = await sql<{
    reprintIds: string[]
  }>`select l.reprint_ids from ${ctx.rows('labelPrint').as('l')}
    where l.user_id = ${ctx.principal.userId} and l.create_time > now() - make_interval(secs => ${SAME_PRINT_SECONDS}) and l.set_key = ${keyOf(format, parcelIds)}
      and (${reason ?? null}::text is null or l.reason = ${reason ?? null})
    order by l.create_time desc limit 1`.execute(ctx.db)
  return found.rows[0] ?? null
}

export async function recordPrint(
  tx: Tx,
  { format, parcelIds, reprintIds, reason }: PrintRecord,
): Promise<void> {
  await sql`insert into label_print (tenant_id, user_id, format, parcel_ids, reprint_ids, reason, set_key, create_by)
    values (${tx.principal.tenantId}, ${tx.principal.userId}, ${format}, ${parcelIds}::bigint[], ${reprintIds}::bigint[], ${reason ?? null}, ${keyOf(format, parcelIds)}, ${tx.principal.username})`.execute(
    tx.db,
  )
}
