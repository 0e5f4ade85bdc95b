import { priceTrials } from '#contracts/orders/price-trials.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { exportTrial } from './export-trial.ts'
import { listTrials, readResult } from './read-trial.ts'
import { startTrial, stopTrial } from './start-trial.ts'
import './run-trial.ts'
import './sweep-trials.ts'

/** What the prices of a version would have earned. */
export function priceTrialCalls(): BoundEndpoint[] {
  return bindEndpoints(priceTrials, {
    start: startTrial,
    stop: stopTrial,
    list: listTrials,
    queryById: readResult,
    exportXls: exportTrial,
  })
}
