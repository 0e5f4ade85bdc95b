import { quickSearch } from '#contracts/insight/quick-search.ts'
import { feature } from '#server/kit/http/feature.ts'
import { searchQuickly } from './quick-search.ts'

export function quickSearchCalls() {
  return feature(quickSearch, { quick: searchQuickly })
}
