import type { parcels } from '#contracts/orders/parcels.ts'
import type { shipmentList } from '#contracts/orders/shipments.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { kindCondition, kindsSeen, parcelKindCondition } from './kind-access.ts'
import { filtersOfOrders } from './order-filters.ts'

/** Lists, exports and figures hold the kinds the caller may see. */
export const orderHooks: Hooks<typeof shipmentList> = {
  listQuery: (ctx, query, verb) => [
    ...(kindsSeen(ctx, verb) === null ? [] : [kindCondition(ctx, 't', verb)]),
    ...filtersOfOrders(ctx, query),
  ],
}

/** So does the list of boxes. */
export const parcelHooks: Hooks<typeof parcels> = {
  listQuery: (ctx) => (kindsSeen(ctx) === null ? [] : [parcelKindCondition(ctx, 't')]),
}
