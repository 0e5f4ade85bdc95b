import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** A carrier no longer lets an account in; once until a person has it running again. */
export const carrierAccountStopped = event(
  'carrierAccount.stopped',
  z.object({ id: idText, carrier: z.string(), name: z.string(), at: z.iso.datetime() }),
)
