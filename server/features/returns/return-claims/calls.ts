import { returnClaims } from '#contracts/returns/return-claims.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  addClaim,
  approveClaim,
  claimFees,
  extendClaim,
  rejectClaim,
  withdrawClaim,
} from './claims.ts'

/** Calls on claims to tracks of the common pool. Emits `return.noticed`. */
export function returnClaimCalls(): BoundEndpoint[] {
  return bindEndpoints(returnClaims, {
    add: addClaim,
    approve: approveClaim,
    receiveFees: claimFees,
    reject: rejectClaim,
    withdraw: withdrawClaim,
    extend: extendClaim,
  })
}
