import { z } from 'zod'
import { event } from '../kit/events.ts'
import { idText } from '../kit/envelope.ts'

/** What those who are concerned learn of a return. */
export const RETURN_NOTICES = [
  'received',
  'instructionDue',
  'claimed',
  'approved',
  'rejected',
  'destroyProposed',
  'ageing',
] as const

/** `customerId`: its users learn it; without one those who sort out returns do. */
export const returnNoticed = event(
  'return.noticed',
  z.object({
    what: z.enum(RETURN_NOTICES),
    /** What it is about: each is announced once. */
    subject: z.string(),
    customerId: idText.nullable(),
    no: z.string(),
    note: z.string().default(''),
  }),
)

/** Something new to match with: an announcement, an address code. */
export const returnsToMatch = event('return.toMatch', z.object({ what: z.string() }))
