export { inboundCalls } from './calls.ts'
export { receiveUnscanned } from './receive-unscanned.ts'
export { inboundScan } from './inbound-scan.ts'
