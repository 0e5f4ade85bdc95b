import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** A customer is asked where announced orders are. */
export const predictedReminded = event(
  'predicted.reminded',
  z.object({
    customerId: idText,
    shipmentId: idText,
    serialNumber: z.string(),
    outstanding: z.number(),
    days: z.number(),
    at: z.iso.datetime(),
  }),
)
