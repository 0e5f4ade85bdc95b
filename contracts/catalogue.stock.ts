import { stockBalanceList, stockBalances } from './orders/stock/stock-balances.ts'
import { stockCountList, stockCounts } from './orders/stock/stock-counts.ts'
import { stockEntries, stockEntryList } from './orders/stock/stock-entries.ts'
import { stockNoticeList, stockNotices } from './orders/stock/stock-notices.ts'
import { stockPlaces } from './orders/stock/stock-places.ts'
import { stockShortages, stockShortageList } from './orders/stock/stock-shortages.ts'
import { stockSkus, stockSkuList } from './orders/stock/stock-skus.ts'
import { stockWaveList, stockWaves } from './orders/stock/stock-waves.ts'

/** Entities of stock: what a customer keeps in a depot. */
export const stockLists = [
  stockSkuList,
  stockPlaces,
  stockBalanceList,
  stockEntryList,
  stockNoticeList,
  stockCountList,
  stockShortageList,
  stockWaveList,
] as const
export const stockFeatures = {
  skuCalls: stockSkus,
  stockCalls: stockBalances,
  entryCalls: stockEntries,
  stockNotices,
  stockCounts,
  shortageCalls: stockShortages,
  stockWaves,
}
