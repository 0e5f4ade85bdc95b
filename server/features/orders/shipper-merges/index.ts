export { shipperMergeCalls } from './calls.ts'
