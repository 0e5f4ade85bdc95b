import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'
import { ALERTS } from './alerts.ts'

/** These parcels wait longer than they should; one raised again has another `at`. */
export const parcelsLate = event(
  'parcel.late',
  z.object({ cause: z.enum(ALERTS), at: z.string(), parcelIds: z.array(idText) }),
)

/** They went on, or ended. */
export const parcelsOnTime = event(
  'parcel.onTime',
  z.object({ cause: z.enum(ALERTS), parcelIds: z.array(idText) }),
)
