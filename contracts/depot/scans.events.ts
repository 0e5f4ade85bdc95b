import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

const parcels = z.object({ parcelIds: z.array(idText), depotId: idText, at: z.iso.datetime() })

export const parcelReceived = event('parcel.received', parcels)
/** `reason` as stored with the parcel. */
export const parcelHeld = event('parcel.held', parcels.extend({ reason: z.string() }))
export const parcelReleased = event('parcel.released', parcels)
export const parcelSorted = event('parcel.sorted', parcels)
export const parcelBagged = event('parcel.bagged', parcels.extend({ batchId: idText }))
export const parcelOutbound = event('parcel.outbound', parcels.extend({ batchId: idText }))
export const parcelScanUndone = event(
  'parcel.scanUndone',
  parcels.extend({ station: z.enum(['into', 'sort', 'bag', 'out']) }),
)

export const predictedBatchFinished = event(
  'predictedBatch.finished',
  z.object({
    batchId: idText,
    customerId: idText,
    counts: z.record(z.string(), z.number()),
  }),
)

/** A number was set apart, or let go: the area of returns takes such parcels over. */
export const interceptChanged = event(
  'intercept.changed',
  z.object({ id: idText, no: z.string(), depotId: idText, status: z.enum(['1', '2', '3']) }),
)
