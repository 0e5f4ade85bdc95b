import { z } from 'zod'
import { cellError, idText } from '../../kit/envelope.ts'

/**
 * Rows of zones from a CSV or XLSX file: adds what a file has and the service has not, from a day
 * on; zones the file names for the first time are added. `mode`: all rows or none, or the good ones.
 */
export const importRows = {
  method: 'POST',
  path: '/erp/partition/importRows',
  perm: 'dlv:partitioncfg:import',
  /** In the query, or as parts of the body. */
  in: z.object({
    serviceId: idText.optional(),
    from: z.iso.date({ error: 'field.date' }).optional(),
    mode: z.enum(['all', 'good'], { error: 'field.invalid' }).optional(),
    dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional(),
  }),
  out: z.object({
    dryRun: z.boolean(),
    from: z.string(),
    rows: z.number().int(),
    added: z.number().int(),
    /** Already there. */
    same: z.number().int(),
    refused: z.number().int(),
    /** False: nothing was stored. */
    taken: z.boolean(),
    /** Zones that are new. */
    zones: z.array(z.string()),
    errors: z.array(cellError),
  }),
  body: 'multipart',
  limit: 6 * 1024 * 1024,
  idempotency: 'accepted',
  touches: ['/erp/partition', '/erp/partitionConfig'],
} as const
