export { supplierHooks } from './supplier-hooks.ts'
