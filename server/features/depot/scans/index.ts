export {
  classifyInboundScan,
  classifyOutboundScan,
  findParcels,
  type Match,
  depotCode,
  findScanned,
} from './find-scanned.ts'
export {
  readableData,
  storedReason,
  logScan,
  type ScanEffect,
  recentRows,
  readParcel,
} from './scan-rows.ts'
