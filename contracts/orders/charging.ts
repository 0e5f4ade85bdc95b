import { z } from 'zod'
import { explanation, quoteOut } from '../commercial/rating.ts'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText, moment, rowVersion } from '../kit/envelope.ts'
import { CUSTOMER_SIDE } from '../money/ledger.ts'
import { QUOTED_FOR } from '../platform/access/price-permission.ts'
import { orderPerms } from './kinds/kind-perms.ts'

/** When a service charges its orders: the values of `delivery_service.deduct_method`. */
export const DEDUCT = { label: '1', inbound: '2', outbound: '3', monthly: '4', free: '5' } as const
export type DeductMethod = (typeof DEDUCT)[keyof typeof DEDUCT]

export const CHARGE_STATES = ['held', 'waiting', 'charged', 'released', 'refunded'] as const
export type ChargeState = (typeof CHARGE_STATES)[number]

/** Why a charge was adjusted: weighed again, such a scan undone, priced again by finance. */
export const ADJUST_REASONS = ['weighed', 'undone', 'rerate', 'address'] as const
export type AdjustReason = (typeof ADJUST_REASONS)[number]

const amount = z.string()

/** From when on accounts count, and what is kept when a charge is given back. */
export const chargingSetting = z.object({
  /** Orders confirmed from then on are charged; null: none is. */
  chargingFrom: z.string().nullable(),
  /** Kept of a refund once the parcel was received, by currency. */
  handlingFees: z.array(z.object({ currency: z.string(), amount })),
  /** Charged for a parcel that came back, and for one that is destroyed, by currency. */
  returnFees: z.array(z.object({ currency: z.string(), amount })),
  destroyFees: z.array(z.object({ currency: z.string(), amount })),
  /** What was charged for a lost parcel goes back. */
  lostGoesBack: z.boolean(),
  /**
   * An order that is weighed keeps its price where the difference is not above both: units of its
   * currency, percent of its price.
   */
  adjustAbove: z.string(),
  adjustPercent: z.string(),
  version: z.number(),
})
export type ChargingSetting = z.infer<typeof chargingSetting>

/** What a parcel's price is made of, as the trade details have it. */
export const chargeLine = z.object({
  tradeItem: z.string(),
  tax: z.boolean(),
  amount,
  /** A sentence of the price's explanation: `formula.<code>` of the rating texts. */
  why: z.object({ code: z.string(), params: z.record(z.string(), z.string()) }).nullable(),
  /** What it is taxed as, hundredths of a percent; null where no tax is charged. */
  taxCategory: z.string().nullable(),
  taxRate: z.number().nullable(),
})

export const orderCharge = z.object({
  id: z.string(),
  parcelId: z.string(),
  parcelNo: z.string(),
  method: z.string(),
  state: z.enum(CHARGE_STATES),
  currency: z.string(),
  amount,
  /** Kept for it in the account now. */
  held: amount,
  charged: amount,
  refunded: amount,
  handlingFee: amount,
  createTime: z.string(),
  chargedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Since when it waits for the customer's money. */
  unpaidAt: z.string().nullable(),
  lines: z.array(chargeLine),
  /** What the parcel is expected to cost the company; only for staff who may see costs. */
  cost: z.object({ amount, currency: z.string() }).optional(),
  /** What was charged or held in addition since, below zero: given back; the first one first. */
  adjustments: z.array(
    z.object({
      reason: z.enum(ADJUST_REASONS),
      amount,
      /** What the price followed from. */
      before: z.string(),
      after: z.string(),
      createTime: z.string(),
    }),
  ),
})
export type OrderCharge = z.infer<typeof orderCharge>

/** Charges whose cost is not known, by service and reason. */
export const missingCosts = z.object({
  count: z.number(),
  services: z.array(
    z.object({
      serviceCode: z.string(),
      serviceName: z.string(),
      serviceNameEn: z.string().nullable(),
      supplierName: z.string(),
      /** `noTable`: the supplier has none for the service; else why it gives no price (`rate.…`). */
      why: z.string(),
      count: z.number(),
      lastAt: z.string(),
    }),
  ),
})

/** Where a trade detail comes from, in the words customers and finance share. */
export const tradeExplanation = z.object({
  id: z.string(),
  tradeType: z.string(),
  tradeItem: z.string(),
  amount,
  currency: z.string(),
  createTime: z.string(),
  note: z.string().nullable(),
  /** The price list's amount, where the charge was free. */
  listPrice: amount.nullable(),
  /** `opens`: whether the caller reaches it. */
  order: z.object({ id: z.string(), no: z.string(), opens: z.boolean() }).nullable(),
  parcelNo: z.string().nullable(),
  /** The price table it follows from; a customer gets whose prices they are, and no version. */
  prices: z
    .object({
      name: z.string(),
      nameEn: z.string().nullable(),
      versionNo: z.number().nullable(),
      validFrom: z.string().nullable(),
    })
    .nullable(),
  /** How the amount came about; of what was taken back, how the original did. */
  why: explanation.nullable(),
  /** The order's price as it stands; null for those who see no prices. */
  quote: quoteOut.nullable(),
  /** Whether that price is of another version than this line. */
  repriced: z.boolean(),
  taxCategory: z.string().nullable(),
  taxRate: z.number().nullable(),
  /** The tax of the same posting and parcel at that rate; of a tax line what it is the tax of. */
  tax: z.array(z.object({ id: z.string(), tradeItem: z.string(), amount })),
  invoices: z.array(z.object({ id: z.string(), number: z.string().nullable(), kind: z.string() })),
  /** Its reversal, its refunds, and what it takes back itself. */
  linked: z.array(
    z.object({
      id: z.string(),
      how: z.enum(['takesBack', 'takenBack']),
      tradeType: z.string(),
      amount,
      createTime: z.string(),
    }),
  ),
})
export type TradeExplanation = z.infer<typeof tradeExplanation>

const fees = z
  .array(
    z.object({
      currency: z.string().length(3, { error: 'field.currency' }),
      amount: z
        .string({ error: 'field.money' })
        .trim()
        .regex(/^\d{1,12}(\.\d{1,4})?$/, { error: 'field.money' }),
    }),
  )
  .max(50, { error: 'field.tooMany' })

/** The fees a tenant sets by currency. */
export const CHARGING_FEES = ['handlingFees', 'returnFees', 'destroyFees'] as const
export type ChargingFee = (typeof CHARGING_FEES)[number]

/** The ways an order's end is felt by its customer's account, as `ending` answers them. */
export const ENDING_WAYS = ['charged', 'held', 'waiting'] as const

export const charging = endpoints({
  /** What a trade detail is for and how its amount came about. */
  ofTrade: {
    method: 'GET',
    path: '/erp/charging/ofTrade',
    perm: ['acc:trade:list', 'pay:trade:list'],
    in: z.object({ id: idText }),
    out: tradeExplanation,
  },
  /** Charged parcels without an expected cost. */
  missingCosts: {
    method: 'GET',
    path: '/erp/charging/missingCosts',
    perm: 'acc:charging:edit',
    in: z.object({}),
    out: missingCosts,
  },
  setting: {
    method: 'GET',
    path: '/erp/charging/setting',
    perm: 'acc:charging:edit',
    in: z.object({}),
    out: chargingSetting,
  },
  /** The moment is fixed once it has come; fees may change. */
  saveSetting: {
    method: 'PUT',
    path: '/erp/charging/setting',
    perm: 'acc:charging:edit',
    in: z.object({
      chargingFrom: moment.nullable(),
      handlingFees: fees,
      returnFees: fees.optional(),
      destroyFees: fees.optional(),
      lostGoesBack: z.boolean().optional(),
      adjustAbove: z
        .string({ error: 'field.money' })
        .trim()
        .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: 'field.money' })
        .optional(),
      adjustPercent: z
        .string({ error: 'field.percent' })
        .trim()
        .regex(/^(100|\d{1,2}(\.\d{1,2})?)$/, { error: 'field.percent' })
        .optional(),
      version: rowVersion,
    }),
    out: chargingSetting,
    idempotency: 'accepted',
    touches: ['/erp/charging'],
    message: 'ok.edited',
  },
  /**
   * Which account pays a service, and what is available for it; of staff for the customer they
   * name. Null where nothing is charged.
   */
  payer: {
    method: 'GET',
    path: '/erp/charging/payer',
    perm: orderPerms('list'),
    in: z.object({
      serviceId: idText,
      currency: z.string().length(3, { error: 'field.dict' }),
      customerId: idText.nullish(),
      /** The price as it is shown, and where it goes: its tax is added. */
      total: z.string().regex(/^\d{1,15}(\.\d{1,4})?$/, { error: 'field.money' }),
      country: z.string().max(2).nullish(),
    }),
    out: z
      .object({
        account: z.enum(CUSTOMER_SIDE),
        /** Whether what is available on the customer's other account counts, too. */
        both: z.boolean(),
        currency: z.string(),
        /** Null for who may not see what an account has, as a sub-account. */
        available: amount.nullable(),
        /** With its tax. */
        needed: amount,
        missing: amount.nullable(),
      })
      .nullable(),
  },
  /** What a price comes to for a customer as it would be charged today; null where it is not taxed. */
  taxed: {
    method: 'GET',
    path: '/erp/charging/taxed',
    perm: QUOTED_FOR,
    in: z.object({
      customerId: idText.nullish(),
      currency: z.string().length(3, { error: 'field.dict' }),
      total: z.string().regex(/^\d{1,15}(\.\d{1,4})?$/, { error: 'field.money' }),
      country: z.string().max(2).nullish(),
    }),
    out: z.object({ net: amount, tax: amount, gross: amount }).nullable(),
  },
  /** What was held, charged and given back for an order, the newest first; for who sees prices. */
  ofOrder: {
    method: 'GET',
    path: '/erp/charging/ofOrder',
    perm: orderPerms('list'),
    in: z.object({ shipmentId: idText }),
    out: z.array(orderCharge),
  },
  /**
   * What becomes of the customers' money if orders end now, by currency: what they were charged and
   * gets refunded, what is reserved and gets available again, what they are not charged any more.
   * For who sees prices.
   */
  ending: {
    method: 'POST',
    path: '/erp/charging/previewEnding',
    perm: orderPerms('list'),
    in: z.object({ ids: idList }),
    out: z.array(
      z.object({ currency: z.string(), charged: amount, held: amount, waiting: amount }),
    ),
  },
})
