import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** What became of orders on their way into a warehouse, and when. */
export const fbaMoved = event(
  'fba.moved',
  z.object({
    shipmentIds: z.array(idText),
    step: z.enum(['dispatched', 'refused', 'delivered']),
    at: z.iso.datetime(),
  }),
)
