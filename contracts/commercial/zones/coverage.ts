import { z } from 'zod'

/** Countries whose postal codes are known one by one (seeds/data/README.md). */
export const COVERAGE_COUNTRIES = [
  'DE',
  'NL',
  'AT',
  'FR',
  'IT',
  'ES',
  'PL',
  'GB',
  'US',
  'AU',
  'CN',
] as const
/** Codes that are listed; all are counted. */
export const COVERAGE_LISTED = 500

export const coverageInput = z.object({
  serviceCode: z.string().trim().min(1).max(32),
  country: z.enum(COVERAGE_COUNTRIES, { error: 'field.dict' }),
  /** Today unless given. */
  date: z.iso.date().nullish(),
})

const share = z.object({ name: z.string(), count: z.number().int() })

/** Which of a country's postal codes have no zone (or sort code), and which have several. */
export const coverage = z.object({
  country: z.string(),
  date: z.string(),
  total: z.number().int(),
  /** Codes no row is for. */
  none: z.number().int(),
  /** Codes for which rows of several zones match and the closer one decides. */
  nested: z.number().int(),
  /** Of those, where nothing but priority or age decides. */
  tied: z.number().int(),
  zones: z.array(share),
  /** By the first two digits (in Britain the first letters) of the code. */
  areas: z.array(
    z.object({
      area: z.string(),
      total: z.number().int(),
      none: z.number().int(),
      tied: z.number().int(),
      zones: z.array(share),
    }),
  ),
  missing: z.array(z.string()),
  shared: z.array(z.object({ code: z.string(), zones: z.array(z.string()), tied: z.boolean() })),
  /** Fields of a grid over the country, row by row: which of the areas lies there, -1 for none. */
  map: z.object({
    width: z.number().int(),
    height: z.number().int(),
    fields: z.array(z.number().int()),
  }),
})
export type Coverage = z.infer<typeof coverage>
