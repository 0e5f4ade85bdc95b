import { z } from 'zod'
import { bankMapping } from '../bank-files.ts'

/** How the columns of a carrier's remittance are read; columns count from 0. */
export const codMapping = bankMapping
  .pick({ heading: true, amount: true, currency: true, decimal: true, dates: true })
  .extend({
    /** Tracking number, order number or the customer's reference. */
    number: z.number({ error: 'field.int' }).int().min(0).max(199),
    paidOn: z.number({ error: 'field.int' }).int().min(0).max(199).nullable().default(null),
  })
export type CodMapping = z.output<typeof codMapping>
