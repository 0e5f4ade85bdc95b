export { adjustCosts } from './adjust-costs.ts'
export {
  accruedCosts,
  postBilledCost,
  releaseAccrued,
  type BilledItem,
} from './costs/billed-costs.ts'
export { chargingCalls } from './calls.ts'
export { ordersEnding, sumsOfEnding, wireSum, type SumOfEnding } from './read-charges.ts'
export { adjustLimits, adjustOrder, type Adjusted, type AdjustFacts } from './adjust.ts'
export { chargeWeighed, missingFor, payableParcels, unchargeWeighed } from './at-inbound.ts'
export { chargeLeaving, chargeParcels, type Debtor } from './charge-parcels.ts'
export { leavingDebtors } from './leaving-debtors.ts'
export { lockCharges } from './charge-rows.ts'
export { unchargeLeft } from './uncharge-left.ts'
export { orderCharges } from './order-charges.ts'
export { holdOrder } from './hold-order.ts'
export { requirePaid } from './payer/missing-money.ts'
export { taxedPrice } from './payer/taxed-price.ts'
export { invoicedServices } from './invoiced-services.ts'
