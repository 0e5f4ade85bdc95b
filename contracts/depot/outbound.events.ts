import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/**
 * A batch that had been shipped is open again, and what its parcels were charged was given back:
 * the number of charges and their sums in currency units.
 */
export const outboundReopened = event(
  'outbound.reopened',
  z.object({
    batchId: idText,
    no: z.string(),
    /** Which time of the batch it was. */
    at: z.iso.datetime(),
    by: z.string(),
    reason: z.string(),
    charges: z.number(),
    sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  }),
)

/** A batch has left: what is due once it is closed, as files to carriers. */
export const outboundClosed = event(
  'outbound.closed',
  z.object({
    batchId: idText,
    no: z.string(),
    /** Which time of the batch it was. */
    at: z.iso.datetime(),
    parcelIds: z.array(idText),
  }),
)
