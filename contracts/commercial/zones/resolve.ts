import { z } from 'zod'
import { MATCH_TYPES, WHY_LOST, WHY_MATCHED } from '../rating.ts'

/** An address as it is asked about, for a service, on a day; today unless given. */
export const resolveInput = z.object({
  serviceCode: z.string().trim().min(1).max(32),
  country: z.string().trim().length(2),
  postalCode: z.string().max(32).nullish(),
  state: z.string().max(100).nullish(),
  city: z.string().max(100).nullish(),
  date: z.iso.date().nullish(),
})

/** A row that matches the address, and how it came to decide or not to. */
const rule = z.object({
  id: z.string(),
  /** '' for everywhere else. */
  country: z.string(),
  matchType: z.enum(MATCH_TYPES),
  from: z.string().nullable(),
  to: z.string().nullable(),
  priority: z.number().int(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  kind: z.enum(WHY_MATCHED),
  /** In the caller's language: that it matches and how. */
  text: z.string(),
})
export const lost = { reason: z.enum(WHY_LOST), why: z.string() }

export const zoneOf = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
})
export const zoneRule = rule.extend({ zone: zoneOf })

export const route = z.object({
  sortCode: z.string(),
  gate: z.string().nullable(),
  destDepot: z.string().nullable(),
  barcodeText: z.string().nullable(),
})
export const routeRule = rule.extend({
  route,
  table: z.object({ id: z.string(), name: z.string() }),
})

/** The postcode as it was compared, the day, and the sentence that answers. */
export const answerHead = { postcode: z.string(), date: z.string(), why: z.string() }
