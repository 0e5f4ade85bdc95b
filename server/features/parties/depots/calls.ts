import { depotDesk } from '#contracts/parties/depot-desk.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { readHours } from './read-hours.ts'
import { saveGates } from './save-gates.ts'
import { saveHours } from './save-hours.ts'

/** What belongs to a depot beyond its address: hours and gates. */
export function depotFeature(): BoundEndpoint[] {
  return bindEndpoints(depotDesk, { hours: readHours, saveHours, saveGates })
}
