import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import { PARCEL, type OrderAction, type ParcelState } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockOrderFor } from '../parcels/lock-order.ts'
import { lockPricedOrders } from './reprice-order.ts'
import { moveParcels, type ParcelPatch } from '../parcels/move-parcels.ts'

/** Keeps parcels back in the depot, all or single ones, with the reason a scan shows. */
export const holdOrders = (
  ctx: Ctx,
  { ids, reason, parcelIds }: In<typeof shipments.hold>,
): Promise<BulkResult> => move(ctx, ids, 'hold', PARCEL.HELD, { heldReason: reason }, parcelIds)

/** Lets held parcels go on; they are as received again. */
export const releaseOrders = (
  ctx: Ctx,
  { ids }: In<typeof shipments.release>,
): Promise<BulkResult> => move(ctx, ids, 'release', PARCEL.RECEIVED, { heldReason: null })

/** Writes parcels off; the reason stands in their log. */
export const loseOrders = (
  ctx: Ctx,
  { ids, reason }: In<typeof shipments.lost>,
): Promise<BulkResult> => move(ctx, ids, 'lost', PARCEL.LOST, { heldReason: reason })

/** Held parcels are destroyed; the reason stands in their log. */
export const destroyOrders = (
  ctx: Ctx,
  { ids, reason }: In<typeof shipments.destroy>,
): Promise<BulkResult> => move(ctx, ids, 'destroy', PARCEL.DESTROYED, { heldReason: reason })

/** Parcels on their way back have arrived in the depot. */
export const takeBackOrders = (
  ctx: Ctx,
  { ids }: In<typeof shipments.returned>,
): Promise<BulkResult> => move(ctx, ids, 'returned', PARCEL.RETURNED, {})

function move(
  ctx: Ctx,
  ids: string[],
  action: OrderAction,
  to: ParcelState,
  patch: ParcelPatch,
  only?: readonly string[],
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const order = await lockOrderFor(tx, id, action)
      name(order.serialNumber)
      const chosen = [...new Set(only ?? order.parcelIds)]
      if (chosen.some((parcelId) => !order.parcelIds.includes(parcelId)))
        fail('parcels.notOpen', { label: order.serialNumber })
      await moveParcels(tx, chosen, to, patch)
      return order.serialNumber
    },
    lockPricedOrders,
  )
}
