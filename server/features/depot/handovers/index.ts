export { handoverCalls } from './calls.ts'
