export { lockCustoms, lockCustomsOfOrders } from './lock-customs.ts'
export {
  lockOrderFor,
  lockOrders,
  lockParcels,
  type LockedOrder,
  type LockedParcel,
} from './lock-order.ts'
export { lockOrdersWithStock, stamp } from './confirm-order.ts'
export { moveParcels, type ParcelPatch } from './move-parcels.ts'
export {
  kindCondition,
  kindsSeen,
  mayWithKind,
  parcelKindCondition,
  requireKind,
} from './kind-access.ts'
export { orderHooks, parcelHooks } from './order-hooks.ts'
export { checkOrder } from './check-order.ts'
export { customerOf } from './add-order.ts'
export { loadReferences } from './references.ts'
export { limitsOfCaller, tellable } from './spend.ts'
export { moveShipper } from './move-shipper.ts'
export { storeOrders } from './store-orders.ts'
export type { OrderIssue, ValidatedOrder, References } from './validated-order.ts'
export { shipmentCalls } from './calls.ts'
export { lockOrderStock, requireUnpicked } from './order-stock.ts'
export { setStockStates } from './stock-state.ts'
