import { predictedBatchFinished } from '#contracts/depot/scans.events.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import { PREDICTED_BATCH } from '#contracts/depot/scans.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
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
    const counts = await countsOf(tx, id)
    await change(
      tx,
      'predictedBatch',
      batch,
      { status: PREDICTED_BATCH.finished, finishedAt: sql`now()` },
      { unlogged: ['finishedAt'], note: counts },
    )
    await tx.emit(predictedBatchFinished, { batchId: id, customerId: batch.customerId, counts })
    return readPredicted(tx, { id })
  })
}
