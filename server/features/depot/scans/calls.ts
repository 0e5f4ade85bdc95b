import { scanCounts } from '#contracts/depot/scan-hours.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { scansByHour } from './scan-hours.ts'

/** Counts of what people scan. Emits nothing. */
export function scanCountCalls(): BoundEndpoint[] {
  return bindEndpoints(scanCounts, { hours: scansByHour })
}
