export { priceTrialCalls } from './calls.ts'
export { ratedInput, readOrders } from './trial-orders.ts'
