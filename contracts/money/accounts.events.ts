import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/**
 * What a customer can spend has fallen to the alarm level: once until it recovers. Amounts in
 * currency units; `crossing` names the occasion.
 */
export const accountLow = event(
  'accounts.low',
  z.object({
    accountId: idText,
    customerId: idText,
    currency: z.string(),
    available: z.string(),
    level: z.string(),
    crossing: z.string(),
  }),
)

/** A customer's account has more money than before: what waits for it may be charged. */
export const accountCredited = event(
  'accounts.credited',
  z.object({ customerId: idText, currency: z.string(), transactionId: idText }),
)
