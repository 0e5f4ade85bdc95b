export { chargingCalls } from './calls.ts'
export { chargeWeighed, missingFor, payableParcels, unchargeWeighed } from './at-inbound.ts'
export { chargeLeaving, chargeParcels, type Debtor } from './charge-parcels.ts'
export { orderCharges } from './order-charges.ts'
