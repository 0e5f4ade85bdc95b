import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList } from '../kit/envelope.ts'
import { ALERT_HOURS } from '../tracking/alerts.ts'

/** What may be wrong with a parcel that left the depot. */
export const OUT_PROBLEMS = ['noFirstScan', 'stuck', 'lost'] as const
export type OutProblem = (typeof OUT_PROBLEMS)[number]

/** Hours without a scan of its carrier after which a parcel is looked for (domain 3.1, rule 6). */
export const OUT_HOURS = { ...ALERT_HOURS, lost: 240 } as const
/** Most parcels one search looks at. */
export const OUT_PARCELS_MAX = 5000

const filter = z.object({
  batchNo: z.string().trim().max(60).nullish(),
  /** Track, parcel or order numbers. */
  nos: z.array(z.string().trim().min(1).max(60)).max(500, { error: 'field.tooMany' }).nullish(),
  problem: z.enum(OUT_PROBLEMS, { error: 'field.dict' }).nullish(),
})

const row = z.object({
  parcelId: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  orderNo: z.string(),
  batchNo: z.string().nullable(),
  supplierId: z.string(),
  supplierName: z.string(),
  supplierEmail: z.string().nullable(),
  country: z.string(),
  city: z.string(),
  outboundAt: z.string(),
  trackingStatus: z.number(),
  trackingSub: z.string().nullable(),
  /** When the carrier scanned it first and last; null: it never did. */
  firstScanAt: z.string().nullable(),
  lastScanAt: z.string().nullable(),
  /** Hours since that, or since it left. */
  silentHours: z.number(),
  problem: z.enum(OUT_PROBLEMS).nullable(),
})

/** Parcels that left, by batch or number: without a first scan, standing still, maybe lost. */
export const outboundTracks = endpoints({
  query: {
    method: 'POST',
    path: '/erp/outTrack/query',
    perm: 'trk:out:query',
    in: filter,
    out: z.object({
      rows: z.array(row),
      /** Of all that were looked at, by what may be wrong. */
      counts: z.object({
        total: z.number(),
        noFirstScan: z.number(),
        stuck: z.number(),
        lost: z.number(),
      }),
    }),
  },
  /** The list a supplier is sent with a claim. */
  claims: {
    method: 'GET',
    also: ['POST'],
    path: '/erp/outTrack/claims',
    perm: 'trk:out:query',
    reply: 'file',
    rate: 'heavy',
    in: z.object({ parcelIds: idList }),
    out: z.any(),
  },
  /** Asks the suppliers of parcels by mail where they are, one mail each. */
  mail: {
    method: 'POST',
    path: '/erp/outTrack/mail',
    perm: 'trk:out:mail',
    in: z.object({
      parcelIds: idList,
      note: z.string().trim().max(1000, { error: 'field.tooLong' }).nullish(),
    }),
    out: z.object({
      mails: z.array(z.object({ supplier: z.string(), to: z.string(), parcels: z.number() })),
      /** Suppliers without a mail address. */
      without: z.array(z.string()),
    }),
    idempotency: 'accepted',
  },
})
