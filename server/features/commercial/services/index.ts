export { serviceCalls } from './calls.ts'
