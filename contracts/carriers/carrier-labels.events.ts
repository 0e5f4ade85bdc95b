import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/**
 * A carrier no longer lets an account in, once until a person has it running again; or answers it
 * with faults, once until it answers again; or did not take a file it is sent.
 */
export const carrierAccountStopped = event(
  'carrierAccount.stopped',
  z.object({
    id: idText,
    carrier: z.string(),
    name: z.string(),
    at: z.iso.datetime(),
    why: z.enum(['auth', 'down', 'file']).default('auth'),
  }),
)
