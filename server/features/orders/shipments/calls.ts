import { orderChanges } from '#contracts/orders/order-changes.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addOrder } from './add-order.ts'
import { changeService, previewService } from './changes/reprice-order.ts'
import { confirmOrders, withdrawOrders } from './changes/confirm-order.ts'
import { editOrder } from './changes/edit-order.ts'
import { listOrders } from './find/list-orders.ts'
import { exportOrders } from './rows/export-orders.ts'
import { requireKind } from './rows/kind-access.ts'
import {
  destroyOrders,
  holdOrders,
  loseOrders,
  releaseOrders,
  takeBackOrders,
} from './changes/hold-order.ts'
import { orderHistory } from './rows/order-history.ts'
import './rows/order-files.ts'
import './rows/parcel-files.ts'
import { orderChoices } from './order-choices.ts'
import { quoteOrder } from './quote-order.ts'
import { requoteOrders } from './changes/requote-orders.ts'
import { remarkOrders } from './changes/remark-order.ts'
import { readOrder, visibleOrder } from './rows/read-order.ts'
import { mergeOrders } from './regroup/merge-orders.ts'
import { splitOrder } from './regroup/split-order.ts'

/** What ends orders and their labels with them; given by a feature above. */
interface OrderEnds {
  cancel(ctx: Ctx, input: In<typeof shipments.cancel>): Promise<BulkResult>
  revoke(ctx: Ctx, input: In<typeof shipments.revoke>): Promise<BulkResult>
}

/** Orders: written, priced, confirmed, withdrawn, cancelled. */
export function shipmentCalls({ cancel, revoke }: OrderEnds): BoundEndpoint[] {
  const changes = bindEndpoints(orderChanges, {
    remark: remarkOrders,
    previewService,
    changeService,
    requote: requoteOrders,
  })
  const calls = bindEndpoints(shipments, {
    list: listOrders,
    exportXls: exportOrders,
    queryById: async (ctx: Ctx, { id }: { id: string }) => {
      const order = await readOrder(ctx, id)
      requireKind(ctx, 'list', order.shipmentResource)
      return visibleOrder(ctx, order)
    },
    history: orderHistory,
    add: addOrder,
    edit: editOrder,
    quote: quoteOrder,
    confirm: confirmOrders,
    withdraw: withdrawOrders,
    cancel,
    revoke,
    hold: holdOrders,
    release: releaseOrders,
    lost: loseOrders,
    destroy: destroyOrders,
    returned: takeBackOrders,
    split: splitOrder,
    merge: mergeOrders,
    choices: orderChoices,
  })
  return [...calls, ...changes]
}
