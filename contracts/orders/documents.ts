import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList } from '../kit/envelope.ts'
import { verdict } from './customs/customs.calls.ts'
import { orderPerms } from './kinds/kind-perms.ts'

/** Documents made by us from an order's data; labels have a call of their own. */
export const PRINTED_DOCUMENTS = [
  'packingList',
  'proforma',
  'commercialInvoice',
  'customsForm',
] as const
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number]

const kindList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.enum(PRINTED_DOCUMENTS, { error: 'document.unknown' })).optional(),
)

export const documents = endpoints({
  /**
   * Documents of orders: one as a PDF, several as a zip with a PDF each. Without `kinds` all that
   * the orders' kinds declare; customs forms only where customs stand between.
   */
  print: {
    method: 'GET',
    path: '/erp/document/print',
    perm: 'ship:document:print',
    reply: 'file',
    in: z.object({ ids: idList, kinds: kindList }),
    out: z.null(),
  },
  /** What the customs checker says of stored orders. */
  checkCustoms: {
    method: 'POST',
    path: '/erp/customs/checkOrders',
    perm: 'ship:customs:check',
    in: z.object({ ids: idList }),
    out: z.array(verdict.extend({ id: z.string(), serialNumber: z.string() })),
  },
  /**
   * From then on the customs data of the orders stay as they are. A printed label locks them, too,
   * and then they cannot be unlocked.
   */
  lockCustoms: {
    method: 'PUT',
    path: '/erp/customs/lock',
    perm: orderPerms('edit'),
    in: z.object({ ids: idList, locked: z.boolean().default(true) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipment'],
  },
})
