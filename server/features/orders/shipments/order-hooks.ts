import type { parcels } from '#contracts/orders/parcels.ts'
import type { shipmentList } from '#contracts/orders/shipments.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { kindCondition, kindsSeen, parcelKindCondition } from './kind-access.ts'

/** Lists, exports and figures hold the kinds the caller may see. */
export const orderHooks: Hooks<typeof shipmentList> = {
  listQuery: (ctx, _query, verb) =>
    kindsSeen(ctx, verb) === null ? [] : [kindCondition(ctx, 't', verb)],
}

/** So does the list of boxes. */
export const parcelHooks: Hooks<typeof parcels> = {
  listQuery: (ctx) => (kindsSeen(ctx) === null ? [] : [parcelKindCondition(ctx, 't')]),
}
