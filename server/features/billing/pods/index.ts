export { podCalls } from './calls.ts'
export { podCarrierHooks } from './carriers/carrier-hooks.ts'
export { podHooks } from './pod-hooks.ts'
export { unprovenOrders } from './bill-pods.ts'
