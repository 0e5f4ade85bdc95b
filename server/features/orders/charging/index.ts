export { chargingCalls } from './calls.ts'
export { chargeParcels } from './charge-parcels.ts'
export { orderCharges } from './order-charges.ts'
