export { reportCalls } from './calls.ts'
