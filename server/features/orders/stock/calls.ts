import { stockShortages, stockShortageList } from '#contracts/orders/stock/stock-shortages.ts'
import { stockSkus } from '#contracts/orders/stock/stock-skus.ts'
import {
  stockBalanceList,
  stockBalances as declared,
} from '#contracts/orders/stock/stock-balances.ts'
import { stockEntries, stockEntryList } from '#contracts/orders/stock/stock-entries.ts'
import type { Entity } from '#contracts/kit/entity.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { checkBalances } from './check-balances.ts'
import { addCount, dropCount, enterCount } from './counts.ts'
import { addOpening, importOpening, openingTemplate } from './opening.ts'
import { countNotices, readNotice } from './read-notice.ts'
import { readCount } from './read-count.ts'
import { receiveNotice } from './receive-notice.ts'
import { addNotice, announceNotice, closeNotice, editNotice } from './save-notice.ts'
import { incomingFor } from './shortages.ts'
import { findSkus } from './skus.ts'
import { approveCount, recount, submitCount } from './submit-count.ts'

const oneOf =
  (of: Entity) =>
  (ctx: Ctx, { id }: { id: string }) =>
    listedRow(ctx, of, id)

/** Stock of customers: SKUs, goods-in, counts, shortages. Emits `stock.arrived`. */
export function stockCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(stockSkus, { find: findSkus }),
    ...bindEndpoints(declared, {
      queryById: oneOf(stockBalanceList),
      addOpening,
      importOpening,
      openingTemplate,
      check: checkBalances,
    }),
    ...bindEndpoints(stockNotices, {
      queryById: readNotice,
      add: addNotice,
      edit: editNotice,
      announce: announceNotice,
      receive: receiveNotice,
      close: closeNotice,
      counts: countNotices,
    }),
    ...bindEndpoints(stockCounts, {
      queryById: readCount,
      add: addCount,
      enter: enterCount,
      submit: submitCount,
      approve: approveCount,
      recount,
      drop: dropCount,
    }),
    ...bindEndpoints(stockEntries, { queryById: oneOf(stockEntryList) }),
    ...bindEndpoints(stockShortages, {
      queryById: oneOf(stockShortageList),
      incoming: incomingFor,
    }),
  ]
}
