import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { pageOf, pageQuery } from '../kit/page.ts'

/** Orders priced twice at most, the newest ones. */
export const TRIAL_ORDERS_MAX = 1_000_000
/** Customers named one by one; the sheet has all of them. */
export const TRIAL_CUSTOMERS_MAX = 200
/** A trial is kept for so many days. */
export const TRIAL_DAYS = 14

const TRIAL_STATES = ['queued', 'running', 'done', 'failed', 'stopped'] as const

const amounts = {
  currency: z.string(),
  orders: z.number().int(),
  parcels: z.number().int(),
  before: z.string(),
  after: z.string(),
  difference: z.string(),
  changeBp: z.number().int().nullable(),
}

const priceTrial = z.object({
  id: z.string(),
  /** Numbers of the versions compared: the one that was, the one tried. */
  versionNo: z.number().int(),
  withNo: z.number().int(),
  days: z.number().int(),
  status: z.enum(TRIAL_STATES),
  /** Orders of the last days; of them in the trial; of these priced. */
  found: z.number().int(),
  total: z.number().int(),
  done: z.number().int(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  createTime: z.string(),
  finishedAt: z.string().nullable(),
  /** Who began it, and whether that is the caller: only they may end it. */
  startedBy: z.string().nullable(),
  own: z.boolean(),
})
export type PriceTrial = z.infer<typeof priceTrial>

const trialId = z.object({ id: idText })
const whole = z.preprocess((value) => value ?? '1', z.coerce.number().int().min(1).max(1_000_000))
const size = z.preprocess((value) => value ?? '20', z.coerce.number().int().min(1).max(200))
const touches = ['/erp/priceTrial'] as const

/**
 * What a version of a price table would have earned, or cost, with the orders of the last days,
 * next to another version. Priced in the background by the engine that prices orders; measured
 * weights go before declared ones; no order is changed. A trial is seen by the user who began it
 * and by colleagues who may activate versions and reach all of its customers, with the rights of now.
 */
export const priceTrials = endpoints({
  /** Fixes the orders and begins; one trial of a user is under way at a time. */
  start: {
    method: 'POST',
    path: '/erp/priceTrial/start',
    rate: 'heavy',
    perm: 'dlv:fee:list',
    in: z.object({
      id: idText,
      withId: idText,
      days: z.coerce.number().int().min(1).max(90).default(30),
    }),
    out: z.object({ id: z.string(), found: z.number().int(), total: z.number().int() }),
    idempotency: 'accepted',
    touches,
  },
  /** Ends it after the part being priced; the sums so far stay. */
  stop: {
    method: 'PUT',
    path: '/erp/priceTrial/stop',
    perm: 'dlv:fee:list',
    in: trialId,
    out: z.null(),
    touches,
  },
  /** The trials of a table the caller may see that are still kept, newest first. */
  list: {
    method: 'GET',
    path: '/erp/priceTrial/list',
    perm: 'dlv:fee:list',
    in: pageQuery({ feeId: idText, pageNo: whole, pageSize: size }),
    out: pageOf(priceTrial),
  },
  queryById: {
    method: 'GET',
    path: '/erp/priceTrial/queryById',
    perm: 'dlv:fee:list',
    in: trialId,
    out: priceTrial.extend({
      /** Without a price by one of the versions; they count in no amount. */
      unpriced: z.object({ before: z.number().int(), after: z.number().int() }),
      /** Customers that pay less, and more, by the version tried. */
      winners: z.number().int(),
      losers: z.number().int(),
      totals: z.array(z.object(amounts)),
      /** Largest difference first, by size. */
      customers: z.array(z.object({ id: z.string(), name: z.string(), ...amounts })),
      services: z.array(
        z.object({ id: z.string(), code: z.string(), name: z.string(), ...amounts }),
      ),
    }),
  },
  /** Every customer with each service. */
  exportXls: {
    method: 'GET',
    path: '/erp/priceTrial/exportXls',
    perm: 'dlv:fee:list',
    reply: 'file',
    in: trialId.extend({ exportFormat: z.enum(['xlsx', 'csv']).default('xlsx') }),
    out: z.null(),
  },
})
