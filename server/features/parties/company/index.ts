export { companyCalls } from './calls.ts'
export { companyOf, saveTaxPlace } from './company-profile.ts'
export { customerHooks } from './customer-hooks.ts'
