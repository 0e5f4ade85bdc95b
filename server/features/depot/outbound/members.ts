import { sql } from 'kysely'
import { parcelScanUndone } from '#contracts/depot/scans.events.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { moveParcels } from '#server/features/orders/shipments/index.ts'
import { undoScansOf } from '#server/features/depot/scans/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { LockedOutboundBatch } from './lock-outbound-batch.ts'

/** Parcels on a batch that have not left, within the caller's reach: one, or all. */
export async function members(ctx: Ctx, batchId: string, parcelId?: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select p.id
    from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
    where o.batch_id = ${batchId}
      and o.open ${parcelId === undefined ? sql`` : sql`and o.parcel_id = ${parcelId}`}
    order by p.id`.execute(ctx.db)
  return found.rows.map(({ id }) => id)
}

/** Takes parcels off an open batch's list; answers how many were on it. */
export async function takeOut(
  tx: Tx,
  batchId: string,
  parcelIds: readonly string[],
): Promise<number> {
  const gone = await sql<{ gone: boolean }>`delete from out_batch_parcel as o
    where ${tx.rows('outBatchParcel').where('o')} and o.batch_id = ${batchId}
      and o.parcel_id = any(${parcelIds}::bigint[]) and o.open
    returning true as gone`.execute(tx.db)
  return gone.rows.length
}

/** Parcels taken off a batch's list are back in stock, and their scans count no more. */
export async function putBack(
  tx: Tx,
  batch: Pick<LockedOutboundBatch, 'id' | 'depotId'>,
  parcelIds: readonly string[],
): Promise<void> {
  await moveParcels(tx, parcelIds, PARCEL.RECEIVED)
  await undoScansOf(tx, { station: 'out', batchId: batch.id, parcelIds })
  await tx.emit(parcelScanUndone, {
    parcelIds: [...parcelIds],
    depotId: batch.depotId,
    station: 'out',
    at: nowIso(),
  })
}
