export { rechargeCalls } from './calls.ts'
