export { categoryCalls } from './calls.ts'
