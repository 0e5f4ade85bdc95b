import { intoParcel } from '#contracts/depot/inbound.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { holdParcel, releaseParcel } from './hold-parcel.ts'
import { inboundScan } from './inbound-scan.ts'
import { measureParcel } from './measure-parcel.ts'
import { recentScans } from './recent-scans.ts'
import { undoScan } from './undo-scan.ts'

/**
 * Calls of the inbound station. Emits `parcel.received`, `parcel.held`, `parcel.released`,
 * `parcel.scanUndone`.
 */
export function inboundCalls(): BoundEndpoint[] {
  return bindEndpoints(intoParcel, {
    scan: inboundScan,
    measure: measureParcel,
    undo: undoScan,
    recent: recentScans,
    hold: holdParcel,
    release: releaseParcel,
  })
}
