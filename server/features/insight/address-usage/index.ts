export { addressUsageCalls } from './calls.ts'
