import { z } from 'zod'
import { priceSum } from '../order-changes.ts'

export const importError = z.object({
  row: z.number(),
  reference: z.string().nullable(),
  column: z.string(),
  /** The cell's text, cut where it is long; null where it is empty or was not kept. */
  value: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  /** The order is taken all the same. */
  warning: z.boolean(),
})
export type ImportError = z.infer<typeof importError>

/** A row of an order that was refused, as it now stands: with what was mended in it. */
export const importRow = z.object({
  row: z.number(),
  /** Row its order begins in. */
  order: z.number(),
  values: z.record(z.string(), z.string()),
  /** Fields with a mended value. */
  mended: z.array(z.string()),
  /** Its order has no error any more. */
  ready: z.boolean(),
  errors: z.array(importError),
  /** What is worth a look, though the order is taken. */
  warnings: z.array(importError),
  /** Town and state by the postal code, where they are empty or others; nothing takes them unasked. */
  proposed: z.record(z.string(), z.string()),
})
export type ImportRow = z.infer<typeof importRow>

/**
 * `total`, `done`, `accepted`, `refused` count orders; rows of errors are as the sheet numbers them
 * (header = 1).
 */
export const importState = z.object({
  id: z.string(),
  fileName: z.string(),
  /** The kind of its orders that name none. */
  shipmentResource: z.string(),
  dryRun: z.boolean(),
  /** `mapping`: it waits until a user has assigned the columns. */
  status: z.enum(['mapping', 'queued', 'running', 'done', 'failed']),
  total: z.number(),
  done: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** Orders taken with a warning. */
  warned: z.number(),
  /** Refused orders that were mended since and can be taken. */
  mended: z.number(),
  /** A change of many rows can be taken back. */
  undoable: z.boolean(),
  /** The import a dry run was taken as; it is taken once. */
  takenAs: z.string().nullable(),
  /** When what is left of it was given up: it can be taken up again. */
  dismissedAt: z.string().nullable(),
  dismissedBy: z.string().nullable(),
  /**
   * What the accepted orders cost, one sum per currency; none for those who see no prices. `amount`
   * is the sum of their prices as they are in the tables.
   */
  totals: z.array(priceSum.extend({ currency: z.string(), amount: z.string() })),
  /** Why the file as a whole could not be taken. */
  failure: z
    .object({
      code: z.string(),
      message: z.string(),
      /** The work broke, the file did not: it can go on from where it stood. */
      retryable: z.boolean(),
    })
    .nullable(),
  customerId: z.string(),
  customerId_dictText: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  finishedAt: z.string().nullable(),
})
export type ImportState = z.infer<typeof importState>
