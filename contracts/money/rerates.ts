import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'

const amount = z.string()

/** The prices orders get: those in force for each order's day, as they are now, or today's. */
const by = z.enum(['day', 'today']).default('day')

/** What an order costs now and what it would by the prices in force for its day. */
export const reratePreviewRow = z.object({
  /** The order. */
  id: z.string(),
  label: z.string(),
  customerName: z.string(),
  currency: z.string(),
  before: amount.nullable(),
  after: amount.nullable(),
  difference: amount.nullable(),
  /** The price table and its version the new price is by. */
  priceName: z.string().nullable(),
  versionNo: z.number().nullable(),
  /** Why it is not priced again. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** Goes with the change: it holds for the order as it is now, at this price. */
  key: z.string().nullable(),
})

/** Orders that were charged, priced again: by orders, or by the trades they caused. */
export const rerates = endpoints({
  preview: {
    method: 'POST',
    path: '/erp/trade/reratePreview',
    perm: 'acc:trade:rerate',
    in: z.object({ ids: idList.optional(), orderIds: idList.optional(), by }),
    out: z.object({
      rows: z.array(reratePreviewRow),
      /** Of the rows that can be changed. */
      sums: z.array(
        z.object({ currency: z.string(), before: amount, after: amount, difference: amount }),
      ),
      /** Chosen trades without an order. */
      without: z.number(),
    }),
  },
  /**
   * Gives orders the prices of the preview: the difference is charged as work done or refunded,
   * linked to the charge. Differences above an amount in all ask for a step-up.
   */
  apply: {
    method: 'POST',
    path: '/erp/trade/rerate',
    perm: 'acc:trade:rerate',
    in: z.object({
      /** Orders. */
      ids: idList,
      by,
      keys: z.record(idText, z.string().max(40)),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/trade', '/erp/account', '/erp/charging', '/erp/shipment'],
  },
})
