import { parcelOutbound, parcelScanUndone } from '#contracts/depot/scans.events.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { unpickedOrders } from '#server/features/orders/stock/index.ts'
import { bagOf, bagsOn, dropFromBags, setShipped } from '#server/features/depot/packages/index.ts'
import { lockParcels, moveParcels } from '#server/features/orders/shipments/index.ts'
import { chargeLeaving, type Debtor } from '#server/features/orders/charging/index.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { translateError } from '#server/kit/http/texts.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { change } from '#server/kit/db/change.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { undoScansOf } from '#server/features/depot/scans/index.ts'
import { unloadEmpty } from './load-bag.ts'
import { lockOutboundBatch, type LockedOutboundBatch } from './lock-outbound-batch.ts'
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
    const bag = member ? await bagOf(tx, member) : null
    if (bag) fail('outBatch.inBag', { label: bag.no })
    const [parcel] = member ? await lockParcels(tx, [member]) : []
    const gone = parcel ? await takeOut(tx, batchId, [parcelId]) : 0
    if (!parcel || gone === 0) fail('outBatch.notIn', { label: batch.no })
    await putBack(tx, batch, [parcelId])
    return readOutboundBatch(tx, { id: batchId })
  })
}

/** Takes parcels off an open batch's list; answers how many were on it. */
async function takeOut(tx: Tx, batchId: string, parcelIds: readonly string[]): Promise<number> {
  const gone = await sql<{ gone: boolean }>`delete from out_batch_parcel as o
    where ${tx.rows('outBatchParcel').where('o')} and o.batch_id = ${batchId}
      and o.parcel_id = any(${parcelIds}::bigint[]) and o.open
    returning true as gone`.execute(tx.db)
  return gone.rows.length
}

/** Parcels taken off a batch's list are back in stock, and their scans count no more. */
async function putBack(
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

/**
 * Ships a batch: all its parcels are outbound together or none is. Closing twice is a conflict, not
 * a second departure. Services that charge as parcels leave are charged; what its customer cannot
 * pay is put back into stock and answered with the reason. Where nothing else is left the batch
 * stays open.
 */
export function closeOutboundBatch(
  ctx: Ctx,
  { id }: In<typeof outBatches.close>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, id, 'close')
    await bagsOn(tx, id)
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
    const unpicked = await unpickedOrders(tx, inside)
    if (unpicked.length > 0)
      fail('outBatch.unpicked', { label: batch.no, list: unpicked.join(', ') })
    const unpaid = await chargeLeaving(
      tx,
      parcels.map((parcel) => parcel.id),
    )
    const stay = unpaid.map(({ parcelId }) => parcelId)
    const debtors = await inWords(tx, unpaid)
    if (stay.length > 0) {
      await takeOut(tx, id, stay)
      await dropFromBags(tx, stay)
      await putBack(tx, batch, stay)
      await unloadEmpty(tx, id)
    }
    const parcelIds = inside.filter((parcelId) => !stay.includes(parcelId))
    if (parcelIds.length === 0) return { ...(await readOutboundBatch(tx, { id })), debtors }
    const at = nowIso()
    await moveParcels(tx, parcelIds, PARCEL.OUTBOUND, { outboundAt: at })
    await sql`update out_batch_parcel as o set open = false
      where o.tenant_id = ${tx.principal.tenantId} and o.batch_id = ${id}`.execute(tx.db)
    await setShipped(tx, await bagsOn(tx, id), true)
    await change(
      tx,
      'outBatch',
      batch,
      { status: OUT_BATCH.shipped, closedAt: at, closedBy: tx.principal.username },
      { unlogged: ['closedAt', 'closedBy'], note: { pieces: parcelIds.length } },
    )
    await tx.emit(parcelOutbound, { batchId: id, parcelIds, depotId: batch.depotId, at })
    return { ...(await readOutboundBatch(tx, { id })), ...(debtors.length > 0 ? { debtors } : {}) }
  })
}

/** Whose parcels would stay if the batch were shipped now: charged as then, and nothing kept. */
export function debtorsOf(
  ctx: Ctx,
  { id }: In<typeof outBatches.debtors>,
): Promise<Out<typeof outBatches.debtors>> {
  return dryRun(ctx, async (tx) => {
    await lockOutboundBatch(tx, id, 'close')
    const parcels = await lockParcels(tx, await members(tx, id))
    const ids = parcels.map((parcel) => parcel.id)
    return await inWords(tx, await chargeLeaving(tx, ids))
  })
}

/** Whose parcels stay and why; amounts are for who may see prices. */
async function inWords(
  tx: Tx,
  unpaid: readonly Debtor[],
): Promise<NonNullable<OutboundDetail['debtors']>> {
  if (unpaid.length === 0) return []
  const { rows } = await sql<{
    id: string
    trackNo: string | null
    serialNumber: string
    customerName: string
  }>`select p.id, p.track_no, p.serial_number, c.name as customer_name
    from ${tx.rows('parcel').as('p')}
      join customer c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    where p.id = any(${unpaid.map(({ parcelId }) => parcelId)}::bigint[])
    order by c.name, p.id`.execute(tx.db)
  const why = new Map(unpaid.map((one) => [one.parcelId, one]))
  return rows.map(({ id, ...row }) => {
    const { code, data } = why.get(id)!
    const hidden = code === 'ledger.insufficient' && !tx.can(SEE_PRICES)
    const message = hidden
      ? translateError(tx.lang, 'charge.unpaid', {})
      : translateError(tx.lang, code, data)
    return { parcelId: id, ...row, message }
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
