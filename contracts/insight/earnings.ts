import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'

/** Longest span of the figures, in days: a year and its comparison. */
export const EARNINGS_SPAN_MAX = 366
/** Rows of a breakdown that are shown; the rest is one sum. The sheet has all. */
export const EARNINGS_ROWS_MAX = 20

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, { error: 'field.date' })
const idText = z.string().regex(/^\d{1,18}$/, { error: 'field.invalid' })

const span = z.object({
  /** IANA name of the zone whose midnight a day starts at; the company's without one. */
  zone: z.string().max(60).optional(),
  /** The last thirty days without any. */
  from: day.optional(),
  to: day.optional(),
  customerId: idText.optional(),
  serviceId: idText.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'field.invalid' })
    .optional(),
})

/** Decimal strings; `cost` and `margin` are null for callers who see no costs. */
const sums = z.object({
  revenue: z.string(),
  cost: z.string().nullable(),
  margin: z.string().nullable(),
})
export type EarningSums = z.infer<typeof sums>
/** `key` is null for what belongs to none: charges by hand without an order, for example. */
const row = sums.extend({ key: z.string().nullable(), text: z.string() })
export type EarningRow = z.infer<typeof row>
const rows = z.object({ top: z.array(row), others: sums.nullable() })
export type EarningRows = z.infer<typeof rows>

/** What figures are broken down by. */
export const EARNING_PARTS = ['service', 'country', 'customer'] as const
export type EarningPart = (typeof EARNING_PARTS)[number]

const inCurrency = z.object({
  currency: z.string(),
  total: sums,
  /** Of as many days just before. */
  before: sums,
  /** Every day of the span, empty ones too. */
  days: z.array(sums.extend({ day: z.string() })),
  by: z.object({ service: rows, country: rows, customer: rows }),
})
export type EarningsInCurrency = z.infer<typeof inCurrency>
const summary = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }),
  /** All that was posted before this moment is in; null where nothing was ever made. */
  madeAt: z.string().nullable(),
  /** The currency with the largest part of the postings first; amounts are never converted. */
  currencies: z.array(inCurrency),
})
export type Earnings = z.infer<typeof summary>

/**
 * Revenue, cost and margin from the ledger, without tax, of the customers within the caller's
 * reach. Callers who see no prices get no currencies.
 */
export const earnings = endpoints({
  summary: {
    method: 'GET',
    path: '/rwms/earnings/summary',
    perm: 'dash:earnings:view',
    in: span,
    out: summary,
  },
  /** All rows of one breakdown, or the days, as a sheet. */
  sheet: {
    method: 'GET',
    path: '/rwms/earnings/sheet',
    perm: 'dash:earnings:view',
    in: span.extend({
      by: z.enum(['day', ...EARNING_PARTS], { error: 'field.invalid' }),
      format: z.enum(['xlsx', 'csv'], { error: 'field.invalid' }).optional(),
    }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
})
