import { sql } from 'kysely'
import type { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { cancelEach } from '../buying/label-verbs.ts'
import { carrierLabels } from '../buying/label-rows.ts'
import { worded, type StoredMessage } from '../buying/wording.ts'
import { noteInWords } from './batch-notes.ts'
import { reachedBatch } from './batch-rows.ts'

interface Row {
  id: string
  serialNumber: string
  state: string
  carrierNo: string | null
  closedAt: string | null
  messages: StoredMessage[]
}

/** What became of each parcel of a batch; of a day's batch, its labels. */
export async function batchItems(
  ctx: Ctx,
  { id }: In<typeof carrierBatches.items>,
): Promise<Out<typeof carrierBatches.items>> {
  const batch = await reachedBatch(ctx, id, 'list')
  const found =
    batch.kind === 'day'
      ? await sql<Row>`select c.id, c.serial_number, case c.state when 'bought' then 'done'
            when 'sent' then 'waiting' when 'wanted' then 'waiting' else c.state end as state,
          c.carrier_no, c.closed_at, c.messages
        from ${ctx.rows('carrierShipment').as('c')} where c.batch_id = ${id}
        order by c.id`.execute(ctx.db)
      : await sql<Row>`select i.id, i.serial_number, i.state, c.carrier_no, c.closed_at, i.messages
        from ${ctx.rows('carrierBatchItem').as('i')}
          left join ${ctx.rows('carrierShipment').as('c')}
            on c.batch_id = i.batch_id and c.parcel_id = i.parcel_id and c.state <> 'refused'
        where i.batch_id = ${id} order by i.id`.execute(ctx.db)
  const { rows } = found
  const count = (state: string) => rows.filter((one) => one.state === state).length
  return {
    counts: {
      waiting: count('waiting'),
      done: count('done'),
      refused: count('refused'),
      unknown: count('unknown'),
      closed: rows.filter(({ closedAt }) => closedAt !== null).length,
    },
    papers: batch.kind !== 'file' || ctx.principal.masked !== true,
    notes: batch.notes.map((one) => noteInWords(ctx.lang, one)),
    rows: rows.map(({ closedAt: _closed, messages, ...row }) => ({
      ...row,
      messages: messages.map((one) => worded(ctx.lang, one)),
    })),
  }
}

/** Takes back what is not closed of some batches; the outcome is that of each label. */
export async function cancelBatches(
  ctx: Ctx,
  { ids }: In<typeof carrierBatches.cancel>,
): Promise<BulkResult> {
  for (const id of ids) await reachedBatch(ctx, id, 'cancel')
  const labels = await carrierLabels(ctx, { batchIds: ids })
  const open = labels.filter(
    ({ state, voidState, closedAt }) =>
      state !== 'refused' && voidState !== 'void' && closedAt === null,
  )
  return cancelEach(
    ctx,
    open.map(({ id }) => id),
  )
}
