import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import {
  lockOrderFor,
  lockOrdersToEnd,
  requireUnpicked,
  stamp,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { takeBack } from './open-tasks.ts'

/**
 * Cancels what has not reached a depot. Cancelling is a wish: without a label it ends the order at
 * once; with one the label is taken back, and with that the order is revoked (domain §3.2).
 */
function cancelOrders(ctx: Ctx, { ids, reason }: In<typeof shipments.cancel>): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const order = await lockOrderFor(tx, id, 'cancel')
      name(order.serialNumber)
      await requireUnpicked(tx, order, 'cancel')
      await stamp(
        tx,
        order,
        sql`cancel_by = ${tx.principal.username}, cancel_time = now(),
          cancel_reason = ${reason ?? null}`,
      )
      await takeBack(tx, order, reason ?? null)
      return order.serialNumber
    },
    lockOrdersToEnd,
  )
}

/** Gives parcels that lie in the depot back to the customer: their labels are taken back. */
function revokeOrders(ctx: Ctx, { ids, reason }: In<typeof shipments.revoke>): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const order = await lockOrderFor(tx, id, 'revoke')
      name(order.serialNumber)
      await takeBack(tx, order, reason)
      return order.serialNumber
    },
    lockOrdersToEnd,
  )
}

/** The verbs that end orders, for the calls on orders. */
export const orderEnds = { cancel: cancelOrders, revoke: revokeOrders }
