export { identityCalls } from './calls.ts'
