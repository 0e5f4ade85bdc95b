import './contract-files.ts'
import './watch-contracts.ts'

export { supplierHooks } from './supplier-hooks.ts'
