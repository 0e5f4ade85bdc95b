export { scheduledJobCalls } from './calls.ts'
export { cronIssue, nextRuns } from './cron.ts'
