import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { text } from '#contracts/kit/field.ts'
import { predictedBatchList, type predictedBatches } from '#contracts/depot/predicted.ts'
import { whyNotPredicted } from '#contracts/depot/scans.states.ts'
import { nextSerialNumbers } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/resource.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { addRow, deleteRow, type Draft } from '#server/kit/resource/resource-write.ts'
import type { WireRow } from '#server/kit/resource/resource-rows.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockBatch } from './predicted-row.ts'

/** The same entity with its number writable: by us, never by a body, which was read without it. */
const numbered = { ...predictedBatchList, fields: { ...predictedBatchList.fields, no: text() } }

export function addPredicted(ctx: Ctx, draft: In<typeof predictedBatches.add>): Promise<WireRow> {
  return inTx(ctx, async (tx) => {
    const [no] = await nextSerialNumbers(tx, 'predicted_batch', 'PB', 1)
    return addRow(tx, numbered, { ...(draft as Draft), no }, {})
  })
}

/** A batch goes only while it waits; its parcels stay announced by themselves. */
export function deletePredicted(
  ctx: Ctx,
  { id }: In<typeof predictedBatches.delete>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    await lockBatch(tx, id, 'delete')
    await deleteRow(tx, predictedBatchList, id)
    return null
  })
}

export function deletePredictedBatch(
  ctx: Ctx,
  { ids }: In<typeof predictedBatches.deleteBatch>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const { no } = await lockBatch(tx, id, 'delete')
    await deleteRow(tx, predictedBatchList, id)
    return no
  })
}

/** Only a waiting batch is edited, and parcels that are on it keep its customer and depot where they are. */
export const predictedBatchHooks: Hooks = {
  beforeSave: async (tx, draft, before) => {
    if (!before) return
    const closed = whyNotPredicted('edit', String(before.status))
    if (closed) fail(closed, { label: before.no, status: before.status_dictText })
    const moved = (['customerId', 'depotId'] as const).filter(
      (field) =>
        draft[field] !== undefined &&
        draft[field] !== null &&
        String(draft[field]) !== String(before[field]),
    )
    if (moved.length === 0) return
    const rows =
      await sql`select 1 from ${tx.rows('predictedParcel').as('r')} where r.batch_id = ${before.id} limit 1`.execute(
        tx.db,
      )
    if (rows.rows.length > 0)
      failFields(moved.map((path) => ({ path, code: 'predicted.hasParcels' })))
  },
}
