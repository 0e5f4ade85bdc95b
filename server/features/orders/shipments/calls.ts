import { shipments } from '#contracts/orders/shipments.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { addOrder } from './add-order.ts'
import { cancelOrders, confirmOrders, withdrawOrders } from './confirm-order.ts'
import { editOrder } from './edit-order.ts'
import { requireKind } from './kind-access.ts'
import { holdOrders, loseOrders, releaseOrders } from './hold-order.ts'
import { orderChoices } from './order-choices.ts'
import { quoteOrder } from './quote-order.ts'
import { readOrder, visibleOrder } from './read-order.ts'

/** Orders: written, priced, confirmed, withdrawn, cancelled. */
export function shipmentCalls() {
  return bindEndpoints(shipments, {
    queryById: async (ctx: Ctx, { id }: { id: string }) => {
      const order = await readOrder(ctx, id)
      requireKind(ctx, 'list', order.shipmentResource)
      return visibleOrder(ctx, order)
    },
    add: addOrder,
    edit: editOrder,
    quote: quoteOrder,
    confirm: confirmOrders,
    withdraw: withdrawOrders,
    cancel: cancelOrders,
    hold: holdOrders,
    release: releaseOrders,
    lost: loseOrders,
    choices: orderChoices,
  })
}
