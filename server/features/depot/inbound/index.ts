export { inboundCalls } from './calls.ts'
export { receiveUnscanned } from './receive-unscanned.ts'
