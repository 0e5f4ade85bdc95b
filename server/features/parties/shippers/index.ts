export { shipperHooks } from './shipper-hooks.ts'
