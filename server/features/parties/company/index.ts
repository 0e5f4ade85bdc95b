export { companyCalls } from './calls.ts'
export { customerHooks } from './customer-hooks.ts'
