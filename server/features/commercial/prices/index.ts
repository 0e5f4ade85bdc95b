export { priceCalls } from './calls.ts'
export { feeCellHooks, feeHooks, surchargeHooks } from './price-hooks.ts'
