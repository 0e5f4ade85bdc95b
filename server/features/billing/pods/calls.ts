import { podCarriers } from '#contracts/billing/pod-carriers.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { countMissing, testApi, testNames } from './carriers/try-carrier.ts'

/** Calls on proofs of delivery and on who delivers them. */
export function podCalls(): BoundEndpoint[] {
  return bindEndpoints(podCarriers, { test: testNames, testApi, missing: countMissing })
}
