import { labelRequests } from '#contracts/orders/label-requests.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { giveUpRequests, retryRequests } from './handle-requests.ts'

/** Labels that are still to come or were refused: asked for again, or given up. */
export function labelRequestCalls() {
  return bindEndpoints(labelRequests, { retry: retryRequests, giveUp: giveUpRequests })
}
