export { outboundCalls } from './calls.ts'
export { closeOutboundBatch } from './close-outbound-batch.ts'
export { openOutboundBatch, outboundChannels } from './open-outbound-batch.ts'
export { outboundScan } from './outbound-scan.ts'
