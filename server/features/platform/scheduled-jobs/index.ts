export { scheduledJobCalls } from './calls.ts'
