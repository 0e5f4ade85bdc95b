import { z } from 'zod'
import { bulkResult, idText } from '../kit/envelope.ts'
import { asText } from '../kit/text-line.ts'
import { cm, kg } from '../depot/scans.ts'
import { GRADES } from './return-tracks.states.ts'

export const itemLine = z.object({
  sku: z.string().trim().min(1, { error: 'field.required' }).max(64, { error: 'field.tooLong' }),
  name: z.string().trim().max(120, { error: 'field.tooLong' }).nullish(),
  quantity: z
    .number({ error: 'field.int' })
    .int({ error: 'field.int' })
    .min(0, { error: 'field.tooSmall' })
    .max(100_000, { error: 'field.tooLarge' }),
  grade: z.enum(GRADES, { error: 'field.dict' }).nullish(),
  serial: z.string().trim().max(60, { error: 'field.tooLong' }).nullish(),
  note: z.string().trim().max(200, { error: 'field.tooLong' }).nullish(),
})

export const suggestion = z.object({
  customerId: z.string(),
  customerName: z.string(),
  score: z.number(),
  /** Why it comes into question, in the caller's language. */
  reasons: z.array(z.string()),
  shipmentId: z.string().nullable(),
  shipmentNo: z.string().nullable(),
})
export type Suggestion = z.infer<typeof suggestion>

/**
 * What owners are charged for, added up by currency; empty where it is nothing. Null where the rate
 * of their tax is missing.
 */
export const feeSums = z
  .array(z.object({ net: z.string(), gross: z.string(), currency: z.string() }))
  .nullable()
export type FeeSums = z.infer<typeof feeSums>

/** A track with all that is known of it to its reader. */
export const trackDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  trackNo: z.string().nullable(),
  state: z.number(),
  state_dictText: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  depotId: z.string().nullable(),
  depotCode: z.string().nullable(),
  place: z.string().nullable(),
  carrier: z.string().nullable(),
  senderText: z.string().nullable(),
  senderPostalCode: z.string().nullable(),
  goods: z.string().nullable(),
  weightKg: z.string().nullable(),
  sizeCm: z.string().nullable(),
  arrivedAt: z.string().nullable(),
  grade: z.string().nullable(),
  value: z.string().nullable(),
  currency: z.string(),
  action: z.string().nullable(),
  action_dictText: z.string(),
  actionNote: z.string().nullable(),
  /** Who or what decided, in words. */
  decided: z.string().nullable(),
  dueStep_dictText: z.string(),
  dueAt: z.string().nullable(),
  storageDays: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      sku: z.string(),
      name: z.string().nullable(),
      quantity: z.number(),
      grade: z.string().nullable(),
      serial: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  fees: z.array(
    z.object({
      kind: z.string(),
      kind_dictText: z.string(),
      amount: z.string(),
      currency: z.string(),
      at: z.string(),
      givenBackAt: z.string().nullable(),
    }),
  ),
  /**
   * What its owner's terms charge for what may be decided, once it is done; 0 where nothing.
   * `storage`: for the days up to now, whatever is decided. Null where the rate of their tax is missing.
   */
  actionFees: z
    .array(
      z.object({ action: z.string(), net: z.string(), gross: z.string(), currency: z.string() }),
    )
    .nullable(),
  steps: z.array(
    z.object({
      verb: z.string(),
      text: z.string(),
      state_dictText: z.string(),
      note: z.string().nullable(),
      doneBy: z.string().nullable(),
      at: z.string(),
    }),
  ),
  suggestions: z.array(suggestion),
  /** What of our own it came back from, and what it was sent on as. */
  shipmentNo: z.string().nullable(),
  forwardNo: z.string().nullable(),
  /** Decided to be forwarded: by which service and where to. */
  forward: z.object({ service: z.string(), address: z.string() }).nullable(),
  previousNo: z.string().nullable(),
  photos: z.number(),
  /** The steps open to the caller. */
  may: z.array(z.string()),
  /** A second user is needed to destroy it, and who the first was. */
  destroyBy: z.string().nullable(),
})
export type TrackDetail = z.infer<typeof trackDetail>

export const returnScanResult = z.object({
  id: z.string().nullable(),
  no: z.string().nullable(),
  trackNo: z.string(),
  state: z.number().nullable(),
  state_dictText: z.string(),
  customerName: z.string().nullable(),
  place: z.string().nullable(),
  score: z.number().nullable(),
  reasons: z.array(z.string()),
  suggestions: z.array(suggestion),
  action_dictText: z.string(),
  decided: z.string().nullable(),
  /** It was here before: the scan is repeated with `again` where it is the same box. */
  known: z.object({ no: z.string(), state_dictText: z.string() }).nullable(),
  /** Photos it needs by the terms, and how many it has. */
  photosNeeded: z.number(),
  photos: z.number(),
})
export type ReturnScanResult = z.infer<typeof returnScanResult>

export const touches = [
  '/rwms/returnTrack',
  '/rwms/commonTrack',
  '/rwms/claim',
  '/rwms/dashboard',
] as const
export const reason = z.string().trim().max(300, { error: 'field.tooLong' })
export const needed = reason.min(1, { error: 'field.required' })
const place = z.string().trim().max(40, { error: 'field.tooLong' })
export const line = (max: number) =>
  z.string().trim().max(max, { error: 'field.tooLong' }).nullish()

/** Where a forwarded return goes. */
export const forwardTo = z.object({
  serviceId: idText,
  name: z.string().trim().min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' }),
  company: line(100),
  phone: line(40),
  country: z.string().trim().length(2, { error: 'field.invalid' }),
  state: line(80),
  city: z.string().trim().min(1, { error: 'field.required' }).max(80, { error: 'field.tooLong' }),
  postalCode: line(16),
  street: z
    .string()
    .trim()
    .min(1, { error: 'field.required' })
    .max(120, { error: 'field.tooLong' }),
  house: line(20),
})
export type ForwardTo = z.infer<typeof forwardTo>

export const boxFacts = {
  place: asText(place),
  weightKg: asText(kg),
  lengthCm: asText(cm),
  widthCm: asText(cm),
  heightCm: asText(cm),
  senderText: line(1000),
  senderPostalCode: line(16),
  goods: line(300),
  carrier: line(60),
}

export const bulk = { out: bulkResult, idempotency: 'accepted', touches } as const
