export { podCalls } from './calls.ts'
export { podCarrierHooks } from './carriers/carrier-hooks.ts'
