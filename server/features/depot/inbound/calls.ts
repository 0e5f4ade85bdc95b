import { intoParcel } from '#contracts/depot/inbound.ts'
import { accountCredited } from '#contracts/money/accounts.events.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule, subscribe } from '#server/kit/jobs/jobs.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { holdParcel, releaseParcel } from './hold-parcel.ts'
import { inboundScan } from './inbound-scan.ts'
import { measureParcel } from './measure-parcel.ts'
import { recentScans } from './recent-scans.ts'
import { chargeAgain, chargePayable } from './unpaid-parcels.ts'
import { undoScan } from './undo-scan.ts'

subscribe(accountCredited, 'inbound.onAccountCredited', (ctx, { customerId, currency }) =>
  chargePayable(ctx, { customerId, currency }),
)
// What credits no account, and still lets one pay: a hold released, a credit raised.
schedule('inbound.chargePayable', '*/10 * * * *', (ctx) =>
  inEachTenant(ctx, 'charging held parcels failed', (tenant) => chargePayable(tenant, null)),
)

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
    charge: chargeAgain,
    release: releaseParcel,
  })
}
