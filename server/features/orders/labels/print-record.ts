import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'

/** A request without an answer is sent again within this time. */
const SENT_AGAIN_SECONDS = 600

export interface PrintRecord {
  format: 'pdf' | 'zpl'
  parcelIds: readonly string[]
  reprintIds: readonly string[]
  reason: string | undefined
  requestKey: string | undefined
}

const keyOf = (requestKey: string, format: string, parcelIds: readonly string[]) =>
  createHash('sha256')
    .update(`${requestKey} ${format} ${[...parcelIds].sort().join(',')}`)
    .digest()

/**
 * The caller's own print under the same request key, which this call only repeats. It must be asked
 * with the parcels locked: the second of two requests at once then sees the first.
 */
export async function samePrint(
  ctx: Ctx,
  format: 'pdf' | 'zpl',
  parcelIds: readonly string[],
  requestKey: string | undefined,
): Promise<{ reprintIds: string[] } | null> {
  if (requestKey === undefined) return null
  const found = await sql<{
    reprintIds: string[]
  }>`select l.reprint_ids from ${ctx.rows('labelPrint').as('l')}
    where l.user_id = ${ctx.principal.userId} and l.create_time > now() - make_interval(secs => ${SENT_AGAIN_SECONDS})
      and l.set_key = ${keyOf(requestKey, format, parcelIds)}
    order by l.create_time desc limit 1`.execute(ctx.db)
  return found.rows[0] ?? null
}

export async function recordPrint(
  tx: Tx,
  { format, parcelIds, reprintIds, reason, requestKey }: PrintRecord,
): Promise<void> {
  await sql`insert into label_print (tenant_id, user_id, format, parcel_ids, reprint_ids, reason,
      set_key, create_by)
    values (${tx.principal.tenantId}, ${tx.principal.userId}, ${format}, ${parcelIds}::bigint[],
      ${reprintIds}::bigint[], ${reason ?? null},
      ${keyOf(requestKey ?? randomUUID(), format, parcelIds)}, ${tx.principal.username})`.execute(
    tx.db,
  )
}
