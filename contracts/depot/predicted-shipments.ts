import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { listQuery, pageOf } from '../kit/page.ts'
import { asText } from '../kit/text-line.ts'
import { scannedParcel } from './scans.ts'

const predictedShipment = z.object({
  id: z.string(),
  serialNumber: z.string(),
  reference: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  depotId: z.string(),
  depotCode: z.string(),
  serviceName: z.string(),
  country: z.string(),
  /** Parcels that are not in, of how many. */
  outstanding: z.number(),
  pieces: z.number(),
  announcedAt: z.string(),
  /** Whole days since it was announced. */
  age: z.number(),
  batchId: z.string().nullable(),
  batchNo: z.string().nullable(),
  expectedDate: z.string().nullable(),
  firstLegNo: z.string().nullable(),
  remindedAt: z.string().nullable(),
  reminders: z.number(),
})
export type PredictedShipment = z.infer<typeof predictedShipment>

const touches = ['/erp/predictedShipment', '/erp/intoParcel', '/erp/shipment'] as const

/** Orders that were announced and have parcels that are not in. */
export const predictedShipments = endpoints({
  list: {
    method: 'GET',
    path: '/erp/predictedShipment/list',
    perm: 'wh:pred:list',
    in: listQuery(
      {},
      {
        depotId: asText(idText),
        customerId: asText(idText),
        /** Announced at least so many days ago. */
        minAge: asText(z.string().regex(/^\d{1,4}$/, { error: 'field.invalid' })),
        /** Beginning of an order's number, reference, batch or first-leg number. */
        no: asText(z.string().trim().max(61, { error: 'field.tooLong' })),
      },
    ),
    out: pageOf(predictedShipment),
  },
  /** Asks the customers where their parcels are. */
  remind: {
    method: 'PUT',
    path: '/erp/predictedShipment/remind',
    perm: 'wh:pred:remind',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** The same for the outstanding orders of batches. */
  remindBatches: {
    method: 'PUT',
    path: '/erp/predictedShipment/remindBatches',
    perm: 'wh:pred:remind',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Receives the outstanding parcels of orders that came without being scanned. */
  arrived: {
    method: 'PUT',
    path: '/erp/predictedShipment/arrived',
    perm: 'wh:in:batch',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** What waits of an order, to choose from. */
  waiting: {
    method: 'GET',
    path: '/erp/predictedShipment/waiting',
    perm: 'wh:in:batch',
    in: z.object({ id: idText }),
    out: z.array(z.object({ id: z.string(), no: z.string(), seq: z.number() })),
  },
  /** A parcel set apart as unknown is this one: it is received, and no intercept any more. */
  link: {
    method: 'PUT',
    path: '/erp/predictedShipment/link',
    perm: 'wh:in:batch',
    in: z.object({ parcelId: idText, interceptId: idText, version: rowVersion }),
    out: scannedParcel,
    idempotency: 'accepted',
    touches: [...touches, '/erp/intercept', '/erp/batchIntoParcel', '/erp/predictedBatch'],
  },
})
