import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'

const today = z.object({
  /** Orders taken since midnight. */
  added: z.number(),
  /** Parcels that came in, went out, arrived since midnight. */
  received: z.number(),
  outbound: z.number(),
  delivered: z.number(),
  /** Orders with an exception now, whenever it began. */
  exceptions: z.number(),
  /** Parcels held now. */
  held: z.number(),
})
export type TodayFigures = z.infer<typeof today>

const zone = z.string().max(60).optional()
/** One kind of order only: what the list of that kind shows. */
const shipmentResource = z.string().max(20).optional()
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, { error: 'field.date' })
const idText = z.string().regex(/^\d{1,18}$/, { error: 'field.invalid' })
/** Longest span of an analysis, in days. */
export const SPAN_MAX = 92
/** Bars shown per breakdown; the rest is one sum. */
export const SHARES_MAX = 10

const money = z.array(z.object({ currency: z.string(), amount: z.string() }))
const flow = z.object({
  day: z.string(),
  orders: z.number(),
  received: z.number(),
  outbound: z.number(),
  delivered: z.number(),
  orderValue: money,
})
export type FlowDay = z.infer<typeof flow>
const share = z.object({ key: z.string(), text: z.string(), orders: z.number() })
export type Share = z.infer<typeof share>
const shares = z.object({ top: z.array(share), others: z.number() })
const analysis = z.object({
  from: z.string(),
  to: z.string(),
  /** Every day of the span, empty ones too. */
  days: z.array(flow),
  /**
   * Sums over the span; orders that were cancelled or revoked are left out, their value counts from
   * the confirmation on. Who sees no prices gets no value.
   */
  total: z.object({
    orders: z.number(),
    received: z.number(),
    outbound: z.number(),
    delivered: z.number(),
    orderValue: money,
  }),
  byService: shares,
  byCountry: shares,
  byCustomer: shares,
})
export type Analysis = z.infer<typeof analysis>

/** What waits for a user to act; `n` stops at `TODO_CAP`. */
export const TODO_CAP = 1000
export const TODO_KINDS = [
  'held',
  'revokes',
  'exceptions',
  'drafts',
  'lateParcels',
  'unmapped',
  'imports',
  'outBatches',
  'predicted',
  'accountRequests',
  'lowBalance',
  'bankLines',
  'recharges',
  'paymentsAside',
  'invoiceDrafts',
  'overdueInvoices',
  'tradeQuestions',
  'billDeadlines',
  'disputeDeadlines',
  'lateCases',
  'answeredCases',
  'myCases',
  'returnsUnconfirmed',
  'returnsUndecided',
  'returnClaims',
  'messages',
  'registrations',
] as const
const todo = z.object({ kind: z.enum(TODO_KINDS), n: z.number(), path: z.string() })
export type Todo = z.infer<typeof todo>

/** Ages of what lies in a depot: up to 4 hours, a day, three days, longer. */
export const AGE_HOURS = [4, 24, 72] as const
const monitor = z.object({
  at: z.string(),
  /** Scans of the last hour, one figure a minute, the oldest first. */
  scans: z.array(
    z.object({
      depotId: z.string().nullable(),
      depot: z.string(),
      minutes: z.array(z.number()).length(60),
      refused: z.number(),
    }),
  ),
  queues: z.array(
    z.object({
      status: z.number(),
      n: z.number(),
      ages: z.array(z.number()).length(AGE_HOURS.length + 1),
      oldest: z.string().nullable(),
    }),
  ),
  /** Calls of the last 24 hours. */
  carriers: z.array(
    z.object({
      courier: z.string(),
      calls: z.number(),
      failed: z.number(),
      p95: z.number(),
      lastGood: z.string().nullable(),
    }),
  ),
  events: z.array(
    z.object({
      id: z.string(),
      trackNo: z.string().nullable(),
      serialNumber: z.string(),
      status: z.number().nullable(),
      place: z.string().nullable(),
      at: z.string(),
    }),
  ),
})
export type Monitor = z.infer<typeof monitor>

/** Days an order has waited for its confirmation: 0–2, 3–7, 8–30, longer. */
export const WAIT_BUCKETS = ['0-2', '3-7', '8-30', '30+'] as const

/**
 * Figures of the boards (specification §7 and §2), all within the caller's reach. `zone`: IANA name
 * of the zone whose midnight a day starts at; the company's without one.
 */
export const dashboards = endpoints({
  /**
   * Status code → number of orders (of one kind, B2C and the like, where it is named); every status
   * is there. Returns stand next to them as `R` and their state, for who may list them. The list
   * filtered alike has as many rows.
   */
  statusCount: {
    method: 'GET',
    path: '/rwms/dashboard/statusCount',
    perm: 'dash:status:view',
    in: z.object({ shipmentResource }),
    out: z.record(z.string(), z.number()),
  },
  /** Return tracks not confirmed yet, by their age in days. */
  statusUnconfirmCount: {
    method: 'GET',
    path: '/rwms/dashboard/statusUnconfirmCount',
    perm: 'dash:status:view',
    in: z.object({ zone, shipmentResource }),
    out: z.record(z.enum(WAIT_BUCKETS), z.number()),
  },
  /** Draft orders, by the days they wait for their confirmation. */
  draftCount: {
    method: 'GET',
    path: '/rwms/dashboard/draftCount',
    perm: 'dash:status:view',
    in: z.object({ zone, shipmentResource }),
    out: z.record(z.enum(WAIT_BUCKETS), z.number()),
  },
  today: {
    method: 'GET',
    path: '/rwms/dashboard/today',
    perm: ['dash:status:view', 'dash:analysis:view'],
    in: z.object({ zone, shipmentResource }),
    out: today,
  },
  analysis: {
    method: 'GET',
    path: '/rwms/dashboard/analysis',
    perm: 'dash:analysis:view',
    in: z.object({
      from: day.optional(),
      to: day.optional(),
      zone,
      depotId: idText.optional(),
      customerId: idText.optional(),
      shipmentResource,
    }),
    out: analysis,
  },
  todos: {
    method: 'GET',
    path: '/rwms/dashboard/todos',
    login: true,
    in: z.object({ zone }),
    out: z.array(todo),
  },
  monitor: {
    method: 'GET',
    path: '/rwms/dashboard/monitor',
    perm: 'dash:monitor:view',
    in: z.object({}),
    out: monitor,
  },
})
