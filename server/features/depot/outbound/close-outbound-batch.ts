import { parcelOutbound, parcelScanUndone } from '#contracts/depot/scans.events.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { lockParcels, moveParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockOutboundBatch } from './lock-outbound-batch.ts'
import { readOutboundBatch } from './read-outbound-batch.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

/** Takes a parcel out of an open batch, back into stock. */
export function removeFromBatch(
  ctx: Ctx,
  { batchId, parcelId }: In<typeof outBatches.remove>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, batchId, 'remove')
    const [member] = await members(tx, batchId, parcelId)
    const [parcel] = member ? await lockParcels(tx, [member]) : []
    const gone = parcel
      ? await sql`delete from out_batch_parcel as o
        where ${tx.rows('outBatchParcel').where('o')} and o.batch_id = ${batchId}
          and o.parcel_id = ${parcelId} and o.open
        returning true as gone`.execute(tx.db)
      : null
    if (!parcel || !gone || gone.rows.length === 0) fail('outBatch.notIn', { label: batch.no })
    await moveParcels(tx, [parcelId], PARCEL.RECEIVED)
    await sql`update scan_log as l set undone_at = now()
      where ${tx.rows('scanLog').where('l')} and l.station = 'out'
        and l.batch_id = ${batchId} and l.parcel_id = ${parcelId} and l.code = 200
        and l.undone_at is null`.execute(tx.db)
    await tx.emit(parcelScanUndone, {
      parcelIds: [parcelId],
      depotId: batch.depotId,
      station: 'out',
      at: nowIso(),
    })
    return readOutboundBatch(tx, { id: batchId })
  })
}

/**
 * Ships a batch: all its parcels are outbound together or none is. Closing twice is a conflict, not
 * a second departure.
 */
export function closeOutboundBatch(
  ctx: Ctx,
  { id }: In<typeof outBatches.close>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, id, 'close')
    const inside = await members(tx, id)
    if (inside.length === 0) fail('outBatch.empty', { label: batch.no })
    const parcels = await lockParcels(tx, inside)
    // A parcel beyond the caller's reach, or one that left the bag behind our back, would make the
    // list of the truck wrong.
    if (
      parcels.length !== (await pieces(tx, id)) ||
      parcels.some((parcel) => parcel.parcelStatus !== PARCEL.BAGGED)
    )
      failConflict('outBatch.changed', null, { label: batch.no })
    const at = nowIso()
    const parcelIds = parcels.map((parcel) => parcel.id)
    await moveParcels(tx, parcelIds, PARCEL.OUTBOUND, { outboundAt: at })
    await sql`update out_batch_parcel as o set open = false
      where o.tenant_id = ${tx.principal.tenantId} and o.batch_id = ${id}`.execute(tx.db)
    await sql`update out_batch as b
      set status = ${OUT_BATCH.shipped}, closed_at = ${at}, closed_by = ${tx.principal.username},
        version = version + 1, update_by = ${tx.principal.username}, update_time = now()
        where ${tx.rows('outBatch').where('b')} and b.id = ${id}`.execute(tx.db)
    await tx.audit(
      'out_batch',
      id,
      'edit',
      { status: batch.status },
      { status: OUT_BATCH.shipped, pieces: parcelIds.length },
    )
    await tx.emit(parcelOutbound, { batchId: id, parcelIds, depotId: batch.depotId, at })
    return readOutboundBatch(tx, { id })
  })
}

async function members(tx: Tx, batchId: string, parcelId?: string): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select p.id
    from ${tx.rows('outBatchParcel').as('o')} join ${tx.rows('parcel').as('p')} on p.id = o.parcel_id
    where o.batch_id = ${batchId}
      and o.open ${parcelId === undefined ? sql`` : sql`and o.parcel_id = ${parcelId}`}
    order by p.id`.execute(tx.db)
  return found.rows.map(({ id }) => id)
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
