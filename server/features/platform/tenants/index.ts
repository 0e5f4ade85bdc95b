export { tenantCalls } from './calls.ts'
export { readTaxPlace, writeTaxPlace } from './tax-place.ts'
