import { simulator } from '#contracts/commercial/simulate.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { simulate } from './simulate.ts'

/** What is asked about services beyond their rows. */
export function serviceCalls(): BoundEndpoint[] {
  return bindEndpoints(simulator, { simulate })
}
