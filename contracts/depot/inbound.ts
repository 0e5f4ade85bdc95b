import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { asText } from '../kit/text-line.ts'
import { cm, counts, kg, no, scanRow, scanned, scannedParcel } from './scans.ts'

export const inboundResult = z.object({
  ...scanned,
  batch: z.object({ id: z.string(), no: z.string(), counts }).nullable(),
})
export type InboundResult = z.infer<typeof inboundResult>
export const intoParcel = endpoints({
  scan: {
    method: 'POST',
    path: '/erp/intoParcel/scan',
    perm: 'wh:in:scan',
    idempotency: 'accepted',
    out: inboundResult,
    in: z.object({
      no,
      batchId: asText(idText),
      depotId: asText(idText),
      weightKg: asText(kg),
      lengthCm: asText(cm),
      widthCm: asText(cm),
      heightCm: asText(cm),
    }),
    touches: ['/erp/intoParcel', '/erp/predictedBatch'],
  },
  /** Weight and size of the parcel the caller's last scan of this number meant. */
  measure: {
    method: 'POST',
    path: '/erp/intoParcel/measure',
    perm: 'wh:in:scan',
    idempotency: 'accepted',
    out: inboundResult,
    in: z.object({
      no,
      weightKg: asText(kg),
      lengthCm: asText(cm),
      widthCm: asText(cm),
      heightCm: asText(cm),
    }),
    touches: ['/erp/intoParcel', '/erp/shipment'],
  },
  /** Takes back the caller's last scan (60 s, or 10 min with the right to edit batches). */
  undo: {
    method: 'POST',
    path: '/erp/intoParcel/undo',
    perm: 'wh:in:scan',
    in: z.object({ scanId: idText }),
    out: inboundResult,
    idempotency: 'accepted',
    touches: ['/erp/intoParcel', '/erp/predictedBatch'],
  },
  recent: {
    method: 'GET',
    path: '/erp/intoParcel/recent',
    perm: 'wh:in:scan',
    /** Where the station stands; the caller's first depot where none is named. */
    in: z.object({ depotId: asText(idText) }),
    out: z.object({
      rows: z.array(scanRow),
      today: z.number(),
      inStock: z.number(),
      held: z.number(),
      expected: z.number(),
      /** How the depot's scale types. */
      scale: z.object({
        prefix: z.string().nullable(),
        unit: z.enum(['kg', 'g', 'lb']),
        baud: z.number(),
      }),
    }),
  },
  hold: {
    method: 'POST',
    path: '/erp/intoParcel/hold',
    perm: 'wh:in:scan',
    in: z.object({
      parcelId: idText,
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(200),
    }),
    out: scannedParcel,
    idempotency: 'accepted',
    touches: ['/erp/intoParcel'],
  },
  /** Charges a parcel held for want of money again, and lets it go on where that is paid. */
  charge: {
    method: 'POST',
    path: '/erp/intoParcel/charge',
    perm: 'wh:in:scan',
    in: z.object({ parcelId: idText }),
    out: scannedParcel,
    idempotency: 'accepted',
    touches: ['/erp/intoParcel', '/erp/charging', '/erp/shipment'],
  },
  release: {
    method: 'POST',
    path: '/erp/intoParcel/release',
    perm: 'wh:in:scan',
    in: z.object({ parcelId: idText }),
    out: scannedParcel,
    idempotency: 'accepted',
    touches: ['/erp/intoParcel'],
  },
})
