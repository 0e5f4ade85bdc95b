export {
  classifyInboundScan,
  classifyOutboundScan,
  findParcels,
  type Match,
  depotCode,
  findScanned,
  notOne,
} from './find-scanned.ts'
export {
  laterEffects,
  lockOwnScan,
  markUndone,
  undoScansOf,
  undoSeconds,
  type OwnScan,
} from './own-scan.ts'
export {
  readableData,
  storedReason,
  logScan,
  type ScanEffect,
  recentRows,
  readParcel,
  warningsIn,
  withoutLabel,
} from './scan-rows.ts'
export { scanCountCalls } from './calls.ts'
export { byHour, depotDay, leadsDepot, ownScansToday, type HourRow } from './scan-hours.ts'
