import { z } from 'zod'
import { event } from '../../kit/events.ts'

/** The nightly job found overdue invoices of so many customers; finance decides. */
export const dunningProposed = event(
  'dunning.proposed',
  z.object({ day: z.string(), customers: z.number(), invoices: z.number() }),
)
