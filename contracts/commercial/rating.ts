import { z } from 'zod'

/** Fee items as the ledger, the bills and the dictionaries number them. */
export const TRADE_ITEMS = {
  freight: '1',
  fuel: '2',
  remote: '3',
  oversize: '4',
  overweight: '5',
  residential: '6',
  battery: '7',
  registration: '8',
  handling: '9',
  relabel: '10',
  storage: '11',
  destroy: '12',
  returnFreight: '13',
  clearance: '14',
  duty: '15',
  insurance: '16',
  cod: '17',
  pod: '18',
  adjustment: '19',
  compensation: '20',
} as const
export type TradeItem = (typeof TRADE_ITEMS)[keyof typeof TRADE_ITEMS]
const tradeItems: readonly string[] = Object.values(TRADE_ITEMS)
export function isTradeItem(code: string): code is TradeItem {
  return tradeItems.includes(code)
}

/** A bracket flat, B first and continued, C per kg with a minimum, D fixed and per kg. */
export const STEP_MODES = ['A', 'B', 'C', 'D'] as const
export type StepMode = (typeof STEP_MODES)[number]

export const MATCH_TYPES = ['ALL', 'PREFIX', 'RANGE', 'REGEX', 'CITY', 'STATE'] as const
export type MatchType = (typeof MATCH_TYPES)[number]

/** How a rule describes an address it matches. */
export const WHY_MATCHED = [
  'exact',
  'range',
  'prefix',
  'pattern',
  'city',
  'state',
  'country',
  'default',
] as const
export type WhyMatched = (typeof WHY_MATCHED)[number]
/** Why a rule that matches does not decide; `dates`: it is not valid on that day. */
export const WHY_LOST = [
  'kind',
  'shorter',
  'wider',
  'priority',
  'earlier',
  'newer',
  'table',
  'dates',
] as const
export type WhyLost = (typeof WHY_LOST)[number]

/**
 * Limits of a service: 1 weight, 2 longest side, 3 girth L+2(W+H), 4 sum of sides, 5 volume, 6
 * declared value, 7 pieces.
 */
export const VALID_TYPES = ['1', '2', '3', '4', '5', '6', '7'] as const
export type ValidType = (typeof VALID_TYPES)[number]

/**
 * SHIPMENT and PARCEL are amounts, PERCENT a share; DISCOUNT lowers what stands so far and TAX
 * closes the quote.
 */
export const SURCHARGE_KINDS = ['SHIPMENT', 'PARCEL', 'PERCENT', 'DISCOUNT', 'TAX'] as const
export type SurchargeKind = (typeof SURCHARGE_KINDS)[number]

export const SURCHARGE_CONDITIONS = [
  'ALWAYS',
  'WEIGHT',
  'LONGEST',
  'GIRTH',
  'POSTCODE',
  'ATTRIBUTE',
] as const
export type SurchargeCondition = (typeof SURCHARGE_CONDITIONS)[number]

/** What a percentage is taken of; without one the freight, of a tax everything. */
export const SURCHARGE_BASES = ['FREIGHT', 'ALL', 'DECLARED', 'INSURED', 'COD'] as const
export type SurchargeBase = (typeof SURCHARGE_BASES)[number]

/** What an order carries apart from weight and size, as surcharges and rules ask for it. */
export const ORDER_ATTRIBUTES = [
  'RESIDENTIAL',
  'LITHIUM',
  'DANGEROUS',
  'COD',
  'INSURED',
  'PICKUP_POINT',
  'SIGNATURE',
  'AGE_CHECK',
  'NO_NEIGHBOUR',
  'SATURDAY',
  'NOTIFY',
  'TAIL_LIFT',
  'INSIDE',
  'PHOTO',
] as const

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/**
 * One sentence of an explanation: its words are `formula.<code>` of the rating texts, the params
 * fill its placeholders and are ready to show (kg, cm, currency units, percent as decimal strings).
 * A name comes with its English twin (`name`, `nameEn`) where there is one.
 */
export const explanation = z.object({ code: z.string(), params: z.record(z.string(), z.string()) })
export type Explanation = z.infer<typeof explanation>

export const quoteLine = explanation.extend({
  tradeItem: z.enum(TRADE_ITEMS),
  /** The fee cell or surcharge the line comes from. */
  ruleId: z.string(),
  /** Why the rule applied; null where it always does. */
  why: explanation.nullable(),
  amount: decimal,
})

/** A price and how it came about. Amounts are decimal strings in `currency`; weights are kg. */
export const quoteOut = z.object({
  currency: z.string(),
  total: decimal,
  actualWeightKg: decimal,
  volumetricWeightKg: decimal,
  chargeableWeightKg: decimal,
  partition: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameEn: z.string().nullish(),
  }),
  /** Working days from the depot; older orders name none. */
  transit: z.object({ min: z.number().nullable(), max: z.number().nullable() }).nullish(),
  fee: z.object({
    id: z.string(),
    name: z.string(),
    nameEn: z.string().nullish(),
    /** The version of the table, and of the table it follows; older orders name none. */
    versionId: z.string().nullish(),
    versionNo: z.number().int().nullish(),
    baseVersionId: z.string().nullish(),
    /** Whether it is the customer's own table; older orders name neither. */
    own: z.boolean().nullish(),
  }),
  /** From the scale to the weight that is charged, and to the zone. */
  steps: z.array(explanation),
  lines: z.array(quoteLine),
})
export type QuoteOut = z.infer<typeof quoteOut>
export type QuoteLineOut = z.infer<typeof quoteLine>
