export { tenantCalls } from './calls.ts'
