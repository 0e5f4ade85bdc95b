import { zones } from '#contracts/commercial/zones.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { resolvePartition } from './resolve.ts'

/** Zones of a service beyond their rows. */
export function zoneCalls(): BoundEndpoint[] {
  return bindEndpoints(zones, { resolve: resolvePartition })
}
