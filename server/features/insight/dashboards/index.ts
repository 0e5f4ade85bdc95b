export { dashboardCalls } from './calls.ts'
