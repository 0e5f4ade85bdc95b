import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** The cartons of these orders are in the warehouse. */
export const fbaDelivered = event('fba.delivered', z.object({ shipmentIds: z.array(idText) }))
