import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { idList } from '../../kit/envelope.ts'
import { int, ref, text } from '../../kit/field.ts'

/** Order lines that wait for pieces: what is missing, for which order, since when. */
export const stockShortageList = crud(
  entity({
    name: 'stock-shortages',
    table: 'stock_order_line',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    label: 'orderNo',
    fields: {
      orderNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      customerId: ref('customers', {
        readOnly: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 140 }),
      skuId: ref('stock-skus', { readOnly: true, filter: 'in', width: 150 }),
      quantity: int({ readOnly: true, filter: 'range', width: 100 }),
      reserved: int({ readOnly: true, filter: 'range', width: 100 }),
      missing: int({ readOnly: true, filter: 'range', sort: true, width: 100 }),
    },
  }),
  { path: '/erp/stockShortage', perm: 'stock:short', verbs: ['list', 'exportXls'] },
)

export const stockShortages = endpoints({
  queryById: stockShortageList.endpoints.queryById,
  /** Per line: pieces on their way in announced notices, and when the first of them are expected. */
  incoming: {
    method: 'GET',
    path: '/erp/stockShortage/incoming',
    perm: 'stock:short:list',
    in: z.object({ ids: idList }),
    out: z.record(
      z.string(),
      z.object({
        incoming: z.number(),
        expectedDate: z.string().nullable(),
        notices: z.array(z.string()),
      }),
    ),
  },
})
