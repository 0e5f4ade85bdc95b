import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { predictedDetail } from './predicted.ts'
import { no } from './scans.ts'

/** An announced batch as the sheet it is received by. */
export const batchSheet = predictedDetail.extend({
  /** Declared and measured weight of what came; null where nothing was weighed. */
  declaredKg: z.string(),
  measuredKg: z.string().nullable(),
  differenceKg: z.string().nullable(),
})
export type BatchSheet = z.infer<typeof batchSheet>

const touches = [
  '/erp/batchIntoParcel',
  '/erp/predictedBatch',
  '/erp/intoParcel',
  '/erp/intercept',
  '/erp/shipment',
] as const

export const batchIn = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/batchIntoParcel/queryById',
    perm: 'wh:in:scan',
    in: z.object({ id: idText }),
    out: batchSheet,
  },
  /** Receives what is still expected, each parcel by itself; what is in already stays as it is. */
  receiveAll: {
    method: 'PUT',
    path: '/erp/batchIntoParcel/receiveAll',
    perm: 'wh:in:batch',
    in: z.object({ id: idText }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Marks rows that have not come as missing, or as expected again. */
  missing: {
    method: 'PUT',
    path: '/erp/batchIntoParcel/missing',
    perm: 'wh:in:scan',
    in: z.object({ id: idText, ids: idList, missing: z.boolean().default(true) }),
    out: batchSheet,
    idempotency: 'accepted',
    touches,
  },
  /** A number that came and was not announced: on the sheet as extra, and set apart. */
  extra: {
    method: 'PUT',
    path: '/erp/batchIntoParcel/extra',
    perm: 'wh:in:scan',
    in: z.object({ id: idText, no }),
    out: batchSheet,
    idempotency: 'accepted',
    touches,
  },
  /** Ends the batch: what is not there is missing, what is extra lies apart. */
  close: {
    method: 'PUT',
    path: '/erp/batchIntoParcel/close',
    perm: 'wh:pred:finish',
    in: z.object({ id: idText }),
    out: batchSheet,
    idempotency: 'accepted',
    touches,
  },
  report: {
    method: 'GET',
    path: '/erp/batchIntoParcel/report',
    perm: 'wh:in:scan',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
})
