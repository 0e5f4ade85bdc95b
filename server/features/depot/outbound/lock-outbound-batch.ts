import { sql } from 'kysely'
import { whyNotOut, type OutAction } from '#contracts/depot/scans.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failMissing } from '#server/kit/http/errors.ts'

export interface LockedOutboundBatch {
  id: string
  no: string
  status: string
  depotId: string
  version: number
}

/**
 * An outbound batch locked for an action: scans share it, closing and opening it
 * again have it alone. Closed meanwhile is
 * a conflict that names it.
 */
export function lockOutboundBatch(
  tx: Tx,
  id: string,
  action: OutAction,
): Promise<LockedOutboundBatch> {
  return openFor(tx, id, action, true)
}

/** A batch as it is, for a question about an action that is open. */
export async function openFor(
  ctx: Ctx,
  id: string,
  action: OutAction,
  locked = false,
): Promise<LockedOutboundBatch> {
  const lock = action === 'close' || action === 'reopen' ? sql`for update` : sql`for share`
  const batch =
    (
      await sql<LockedOutboundBatch>`select id, no, status, depot_id, version from out_batch as b
        where ${ctx.rows('outBatch').where('b')} and b.id = ${id}
        ${locked ? lock : sql``}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const closed = whyNotOut(action, batch.status)
  if (closed) failConflict(closed, null, { label: batch.no })
  return batch
}
