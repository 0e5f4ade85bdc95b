export { fbaCalls } from './calls.ts'
export { fbaOrderHooks, fbaWarehouseHooks } from './hooks.ts'
