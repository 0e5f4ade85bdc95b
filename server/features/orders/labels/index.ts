export { labelCalls } from './calls.ts'
