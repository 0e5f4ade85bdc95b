export { billCalls } from './calls.ts'
