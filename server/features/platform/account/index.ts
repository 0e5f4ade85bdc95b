export { accountCalls } from './calls.ts'
