import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { text } from '#contracts/kit/field.ts'
import { predictedBatchList, type predictedBatches } from '#contracts/depot/predicted.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { addRow, type Draft } from '#server/kit/resource/resource-write.ts'
import type { WireRow } from '#server/kit/resource/resource-rows.ts'
import { inTx } from '#server/kit/db/tx.ts'

/** The same entity with its number writable: by us, never by a body, which was read without it. */
const numbered = { ...predictedBatchList, fields: { ...predictedBatchList.fields, no: text() } }

export function addPredicted(ctx: Ctx, draft: In<typeof predictedBatches.add>): Promise<WireRow> {
  return inTx(ctx, async (tx) => {
    const [no] = await nextSerialNumbers(tx, 'predicted_batch', 'PB', 1)
    return addRow(tx, numbered, { ...(draft as Draft), no }, {})
  })
}

/**
 * Parcels that are on a batch keep its customer and depot where they are. The entity declares that
 * only a waiting batch is edited or deleted; the parcels of a deleted one stay predicted by
 * themselves.
 */
export const predictedBatchHooks: Hooks<typeof predictedBatchList> = {
  beforeSave: async (tx, draft, before) => {
    if (!before) return
    const moved = (['customerId', 'depotId'] as const).filter(
      (field) =>
        draft[field] !== undefined && draft[field] !== null && draft[field] !== before[field],
    )
    if (moved.length === 0) return
    const rows = await sql`select 1
        from ${tx.rows('predictedParcel').as('r')} where r.batch_id = ${before.id} limit 1`.execute(
      tx.db,
    )
    if (rows.rows.length > 0)
      failFields(moved.map((path) => ({ path, code: 'predicted.hasParcels' })))
  },
}
