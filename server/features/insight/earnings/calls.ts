import { earnings } from '#contracts/insight/earnings.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { earningSheet } from './earning-sheet.ts'
import { foldEarnings, foldWhole } from './fold-earnings.ts'
import { summarise } from './summarise.ts'

schedule('earnings.fold', '*/5 * * * *', foldEarnings)
schedule('earnings.whole', '50 3 * * *', foldWhole)

/** Revenue, cost and margin by day, service, country and customer. */
export function earningCalls() {
  return bindEndpoints(earnings, { summary: summarise, sheet: earningSheet })
}
