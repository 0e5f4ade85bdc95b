import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { shipmentCancelled } from '#contracts/orders/shipments.events.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail, shipments } from '#contracts/orders/shipments.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { moveFiles } from '#server/kit/files/stored-files.ts'
import { failConflict, failFields } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { writeOrder } from '../changes/edit-order.ts'
import { lockOrderFor, lockOrders } from '../parcels/lock-order.ts'
import { recalculateShipmentStatus } from '../parcels/move-parcels.ts'
import { auditedOrder, readOrder, visibleOrder } from '../rows/read-order.ts'
import { ORDER_FILES } from '../rows/order-files.ts'
import { noteSteps } from '../rows/order-history.ts'
import { requireNoLostAppointment } from './merge-appointments.ts'
import { mergedDraft } from './merged-draft.ts'
import {
  cartonsWithLabel,
  placeOnPallets,
  placeParcels,
  repriced,
  requireCoveredBy,
  requireSplits,
  setBoxIds,
  setFirstNumber,
} from './place-parcels.ts'
import { fixedAt } from '../changes/fix-price.ts'
import { orderMoney } from '../order-money.ts'

/**
 * Moves the parcels of orders to the same place into one of them, which is checked and priced again.
 * The emptied ones are cancelled and cost nothing; they name the order which has their parcels.
 */
export function mergeOrders(
  ctx: Ctx,
  { id, version, ids }: In<typeof shipments.merge>,
): Promise<Out<typeof shipments.merge>> {
  const others = [...new Set(ids)].filter((one) => one !== id)
  return inTx(ctx, async (tx) => {
    if (others.length === 0) failFields([{ path: 'ids', code: 'merge.onlyOne' }])
    await lockOrders(tx, [id, ...others])
    for (const one of [id, ...others]) await lockOrderFor(tx, one, 'merge')
    const into = await readOrder(tx, id)
    if (into.version !== version) failConflict('row.stale', visibleOrder(tx, into))
    requireSplits(into)
    await requireNoLostAppointment(tx, id, others)
    const from: OrderDetail[] = []
    for (const one of others) from.push(await readOrder(tx, one))
    const { draft, pallets, boxes } = mergedDraft(
      into,
      from,
      await cartonsWithLabel(tx, [id, ...others]),
    )
    const merged = await repriced(tx, draft, into.customerId, await fixedAt(tx, id))
    await requireCoveredBy(tx, [into, ...from], [merged])
    await writeOrder(tx, id, merged)
    const parcels = [into, ...from].flatMap((order) => order.parcels)
    await placeParcels(
      tx,
      { id, serial: into.serialNumber },
      parcels.map((parcel) => parcel.id),
    )
    await placeOnPallets(tx, pallets)
    await setBoxIds(tx, boxes)
    await emptyOrders(tx, from, into.serialNumber)
    await setFirstNumber(tx, [id])
    await recalculateShipmentStatus(tx, [id])
    await orderMoney.of(tx.deps).changed(tx, [id, ...others])
    const after = await readOrder(tx, id)
    await tx.audit('shipment', id, 'edit', auditedOrder(into), auditedOrder(after))
    await moveFiles(tx, { kind: ORDER_FILES, ids: others }, { kind: ORDER_FILES, id })
    await noteSteps(
      tx,
      others.flatMap((other) => [
        { shipmentId: id, action: 'merge', otherId: other },
        { shipmentId: other, action: 'mergedInto', otherId: id },
      ]),
    )
    return visibleOrder(tx, after)
  })
}

/** Ends orders whose parcels stand in another one now. */
async function emptyOrders(tx: Tx, from: readonly OrderDetail[], into: string): Promise<void> {
  await sql`update shipment as s
    set shipment_status = ${PARCEL.CANCELLED}, location_status = 0, flags = 0,
      shipment_pieces = 0, shipment_weight = 0, chargeable_weight = 0, amount = 0, quote = null,
      pallets = null, track_no = null, cancel_by = ${tx.principal.username}, cancel_time = now(),
      cancel_reason = ${`→ ${into}`}, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('shipment').where('s')}
      and s.id = any(${from.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await tx.auditMany(
    'shipment',
    'edit',
    from.map(({ id, shipmentStatus, amount }) => ({
      id,
      before: { shipmentStatus, amount },
      after: { shipmentStatus: PARCEL.CANCELLED, amount: null, mergedInto: into },
    })),
  )
  const at = nowIso()
  for (const { id } of from) await tx.emit(shipmentCancelled, { shipmentId: id, parcelIds: [], at })
}
