import { returnClaims } from '#contracts/returns/return-claims.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addClaim, approveClaim, extendClaim, rejectClaim, withdrawClaim } from './claims.ts'

/** Calls on claims to tracks of the common pool. Emits `return.noticed`. */
export function returnClaimCalls(): BoundEndpoint[] {
  return bindEndpoints(returnClaims, {
    add: addClaim,
    approve: approveClaim,
    reject: rejectClaim,
    withdraw: withdrawClaim,
    extend: extendClaim,
  })
}
