export {
  classifyInboundScan,
  classifyOutboundScan,
  type InboundClass,
  type OutboundClass,
} from './classify-scan.ts'
export { findParcels, type Match } from './find-parcels.ts'
export { depotCode, findScanned, type Scanned } from './find-scanned.ts'
export { readableData, readReason, storedReason } from './held-reason.ts'
export { logScan, type LoggedScan, type ScanEffect } from './log-scan.ts'
export { readParcel } from './read-parcel.ts'
