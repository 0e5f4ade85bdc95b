export { companyCalls } from './calls.ts'
export { companyOf, saveCompany, saveTaxPlace } from './company-profile.ts'
export { customerHooks } from './customer-hooks.ts'
