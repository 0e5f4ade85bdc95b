import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { unpickedOrders } from '#server/features/orders/stock/index.ts'
import { bagOf } from '#server/features/depot/packages/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { leavingDebtors } from '#server/features/orders/charging/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { debtorsInWords } from './debtors-in-words.ts'
import { lockOutboundBatch, openFor, type LockedOutboundBatch } from './lock-outbound-batch.ts'
import { members, putBack, takeOut } from './members.ts'
import { readOutboundBatch } from './read-outbound-batch.ts'
import { AT_ONCE, queueShipping, shipSome } from './ship-parcels.ts'

/** Takes a parcel out of an open batch, back into stock. */
export function removeFromBatch(
  ctx: Ctx,
  { batchId, parcelId }: In<typeof outBatches.remove>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, batchId, 'remove')
    const [member] = await members(tx, batchId, parcelId)
    const bag = member ? await bagOf(tx, member) : null
    if (bag) fail('outBatch.inBag', { label: bag.no })
    const [parcel] = member ? await lockParcels(tx, [member]) : []
    const gone = parcel ? await takeOut(tx, batchId, [parcelId]) : 0
    if (!parcel || gone === 0) fail('outBatch.notIn', { label: batch.no })
    await putBack(tx, batch, [parcelId])
    return readOutboundBatch(tx, { id: batchId })
  })
}

/**
 * Ships a batch. Closing twice is a conflict, not a second departure. Services that charge as
 * parcels leave are charged; what its customer cannot pay is put back into stock and answered with
 * the reason. Where nothing else is left the batch stays open. A batch of many parcels is closed
 * part by part by a job; asked for again meanwhile, the job is queued again and goes on.
 */
export function closeOutboundBatch(
  ctx: Ctx,
  { id }: In<typeof outBatches.close>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, id, 'close')
    const few = batch.status === OUT_BATCH.open && (await readyToLeave(tx, batch)) <= AT_ONCE
    if (batch.status === OUT_BATCH.open)
      await change(
        tx,
        'outBatch',
        batch,
        { status: OUT_BATCH.closing, leftBehind: [] },
        { unlogged: ['leftBehind'] },
      )
    if (few) while (await shipSome(tx, id));
    else await queueShipping(tx, id)
    return readOutboundBatch(tx, { id })
  })
}

/** How many parcels are to leave; refuses where the list of the truck would be wrong. */
async function readyToLeave(tx: Tx, { id, no }: LockedOutboundBatch): Promise<number> {
  const { rows } = await sql<{ id: string; parcelStatus: number }>`select p.id, p.parcel_status
    from ${tx.rows('outBatchParcel').as('o')} join ${tx.rows('parcel').as('p')} on p.id = o.parcel_id
    where o.batch_id = ${id} and o.open`.execute(tx.db)
  if (rows.length === 0) fail('outBatch.empty', { label: no })
  // One beyond the caller's reach would stay behind, one that left the bag behind our back would
  // not be on the truck.
  if (
    rows.length !== (await pieces(tx, id)) ||
    rows.some(({ parcelStatus }) => parcelStatus !== PARCEL.BAGGED)
  )
    failConflict('outBatch.changed', null, { label: no })
  const unpicked = await unpickedOrders(
    tx,
    rows.map((row) => row.id),
  )
  if (unpicked.length > 0) fail('outBatch.unpicked', { label: no, list: unpicked.join(', ') })
  return rows.length
}

/**
 * Whose parcels would stay if the batch were shipped now, in the parts in which it is: nothing is
 * locked, nothing is charged.
 */
export async function debtorsOf(
  ctx: Ctx,
  { id }: In<typeof outBatches.debtors>,
): Promise<Out<typeof outBatches.debtors>> {
  await openFor(ctx, id, 'close')
  const leaving = await members(ctx, id)
  const parts = Array.from({ length: Math.ceil(leaving.length / AT_ONCE) }, (_, at) =>
    leaving.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  return debtorsInWords(ctx, await leavingDebtors(ctx, parts))
}

/** Counted past the caller's reach: only the number, to compare. */
async function pieces(tx: Tx, batchId: string): Promise<number> {
  return (
    (
      await sql<{
        count: number
      }>`select count(*)::int as count from out_batch_parcel
        where tenant_id = ${tx.principal.tenantId} and batch_id = ${batchId}`.execute(tx.db)
    ).rows[0]?.count ?? 0
  )
}
