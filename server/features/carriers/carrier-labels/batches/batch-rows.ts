import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { requireCarrier, type CarrierAction } from '../carrier-access.ts'
import type { BatchNote } from './batch-notes.ts'

export interface BatchRow {
  id: string
  batchNo: string
  carrier: string
  kind: 'labels' | 'validate' | 'day' | 'file'
  day: string
  state: 'queued' | 'running' | 'stopped' | 'done'
  collectionState: 'sent' | 'ordered' | 'unknown' | 'cancelled' | null
  collectionNo: string | null
  notes: BatchNote[]
}

/** A batch within reach, of a carrier the caller may do this with. */
export async function reachedBatch(ctx: Ctx, id: string, action: CarrierAction): Promise<BatchRow> {
  const found = await sql<BatchRow>`select b.id, b.batch_no, b.carrier, b.kind, b.day::text as day,
      b.state, b.collection_state, b.collection_no, b.notes
    from ${ctx.rows('carrierBatch').as('b')} where b.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  requireCarrier(ctx, row.carrier, 'batch', action)
  return row
}
