import { quickSearch } from '#contracts/quick-search.ts'
import { feature } from '#server/kit/feature.ts'
import { searchQuickly } from './quick-search.ts'

export function quickSearchCalls() {
  return feature(quickSearch, { quick: searchQuickly })
}
