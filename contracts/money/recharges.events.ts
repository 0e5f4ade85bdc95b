import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** What becomes of a recharge; each has its words for the customer. */
export const RECHARGE_OUTCOMES = [
  'confirmed',
  'part',
  'rejected',
  'refunded',
  'refundRefused',
  'failed',
  'returned',
  'chargedBack',
  'reinstated',
] as const
export type RechargeOutcome = (typeof RECHARGE_OUTCOMES)[number]

/** Money of a recharge was credited or given back, or it was rejected; `occasion` is different for each. */
export const rechargeDecided = event(
  'recharges.decided',
  z.object({
    id: idText,
    customerId: idText,
    reference: z.string(),
    outcome: z.enum(RECHARGE_OUTCOMES),
    amount: z.string(),
    currency: z.string(),
    occasion: z.string(),
  }),
)

/** A provider reported what was put aside: finance decides; `why` is the reason's code. */
export const paymentAside = event(
  'recharges.paymentAside',
  z.object({ id: idText, why: z.string(), outTradeNo: z.string(), amount: z.string() }),
)

/** A customer reports a recharge paid: finance looks for the money. */
export const rechargeReported = event(
  'recharges.reported',
  z.object({
    id: idText,
    version: z.number(),
    reference: z.string(),
    amount: z.string(),
    currency: z.string(),
    customer: z.string(),
  }),
)
