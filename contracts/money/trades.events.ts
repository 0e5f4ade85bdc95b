import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** A side wrote about a trade detail: the other learns of it. `id` is the text's. */
export const tradeAsked = event(
  'trades.asked',
  z.object({
    id: idText,
    tradeId: idText,
    customerId: idText,
    /** The user the trade was done for, who may be a sub-account. */
    userId: idText.nullable(),
    ofStaff: z.boolean(),
    /** The order's number, empty where it is for none. */
    label: z.string(),
    text: z.string(),
  }),
)
