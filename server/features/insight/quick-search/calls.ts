import { quickSearch } from '#contracts/insight/quick-search.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { searchQuickly } from './quick-search.ts'

export function quickSearchCalls() {
  return bindEndpoints(quickSearch, { quick: searchQuickly })
}
