import { priceTrials } from '#contracts/orders/price-trials.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { runTrial } from './run-trial.ts'

/** What the prices of a version would have earned. */
export function priceTrialCalls(): BoundEndpoint[] {
  return bindEndpoints(priceTrials, { run: runTrial })
}
