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

/** What one press may give: documents, the labels with them, and the files kept with the orders. */
export const BUNDLED = ['label', ...PRINTED_DOCUMENTS, 'files'] as const
export type Bundled = (typeof BUNDLED)[number]
const bundled = z
  .array(z.enum(BUNDLED, { error: 'document.unknown' }))
  .min(1, { error: 'field.required' })

const kindList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.enum(PRINTED_DOCUMENTS, { error: 'document.unknown' })).optional(),
)

export const documents = endpoints({
  /**
   * Documents of orders: one as a PDF, several as a zip with a PDF each. Without `kinds` all that
   * the orders' kinds declare, with the files kept with them; customs forms only where customs stand
   * between.
   */
  print: {
    method: 'GET',
    path: '/erp/document/print',
    perm: 'ship:document:print',
    reply: 'file',
    in: z.object({ ids: idList, kinds: kindList }),
    out: z.null(),
  },
  /** Which of the documents asked for each order has, and why not the others; nothing is printed. */
  preview: {
    method: 'POST',
    path: '/erp/document/preview',
    perm: 'ship:document:print',
    in: z.object({ ids: idList, documents: bundled }),
    out: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        documents: z.array(z.enum(BUNDLED)),
        refused: z.array(
          z.object({ document: z.enum(BUNDLED), code: z.string(), message: z.string() }),
        ),
      }),
    ),
  },
  /**
   * What orders have of the documents asked for, all in one PDF or in a zip with a PDF each. Labels
   * are printed with it, as `/erp/label/print` prints them: a second print needs its reason. Files
   * kept with orders come in a zip.
   */
  bundle: {
    method: 'POST',
    path: '/erp/document/bundle',
    perm: 'ship:document:print',
    reply: 'file',
    in: z.object({
      ids: idList,
      documents: bundled,
      format: z.enum(['pdf', 'zip']).default('pdf'),
      reason: z.string().trim().max(200).optional(),
      /** Names one press of the button, as with labels. */
      requestKey: z.string().trim().min(8).max(64).optional(),
    }),
    out: z.null(),
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
  /** Findings of the customs checker for stored orders. */
  checkCustoms: {
    method: 'POST',
    path: '/erp/customs/checkOrders',
    perm: 'ship:customs:check',
    in: z.object({ ids: idList }),
    out: z.array(
      verdict.extend({
        id: z.string(),
        serialNumber: z.string(),
        /** Customs lie between the depot it is handed in at and its recipient, wherever its sender is. */
        crossesFromDepot: z.boolean(),
      }),
    ),
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
