import { sql } from 'kysely'
import { whyNotOut, type OutAction } from '#contracts/depot/scans.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
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
export async function lockOutboundBatch(
  tx: Tx,
  id: string,
  action: OutAction,
): Promise<LockedOutboundBatch> {
  const lock = action === 'close' || action === 'reopen' ? sql`for update` : sql`for share`
  const batch =
    (
      await sql<LockedOutboundBatch>`select id, no, status, depot_id, version from out_batch as b
        where ${tx.rows('outBatch').where('b')} and b.id = ${id} ${lock}`.execute(tx.db)
    ).rows[0] ?? failMissing()
  const closed = whyNotOut(action, batch.status)
  if (closed) failConflict(closed, null, { label: batch.no })
  return batch
}
