import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** The first print of each of these parcels; a reprint is none. */
export const labelPrinted = event(
  'label.printed',
  z.object({ parcelIds: z.array(idText), at: z.iso.datetime() }),
)

/** Sources answered whether they take back the labels of these parcels. */
export const labelVoidAnswered = event(
  'label.voidAnswered',
  z.object({ parcelIds: z.array(idText), at: z.iso.datetime() }),
)
