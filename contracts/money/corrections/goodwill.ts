import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'

const amount = z.string()
/** An amount as it is typed. */
const entered = z
  .string({ error: 'field.money' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(40, { error: 'field.moneyTooLarge' })

/** An amount of a charge that is given back without a fault of the charge. */
export const goodwill = endpoints({
  /** What giving an amount of a charge back would post, what is left of it, and whether it takes two users. */
  effect: {
    method: 'GET',
    path: '/erp/trade/goodwillEffect',
    perm: 'acc:trade:goodwill',
    in: z.object({ id: idText, amount: entered.optional() }),
    out: z.object({
      left: amount,
      lines: z.array(z.object({ tradeItem: z.string(), amount })),
      net: amount,
      tax: amount,
      gross: amount,
      currency: z.string(),
      needsTwo: z.boolean(),
    }),
  },
  /**
   * Gives an amount of a charge back out of goodwill, never more than is left of it; its tax falls
   * with it. Above the amount that asks for a step-up a second user approves it.
   */
  give: {
    method: 'POST',
    path: '/erp/trade/goodwill',
    perm: 'acc:trade:goodwill',
    in: z.object({
      id: idText,
      amount: entered,
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(300, { error: 'field.tooLong' }),
    }),
    out: z.object({ requestId: z.string().nullable(), no: z.string().nullable() }),
    idempotency: 'required',
    touches: ['/erp/trade', '/erp/account', '/erp/accountRequest', '/erp/invoice'],
  },
})
