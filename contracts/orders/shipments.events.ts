import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

export const shipmentAdded = event('shipment.added', z.object({ shipmentIds: z.array(idText) }))

const parcelsOfShipment = z.object({
  shipmentId: idText,
  parcelIds: z.array(idText),
  at: z.iso.datetime(),
})
export const shipmentConfirmed = event('shipment.confirmed', parcelsOfShipment)
/** Cancelled before a label was printed, or revoked after it. */
export const shipmentCancelled = event('shipment.cancelled', parcelsOfShipment)
