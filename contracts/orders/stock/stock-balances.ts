import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { idText } from '../../kit/envelope.ts'
import { bool, date, datetime, int, ref, text } from '../../kit/field.ts'
import { PIECES_MAX } from './stock.states.ts'

/** What lies where: one row per SKU, lot, expiry and place, the sum of its entries. */
export const stockBalanceList = crud(
  entity({
    name: 'stock-balances',
    table: 'stock_balance',
    scope: 'owner',
    depot: 'depot_id',
    label: 'lot',
    filters: {
      /** The beginning or a part of a SKU, a word of its name, or its barcode. */
      goods: text({ filter: 'eq', show: [] }),
    },
    fields: {
      customerId: ref('customers', {
        readOnly: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 140 }),
      skuId: ref('stock-skus', { readOnly: true, filter: 'in', width: 150 }),
      lot: text({ readOnly: true, filter: 'prefix', width: 120 }),
      expiryDate: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      placeId: ref('stock-places', { readOnly: true, filter: 'in', width: 120 }),
      onHand: int({ readOnly: true, filter: 'range', sort: true, width: 100 }),
      reserved: int({ readOnly: true, filter: 'range', sort: true, width: 100 }),
      picked: int({ readOnly: true, filter: 'range', width: 100 }),
      available: int({ readOnly: true, filter: 'range', sort: true, width: 100 }),
      toCount: bool({ readOnly: true, filter: 'eq', width: 130 }),
      firstIn: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/stock',
    perm: 'stock:entry',
    verbs: ['list', 'exportXls'],
    sort: { column: 'firstIn', order: 'desc' },
  },
)

export const stockBalances = endpoints({
  queryById: stockBalanceList.endpoints.queryById,
  /** Opens one balance by form: what lay there before this product was used. */
  addOpening: {
    method: 'POST',
    path: '/erp/stock/opening/add',
    perm: 'stock:entry:opening',
    in: z.object({
      customerId: idText,
      depotId: idText,
      skuId: idText,
      placeId: idText,
      lot: z.string().trim().max(64).nullish(),
      expiryDate: z.iso.date({ error: 'field.date' }).nullish(),
      quantity: z
        .number({ error: 'field.int' })
        .int({ error: 'field.int' })
        .min(1)
        .max(PIECES_MAX, { error: 'field.tooLarge' }),
      remark: z.string().trim().max(300).nullish(),
    }),
    out: z.object({ balanceId: z.string() }),
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/erp/stock', '/erp/stockEntry'],
  },
  /** The same from a sheet; a balance that was opened before is refused, so a file counts once. */
  importOpening: {
    method: 'POST',
    path: '/erp/stock/opening/importExcel',
    touches: ['/erp/stock', '/erp/stockEntry'],
    perm: 'stock:entry:opening',
    in: stockBalanceList.endpoints.importExcel.in,
    out: stockBalanceList.endpoints.importExcel.out,
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
  },
  openingTemplate: {
    method: 'GET',
    path: '/erp/stock/opening/template',
    perm: 'stock:entry:opening',
    in: z.object({}),
    out: z.null(),
    reply: 'file',
  },
  /** Balances that differ from the sum of their entries; there must be none. */
  check: {
    method: 'GET',
    path: '/erp/stock/check',
    perm: 'stock:count:approve',
    in: z.object({}),
    out: z.object({
      checked: z.number(),
      wrong: z.array(z.object({ balanceId: z.string(), sku: z.string(), place: z.string() })),
    }),
  },
})
