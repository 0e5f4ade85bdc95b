import { channelHealth } from '#contracts/orders/channel-health.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { listAdapters } from './adapters.ts'
import { healthOf } from './health.ts'
import { testChannel } from './test-channel.ts'

/** The sources of labels behind channels. */
export function channelCalls(): BoundEndpoint[] {
  return bindEndpoints(channelHealth, {
    adapters: listAdapters,
    health: healthOf,
    test: testChannel,
  })
}
