import { z } from 'zod'

/** Body codes of a scan (wire.md §14.2); everything but 200 is an answer, not an error. */
export const SCAN = {
  ok: 200,
  status: 1000,
  intercepted: 1001,
  alreadyIntercepted: 1002,
  notPredicted: 1010,
  alreadyIn: 1011,
  alreadyOut: 1020,
  neverReceived: 1021,
  wrongChannel: 1022,
  /** Ours: held by staff or rule; measures over the service's limits; in another open batch. */
  held: 1003,
  overLimit: 1004,
  /** Ours: received and held, since its customer cannot pay what is due at inbound. */
  unpaid: 1005,
  otherBatch: 1023,
  /** Ours: against a rule of the bag; in another bag. */
  bagRule: 1024,
  otherBag: 1025,
  /** Ours: to the exception gate; not its gate; lies at its gate. */
  toException: 1030,
  misSort: 1031,
  alreadySorted: 1032,
  notInBatch: 2001,
  invalid: 3001,
} as const

export const kg = z.string().regex(/^\d{1,4}(\.\d{1,3})?$/, { error: 'field.weight' })

export const cm = z.string().regex(/^\d{1,4}(\.\d)?$/, { error: 'field.length' })

// A wrongly configured scanner adds control characters to what it reads: such a scan is refused.
export const no = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(60, { error: 'field.tooLong' })
  .regex(/^\P{Cc}*$/u, { error: 'field.text' })

/** What a station shows after a scan. */
export const scannedParcel = z.object({
  id: z.string(),
  no: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  orderNo: z.string(),
  reference: z.string(),
  parcelStatus: z.number(),
  parcelStatus_dictText: z.string(),
  customerName: z.string(),
  serviceName: z.string(),
  channelName: z.string(),
  depotCode: z.string(),
  country: z.string(),
  city: z.string(),
  postalCode: z.string().nullable(),
  seq: z.number(),
  pieces: z.number(),
  declaredWeightKg: z.string(),
  measuredWeightKg: z.string().nullable(),
  volumeWeightKg: z.string().nullable(),
  chargeableWeightKg: z.string().nullable(),
  heldReason: z.string().nullable(),
  /** What its customer lacks for it to be charged, for who sees prices. */
  unpaid: z.object({ missing: z.string(), currency: z.string() }).nullable(),
  /** Sides in cm as `62 × 49 × 39`. */
  declaredSizeCm: z.string().nullable(),
  measuredSizeCm: z.string().nullable(),
})

export type ScannedParcel = z.infer<typeof scannedParcel>

export const counts = z.object({
  expected: z.number(),
  received: z.number(),
  missing: z.number(),
  extra: z.number(),
})

/** What to look at although the scan went through: `code` for programs, `message` for people. */
const warning = z.object({ code: z.string(), message: z.string() })

export const scanned = {
  scanId: z.string(),
  parcel: scannedParcel.nullable(),
  warnings: z.array(warning),
}

/**
 * `undoUntil`: the scan may be taken back by the caller until then; null where it has no effect
 * left to take back.
 */
export const scanRow = z.object({
  id: z.string(),
  no: z.string(),
  code: z.number(),
  message: z.string(),
  createTime: z.string(),
  warnings: z.array(z.string()),
  undoneAt: z.string().nullable(),
  undoUntil: z.string().nullable(),
  trackNo: z.string().nullable(),
  parcelId: z.string().nullable(),
})

export type ScanRow = z.infer<typeof scanRow>
