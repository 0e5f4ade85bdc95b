export {
  declaredChanges,
  lockCustoms,
  lockCustomsOfOrders,
  requireCustomsOpen,
} from './changes/lock-customs.ts'
export {
  lockOrderFor,
  lockOrders,
  lockParcels,
  type LockedOrder,
  type LockedParcel,
} from './parcels/lock-order.ts'
export { lockOrdersToEnd, stamp } from './changes/confirm-order.ts'
export {
  fixPrice,
  freePrice,
  quoteStored,
  ratingParcel,
  readPriced,
  storePrice,
  type PricedOrder,
} from './changes/fix-price.ts'
export { moveLocked, moveParcels, type ParcelPatch } from './parcels/move-parcels.ts'
export {
  kindCondition,
  kindsSeen,
  mayWithKind,
  parcelKindCondition,
  requireKind,
} from './rows/kind-access.ts'
export { ORDER_FILES } from './rows/order-files.ts'
export { PARCEL_FILES } from './rows/parcel-files.ts'
export { orderHooks, parcelHooks } from './rows/order-hooks.ts'
export { titleOfOrders } from './rows/export-orders.ts'
export { checkOrder, piecesIssues } from './checks/check-order.ts'
export { customerOf, validateOrder } from './add-order.ts'
export { orderMoney, type OrderMoney } from './order-money.ts'
export { choiceInWords, chooseForDraft } from './choices/choose-for-draft.ts'
export { chooseService } from './choices/first-that-fits.ts'
export { listed } from './choices/load-choices.ts'
export { ratedAttributes } from './rated-attributes.ts'
export { loadReferences } from './references.ts'
export { askedBy, priceBy, sendingOf } from './quote-order.ts'
export { limitsOfCaller, partsOf, tellable } from './spend.ts'
export { checkedAgain, keyOf } from './changes/reprice-order.ts'
export { requireLabelFits } from './checks/check-label.ts'
export { noteSteps } from './rows/order-history.ts'
export { readReason } from './rows/held-reason.ts'
export { replaceGoods } from './parcels/store-parcels.ts'
export { takeNumbers } from './parcels/take-numbers.ts'
export { partsOfMany } from './changes/price-parts.ts'
export { comparePrices } from './changes/requote-orders.ts'
export { moveShipper } from './changes/move-shipper.ts'
export { storeOrders } from './parcels/store-orders.ts'
export type { Chosen, OrderIssue, ValidatedOrder, References } from './checks/validated-order.ts'
export { auditedOrder, readOrder, readOrders, seesPrice, visibleOrder } from './rows/read-order.ts'
export { shipmentCalls } from './calls.ts'
export { lockOrderStock, requireUnpicked, takeBackStock } from './parcels/order-stock.ts'
export { setStockStates } from './parcels/stock-state.ts'
