import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { receiveUnscanned } from '#server/features/depot/inbound/index.ts'
import { releaseTo } from '#server/features/depot/intercepts/index.ts'
import { dropUnpredicted } from '#server/features/depot/predicted/index.ts'
import { readParcel } from '#server/features/depot/scans/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'

const OUTSTANDING: readonly number[] = [PARCEL.PREDICTED, PARCEL.CONFIRMED, PARCEL.LABELLED]

/** Parcels of an order that were announced and are not in. */
export async function waitingParcels(
  ctx: Ctx,
  { id }: In<typeof predictedShipments.waiting>,
): Promise<Out<typeof predictedShipments.waiting>> {
  const { rows } = await sql<{ id: string; no: string; seq: number }>`select p.id,
      coalesce(p.track_no, p.serial_number) as no, p.seq
    from ${ctx.rows('parcel').as('p')} where p.shipment_id = ${id}
      and p.parcel_status = any(${[...OUTSTANDING]}::int[]) order by p.seq`.execute(ctx.db)
  return rows
}

/**
 * What was registered as unknown is an announced parcel: it is received as without its scan, paid,
 * reported and logged alike; the intercept ends, and where it counted as extra it does no more.
 */
export function linkIntercept(
  ctx: Ctx,
  { parcelId, interceptId, version }: In<typeof predictedShipments.link>,
): Promise<ScannedParcel> {
  return inTx(ctx, async (tx) => {
    const [parcel] = await lockParcels(tx, [parcelId])
    if (!parcel) failMissing()
    const no = parcel.trackNo ?? parcel.serialNumber
    // In stock it is another one than what lies apart.
    if (!OUTSTANDING.includes(parcel.parcelStatus)) fail('batchIn.allIn', { label: no })
    const { rows } = await sql<{ no: string; depotId: string }>`select i.no, i.depot_id
      from ${tx.rows('intercept').as('i')} where i.id = ${interceptId}`.execute(tx.db)
    const apart = rows[0] ?? failMissing()
    if (apart.depotId !== parcel.depotId)
      failFields([{ path: 'interceptId', code: 'predicted.otherDepot' }])
    // Batches before intercepts, as their closing locks them.
    await dropUnpredicted(tx, apart.no, apart.depotId)
    await receiveUnscanned(tx, parcelId, { linked: true })
    const { customerId } = parcel
    await releaseTo(tx, { id: interceptId, version }, { id: parcelId, customerId, no })
    return readParcel(tx, parcelId)
  })
}
