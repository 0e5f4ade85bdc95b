import {
  ecSales,
  openItems,
  revaluationList,
  revaluations,
  trialBalance,
  vatReturn,
} from '#contracts/money/month-end/month-end.ts'
import type { BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { bindComputed } from './computed-list.ts'
import { openItemRows } from './open-items.ts'
import { postRevaluation, revaluedRows } from './revaluation.ts'
import { ecSalesFigures, vatFigures } from './taxed-lists.ts'
import { trialBalanceRows } from './trial-balance.ts'

/** The lists of a month's end, and the posting of the currency revaluation. */
export const monthEndCalls = (): BoundEndpoint[] => [
  ...bindComputed(vatReturn, vatFigures),
  ...bindComputed(ecSales, ecSalesFigures),
  ...bindComputed(trialBalance, trialBalanceRows),
  // What is late is asked as of today.
  ...bindComputed(openItems, openItemRows, true),
  ...bindComputed(revaluationList, revaluedRows),
  {
    name: 'post',
    endpoint: revaluations.post,
    verb: postRevaluation as BoundEndpoint['verb'],
  },
]
