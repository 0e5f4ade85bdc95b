export { monthEndCalls } from './calls.ts'
