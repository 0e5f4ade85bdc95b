export { batchInCalls } from './calls.ts'
