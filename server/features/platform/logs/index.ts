export { logCalls } from './calls.ts'
