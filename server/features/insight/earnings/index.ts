export { earningCalls } from './calls.ts'
export { foldTenant } from './fold-earnings.ts'
