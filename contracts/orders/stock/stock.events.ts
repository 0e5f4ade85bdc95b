import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** Pieces became available in a depot: orders that wait for them may have them. */
export const stockArrived = event(
  'stock.arrived',
  z.object({ customerId: idText, depotId: idText, skuIds: z.array(idText) }),
)

/** Pieces were not found where they should lie: these orders take others, from other places. */
export const stockNotFound = event(
  'stock.notFound',
  z.object({ balanceIds: z.array(idText), orderIds: z.array(idText) }),
)
