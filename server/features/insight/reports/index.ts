export { reportCalls } from './calls.ts'
export { onlineReportHooks } from './designer.ts'
export { reportDatabase } from './report-database.ts'
