import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/**
 * A carrier no longer lets an account in, once until a person has it running again; or answers it
 * with faults, once until it answers again; or did not take a file it is sent.
 * `noTaker`: parcels left by a service whose file no account takes; the id is the service's.
 */
export const carrierAccountStopped = event(
  'carrierAccount.stopped',
  z.object({
    id: idText,
    carrier: z.string().nullable(),
    name: z.string(),
    at: z.iso.datetime(),
    why: z.enum(['auth', 'down', 'file', 'noTaker']).default('auth'),
  }),
)
