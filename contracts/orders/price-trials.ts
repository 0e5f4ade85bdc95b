import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

/** Orders priced twice at most, the newest ones. */
export const TRIAL_ORDERS_MAX = 20_000
/** Customers named one by one. */
export const TRIAL_CUSTOMERS_MAX = 200

const amounts = { before: z.string(), after: z.string(), difference: z.string() }

/**
 * What a version of a price table would have earned, or cost, with the orders of the last days,
 * next to another version. Measured weights go before declared ones; nothing is stored.
 */
export const priceTrials = endpoints({
  run: {
    method: 'GET',
    path: '/erp/feeVersion/trial',
    rate: 'heavy',
    perm: 'dlv:fee:list',
    in: z.object({
      id: idText,
      withId: idText,
      days: z.coerce.number().int().min(1).max(90).default(30),
    }),
    out: z.object({
      currency: z.string(),
      days: z.number().int(),
      /** Of the last days, and priced by both versions. */
      found: z.number().int(),
      orders: z.number().int(),
      parcels: z.number().int(),
      /** Without a price by one of the versions; they count in no amount. */
      unpriced: z.object({ before: z.number().int(), after: z.number().int() }),
      ...amounts,
      changeBp: z.number().int().nullable(),
      winners: z.number().int(),
      losers: z.number().int(),
      /** Largest difference first, by size; the sums above are of all. */
      customers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          orders: z.number().int(),
          ...amounts,
          changeBp: z.number().int().nullable(),
        }),
      ),
    }),
  },
})
