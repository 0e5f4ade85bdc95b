export { fbaCalls } from './calls.ts'
export { FBA_FILES } from './file-owner.ts'
export { fbaOrderHooks, fbaWarehouseHooks } from './hooks.ts'
