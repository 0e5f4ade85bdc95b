import { userDepots } from '#contracts/parties/user-depot-calls.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { moveUserDepots } from './move-user-depots.ts'
import { printAddressLabels } from './print-address-labels.ts'

export { userDepotHooks } from './user-depot-hooks.ts'

/** Customers' codes at depots. */
export function userDepotFeature(): BoundEndpoint[] {
  return bindEndpoints(userDepots, { label: printAddressLabels, move: moveUserDepots })
}
