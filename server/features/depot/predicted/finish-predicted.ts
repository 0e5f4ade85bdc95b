import { predictedBatchFinished } from '#contracts/depot/scans.events.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import { PREDICTED_BATCH } from '#contracts/depot/scans.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { countsOf, lockBatch } from './predicted-row.ts'
import { readPredicted } from './read-predicted.ts'

/** Ends a batch: what has not come by now is missing, and may be predicted again. */
export function finishPredicted(
  ctx: Ctx,
  { id }: In<typeof predictedBatches.finish>,
): Promise<Out<typeof predictedBatches.finish>> {
  return inTx(ctx, async (tx) => {
    const batch = await lockBatch(tx, id, 'finish')
    await sql`update predicted_batch as b
      set status = ${PREDICTED_BATCH.finished}, finished_at = now(), version = version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('predictedBatch').where('b')} and b.id = ${id}`.execute(tx.db)
    const counts = await countsOf(tx, id)
    await tx.audit(
      'predicted_batch',
      id,
      'edit',
      { status: batch.status },
      { status: PREDICTED_BATCH.finished, ...counts },
    )
    await tx.emit(predictedBatchFinished, { batchId: id, customerId: batch.customerId, counts })
    return readPredicted(tx, { id })
  })
}
