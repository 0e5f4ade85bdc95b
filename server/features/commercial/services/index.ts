export { segmentHooks } from './segment-hooks.ts'
export { partitionConfigHooks, feeCellHooks, feeHooks, surchargeHooks } from './price-hooks.ts'
