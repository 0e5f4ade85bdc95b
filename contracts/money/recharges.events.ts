import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** Money of a recharge was credited or given back, or it was rejected; `occasion` is different for each. */
export const rechargeDecided = event(
  'recharges.decided',
  z.object({
    id: idText,
    customerId: idText,
    reference: z.string(),
    outcome: z.enum(['confirmed', 'part', 'rejected', 'refunded']),
    amount: z.string(),
    currency: z.string(),
    occasion: z.string(),
  }),
)
