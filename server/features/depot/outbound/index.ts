export { outboundCalls } from './calls.ts'
