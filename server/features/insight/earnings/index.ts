export { earningCalls } from './calls.ts'
