import type { carrierBatchList } from '#contracts/carriers/carrier-batches.ts'
import type { carrierShipmentList } from '#contracts/carriers/carrier-shipments.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { seenCarriers } from './carrier-access.ts'

/** Labels and batches of the carriers whose screens the caller sees. */
export const carrierShipmentHooks: Hooks<typeof carrierShipmentList> = {
  listQuery: (ctx, _query, verb) => [seenCarriers(ctx, 'shipment', verb)],
}
export const carrierBatchHooks: Hooks<typeof carrierBatchList> = {
  listQuery: (ctx, _query, verb) => [seenCarriers(ctx, 'batch', verb)],
}
