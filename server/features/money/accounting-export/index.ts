export { accountingExportCalls } from './calls.ts'
export { namesOf } from './summary.ts'
