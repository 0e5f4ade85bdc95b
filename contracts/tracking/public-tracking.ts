import { z } from 'zod'
import { PUBLIC_LANGS } from '../kit/envelope.ts'
import { MAX_TRACK_NUMBERS, splitTrackNumbers } from './public-tracking.limits.ts'

/** `GET /boot/track/query`: the one question a visitor without an account may ask. */
export const trackQuery = z.object({
  nos: z
    .string()
    .trim()
    .min(1, { error: 'field.required' })
    .max(MAX_TRACK_NUMBERS * 51, { error: 'field.tooMany' })
    .refine(
      (nos) => {
        const count = splitTrackNumbers(nos).length
        return count > 0 && count <= MAX_TRACK_NUMBERS
      },
      { error: 'field.tooMany' },
    ),
  lang: z.enum(PUBLIC_LANGS).optional(),
})

export const publicTrackEvent = z.object({
  /** UTC, ISO 8601; null when the carrier's zone is unknown. */
  at: z.string().nullable(),
  /** Wall time where it happened: `yyyy-MM-dd HH:mm`. */
  local: z.string(),
  /** `+01:00`; null = the carrier gave none. */
  offset: z.string().nullable(),
  /** Town level, never a street or a name. */
  place: z.string().nullable(),
  /** ISO 3166 alpha-2. */
  country: z.string().nullable(),
  status: z.number().int(),
  sub: z.string().nullable(),
  /** The carrier's own words. */
  text: z.string().nullable(),
})

/** By what deliveries of the same service and area took: nine of ten came between the days. */
export const expectedDelivery = z.object({
  from: z.string(),
  likely: z.string(),
  until: z.string(),
  /** How many deliveries it rests on. */
  deliveries: z.number().int(),
})
export type ExpectedDelivery = z.infer<typeof expectedDelivery>

/**
 * Nothing here may identify the people or the customer behind a parcel.
 * A number that does not exist and one that is not public answer alike:
 * `found: false` and no events.
 */
export const publicTrackItem = z.object({
  no: z.string(),
  found: z.boolean(),
  courier: z.string().optional(),
  /** Where its logo is, for an `img`. */
  logo: z.string().optional(),
  status: z.number().int().optional(),
  sub: z.string().nullable().optional(),
  destination: z.object({ country: z.string() }).optional(),
  /**
   * Our depot where it waits to be collected, in lines to read: its name, its address, the week, and
   * the days of two weeks with other hours.
   */
  pickup: z.string().optional(),
  expected: expectedDelivery.optional(),
  /** News by mail can be asked for. */
  news: z.boolean().optional(),
  events: z.array(publicTrackEvent),
})

export const trackResult = z.object({ items: z.array(publicTrackItem) })

export type TrackQuery = z.infer<typeof trackQuery>
export type PublicTrackEvent = z.infer<typeof publicTrackEvent>
export type PublicTrackItem = z.infer<typeof publicTrackItem>
export type TrackResult = z.infer<typeof trackResult>
