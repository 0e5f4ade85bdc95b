export { inboundCalls } from './calls.ts'
