export { tenantCalls } from './calls.ts'
export { setCompanyTerms } from './company-terms.ts'
