import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { date, dict, int, ref, text } from '../../kit/field.ts'

/** Every movement of stock: dated, never changed; their sum is the stock. */
export const stockEntryList = crud(
  entity({
    name: 'stock-entries',
    table: 'stock_entry',
    scope: 'owner',
    // They name orders: a sub-account sees what its own caused.
    creator: true,
    depot: 'depot_id',
    label: 'refNo',
    fields: {
      balanceId: ref('stock-balances', { readOnly: true, filter: 'in', show: [] }),
      kind: dict('stock_entry_kind', { readOnly: true, filter: 'in', width: 110 }),
      quantity: int({ readOnly: true, filter: 'range', sort: true, width: 100 }),
      customerId: ref('customers', {
        readOnly: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 140 }),
      skuId: ref('stock-skus', { readOnly: true, filter: 'in', width: 150 }),
      lot: text({ readOnly: true, filter: 'prefix', width: 120 }),
      expiryDate: date({ readOnly: true, filter: 'range', width: 120 }),
      placeId: ref('stock-places', { readOnly: true, filter: 'in', width: 120 }),
      refKind: dict('stock_ref_kind', { readOnly: true, filter: 'in', width: 110 }),
      refNo: text({ readOnly: true, filter: 'prefix', width: 150 }),
      reason: text({ readOnly: true, width: 200 }),
    },
  }),
  { path: '/erp/stockEntry', perm: 'stock:entry', verbs: ['list', 'exportXls'] },
)

export const stockEntries = endpoints({ queryById: stockEntryList.endpoints.queryById })
