export { accountingExportCalls } from './calls.ts'
