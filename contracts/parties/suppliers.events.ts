import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** A supplier's contract ends within the days its record names; once for each end. */
export const contractEnds = event(
  'suppliers.contractEnds',
  z.object({
    id: idText,
    code: z.string(),
    name: z.string(),
    contractNo: z.string().nullable(),
    end: z.string(),
    days: z.number(),
  }),
)
