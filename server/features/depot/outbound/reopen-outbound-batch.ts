import { sql } from 'kysely'
import { outboundReopened } from '#contracts/depot/outbound.events.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { parcelBagged } from '#contracts/depot/scans.events.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { unchargeLeft } from '#server/features/orders/charging/index.ts'
import { bagsOn, setShipped } from '#server/features/depot/packages/index.ts'
import { lockParcels, moveParcels, takeBackStock } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockOutboundBatch } from './lock-outbound-batch.ts'
import { readOutboundBatch } from './read-outbound-batch.ts'

const tenantOf = (tx: Tx) => asSystem(tx, tx.principal.tenantId)

/**
 * Opens a batch that was shipped again, all its parcels with it, and gives back what they were
 * charged because they left; goods booked out of stock are picked for their orders again; finance
 * is notified. Refused once a carrier has one of them: by its
 * state, or by any event of the carrier. Doing it twice is a conflict.
 */
export function reopenOutboundBatch(
  ctx: Ctx,
  { id, reason }: In<typeof outBatches.reopen>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, id, 'reopen')
    await requireOffWaybills(tx, batch)
    const bags = await bagsOn(tx, id)
    // All of them: one beyond the caller's reach would be left behind.
    const tenant = tenantOf(tx)
    const all = await sql<{ parcelId: string }>`select o.parcel_id
      from ${tenant.rows('outBatchParcel').as('o')} where o.batch_id = ${id}
      order by o.parcel_id`.execute(tx.db)
    const parcelIds = all.rows.map((row) => row.parcelId)
    const parcels = await lockParcels(tx, parcelIds)
    if (parcels.length !== parcelIds.length)
      failConflict('outBatch.changed', null, { label: batch.no })
    const gone = parcels.filter(({ parcelStatus }) => parcelStatus !== PARCEL.OUTBOUND)
    const taken = gone.length > 0 ? gone.length : await handedOver(tx, parcelIds)
    if (taken > 0) fail('outBatch.handedOver', { label: batch.no, parcels: taken })
    const at = nowIso()
    await moveParcels(tx, parcelIds, PARCEL.BAGGED, { outboundAt: null })
    await sql`update out_batch_parcel as o set open = true
      where ${tenant.rows('outBatchParcel').where('o')} and o.batch_id = ${id}`.execute(tx.db)
    await setShipped(tx, bags, false)
    await takeBackStock(tx, parcelIds, reason)
    const { charges, sums } = await unchargeLeft(tx, parcelIds)
    await change(
      tx,
      'outBatch',
      batch,
      {
        status: OUT_BATCH.open,
        closedAt: null,
        closedBy: null,
        reopenedAt: at,
        reopenedBy: tx.principal.username,
        reopenReason: reason,
        leftBehind: [],
      },
      {
        unlogged: ['leftBehind', 'closedAt', 'closedBy', 'reopenedAt', 'reopenedBy'],
        note: { pieces: parcelIds.length, charges },
      },
    )
    await tx.emit(parcelBagged, { batchId: id, parcelIds, depotId: batch.depotId, at })
    if (charges > 0)
      await tx.emit(outboundReopened, {
        batchId: id,
        no: batch.no,
        at,
        by: tx.principal.username,
        reason,
        charges,
        sums,
      })
    return readOutboundBatch(tx, { id })
  })
}

/** How many of locked parcels a carrier has reported since they were announced to it. */
async function handedOver(tx: Tx, parcelIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct e.parcel_id)::int as count
    from ${tenantOf(tx).rows('trackingEvent').as('e')}
    where e.parcel_id = any(${parcelIds}::bigint[])
      and not e.cancelled and e.source not in ('scan', 'manual')
      and e.status >= ${TRACK.ACCEPTED} and e.status < ${TRACK.CANCELLED}`.execute(tx.db)
  return rows[0]?.count ?? 0
}

/** A batch whose parcels travel under a master number is taken off there first. */
async function requireOffWaybills(tx: Tx, { id, no }: { id: string; no: string }): Promise<void> {
  const { rows } = await sql`select 1 from ${tenantOf(tx).rows('waybillParcel').as('x')}
    where x.out_batch_id = ${id} limit 1`.execute(tx.db)
  if (rows.length > 0) fail('outBatch.onWaybill', { label: no })
}
