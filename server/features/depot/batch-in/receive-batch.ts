import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { batchIn, BatchSheet } from '#contracts/depot/batch-in.ts'
import { PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import { receiveUnscanned } from '#server/features/depot/inbound/index.ts'
import { setApart } from '#server/features/depot/intercepts/index.ts'
import {
  addUnpredicted,
  finishPredicted,
  lockBatch,
  markMissing,
  openBatch,
  startBatch,
} from '#server/features/depot/predicted/index.ts'
import { findParcels } from '#server/features/depot/scans/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { readSheet } from './read-sheet.ts'

/**
 * Receives every parcel of the batch that is still expected, one after another, so that a call that
 * is repeated or was interrupted goes on with what is left. Rows marked as missing stay missing.
 */
export async function receiveAll(
  ctx: Ctx,
  { id }: In<typeof batchIn.receiveAll>,
): Promise<Out<typeof batchIn.receiveAll>> {
  await openBatch(ctx, id, 'receive')
  const { rows } = await sql<{ parcelId: string }>`select r.parcel_id
    from ${ctx.rows('predictedParcel').as('r')} join ${ctx.rows('parcel').as('p')} on p.id = r.parcel_id
    where r.batch_id = ${id} and r.status = ${PREDICTED_ROW.expected} order by r.parcel_id`.execute(
    ctx.db,
  )
  return eachRow(
    ctx,
    rows.map(({ parcelId }) => parcelId),
    (tx, parcelId) => receiveUnscanned(tx, parcelId),
  )
}

export function markRows(
  ctx: Ctx,
  { id, ids, missing }: In<typeof batchIn.missing>,
): Promise<BatchSheet> {
  return inTx(ctx, async (tx) => {
    await startBatch(tx, id)
    const changed = await markMissing(tx, id, ids, missing)
    if (changed === 0) fail('batchIn.nothing')
    return readSheet(tx, { id })
  })
}

/** A number nothing is known of. A known one is scanned instead: it has a place of its own. */
export function addExtra(ctx: Ctx, { id, no }: In<typeof batchIn.extra>): Promise<BatchSheet> {
  return inTx(ctx, async (tx) => {
    const batch = await startBatch(tx, id)
    const [found = []] = await findParcels(tx, [no])
    if (found.length > 0) fail('batchIn.known', { label: no })
    await setApart(tx, { no, depotId: batch.depotId, here: true, batchId: id })
    await addUnpredicted(tx, id, no)
    return readSheet(tx, { id })
  })
}

/** Ends a batch; its extra numbers lie apart from then on. */
export function closeBatch(ctx: Ctx, { id }: In<typeof batchIn.close>): Promise<BatchSheet> {
  return inTx(ctx, async (tx) => {
    const batch = await lockBatch(tx, id, 'finish')
    for (const no of await extraNos(tx, id))
      await setApart(tx, { no, depotId: batch.depotId, here: true, batchId: id })
    await finishPredicted(tx, { id })
    return readSheet(tx, { id })
  })
}

async function extraNos(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`select r.no
    from ${tx.rows('predictedParcel').as('r')}
    where r.batch_id = ${id} and r.status = ${PREDICTED_ROW.extra} order by r.no`.execute(tx.db)
  return rows.map(({ no }) => no)
}
