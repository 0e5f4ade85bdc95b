export { returnClaimCalls } from './calls.ts'
