import { sql } from 'kysely'
import { z } from 'zod'
import { outboundClosed } from '#contracts/depot/outbound.events.ts'
import { parcelOutbound } from '#contracts/depot/scans.events.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { idText } from '#contracts/kit/envelope.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { bagsOn, dropFromBags, setShipped } from '#server/features/depot/packages/index.ts'
import { chargeLeaving } from '#server/features/orders/charging/index.ts'
import { lockParcels, moveParcels } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { Refusal } from '#server/kit/runtime/errors.ts'
import type { LeftBehind } from './debtors-in-words.ts'
import { unloadEmpty } from './load-bag.ts'
import type { LockedOutboundBatch } from './lock-outbound-batch.ts'
import { putBack, takeOut } from './members.ts'

/** Parcels of one transaction; a batch of no more is closed while its user waits. */
export const AT_ONCE = 100

interface Closing extends LockedOutboundBatch {
  leftBehind: LeftBehind[]
}
const shipBatch = job('outbound.shipBatch', z.object({ batchId: idText }))

// State, money and event of a part are one transaction: a process that dies leaves a place to go
// on from.
defineJob(shipBatch, async (ctx, { batchId }) => {
  let goesOn = true
  while (goesOn)
    try {
      goesOn = await inTx(ctx, (tx) => shipSome(tx, batchId))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // One that is refused (its tax rate is gone) holds back itself, not the batch for ever.
      for (let left = AT_ONCE; goesOn && left > 0; left--) goesOn = await shipOne(ctx, batchId)
    }
})

/** Goes on with a batch that is being closed, once however often it is asked for. */
export const queueShipping = (tx: Tx, batchId: string): Promise<void> =>
  tx.job(shipBatch, { batchId }, { key: `${shipBatch.name}:${tx.principal.tenantId}:${batchId}` })

/** Ships the next parcel of a batch, or puts it back with the reason it is refused for. */
async function shipOne(ctx: Ctx, batchId: string): Promise<boolean> {
  try {
    return await inTx(ctx, (tx) => shipSome(tx, batchId, { most: 1 }))
  } catch (refused) {
    if (!(refused instanceof Refusal)) throw refused
    return await inTx(ctx, (tx) => shipSome(tx, batchId, { most: 1, refused }))
  }
}

/**
 * Ships the next parcels of a batch that is being closed, and closes it after the last of them;
 * answers whether it goes on. Those that cannot be paid are put back into stock, those that were
 * taken out of it meanwhile stay where they are; both are noted with the batch.
 */
export async function shipSome(
  tx: Tx,
  batchId: string,
  { most = AT_ONCE, refused = null }: { most?: number; refused?: Refusal | null } = {},
): Promise<boolean> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<Closing>`select b.id, b.no, b.status, b.depot_id, b.version,
      b.left_behind
    from out_batch as b where ${tenant.rows('outBatch').where('b')} and b.id = ${batchId}
      and b.status = ${OUT_BATCH.closing} for update`.execute(tx.db)
  const [batch] = found.rows
  if (!batch) return false
  await bagsOn(tx, batchId)
  const next = await sql<{ parcelId: string }>`select o.parcel_id
    from ${tenant.rows('outBatchParcel').as('o')} where o.batch_id = ${batchId} and o.open
    order by o.parcel_id limit ${most}`.execute(tx.db)
  if (next.rows.length === 0) {
    await finish(tx, batch)
    return false
  }
  const all = next.rows.map(({ parcelId }) => parcelId)
  const parcels = await lockParcels(tx, all)
  const ready = parcels.filter(({ parcelStatus }) => parcelStatus === PARCEL.BAGGED)
  const readyIds = ready.map(({ id }) => id)
  const unpaid: LeftBehind[] = refused
    ? readyIds.map((parcelId) => ({ parcelId, code: refused.code, data: refused.data }))
    : await chargeLeaving(tx, readyIds)
  const unpaidIds = unpaid.map(({ parcelId }) => parcelId)
  const strays = all.filter((id) => !readyIds.includes(id))
  const stay: LeftBehind[] = [
    ...unpaid,
    ...strays.map((parcelId) => ({ parcelId, code: 'outBatch.goneMeanwhile' as const, data: {} })),
  ]
  if (stay.length > 0) {
    const ids = stay.map(({ parcelId }) => parcelId)
    await takeOut(tx, batchId, ids)
    await dropFromBags(tx, ids)
    if (unpaidIds.length > 0) await putBack(tx, batch, unpaidIds)
    await change(
      tx,
      'outBatch',
      batch,
      { leftBehind: [...batch.leftBehind, ...stay] },
      { unlogged: 'all' },
    )
  }
  const parcelIds = readyIds.filter((id) => !unpaidIds.includes(id))
  if (parcelIds.length > 0) {
    const at = nowIso()
    await moveParcels(tx, parcelIds, PARCEL.OUTBOUND, { outboundAt: at })
    await sql`update out_batch_parcel as o set open = false
      where ${tenant.rows('outBatchParcel').where('o')} and o.batch_id = ${batchId}
        and o.parcel_id = any(${parcelIds}::bigint[])`.execute(tx.db)
    await tx.emit(parcelOutbound, { batchId, parcelIds, depotId: batch.depotId, at })
  }
  return true
}

/** After the last parcel: shipped with its bags, or open again where none could leave. */
async function finish(tx: Tx, batch: LockedOutboundBatch): Promise<void> {
  await unloadEmpty(tx, batch.id)
  const { rows } = await sql<{ parcelId: string }>`select o.parcel_id
    from ${asSystem(tx, tx.principal.tenantId).rows('outBatchParcel').as('o')}
    where o.batch_id = ${batch.id} order by o.parcel_id`.execute(tx.db)
  const parcelIds = rows.map((row) => row.parcelId)
  if (parcelIds.length === 0) {
    await change(tx, 'outBatch', batch, { status: OUT_BATCH.open })
    return
  }
  await setShipped(tx, await bagsOn(tx, batch.id), true)
  const at = nowIso()
  await change(
    tx,
    'outBatch',
    batch,
    { status: OUT_BATCH.shipped, closedAt: at, closedBy: tx.principal.username },
    { unlogged: ['closedAt', 'closedBy'], note: { pieces: parcelIds.length } },
  )
  await tx.emit(outboundClosed, { batchId: batch.id, no: batch.no, at, parcelIds })
}
