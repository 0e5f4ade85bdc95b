import { z } from 'zod'
import { idText } from '../kit/envelope.ts'

/** What comes with a file: whose it is, and what is on its invoice. */
export const billImport = z.object({
  supplierId: idText,
  invoiceNo: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(60, { error: 'field.tooLong' }),
  invoiceDate: z.iso.date({ error: 'field.date' }),
  currency: z.string({ error: 'field.required' }).regex(/^[A-Z]{3}$/, { error: 'field.currency' }),
  /** Currency units; with the tax where `totalWithTax` is `true`. */
  total: z
    .string({ error: 'field.required' })
    .trim()
    .regex(/^-?\d{1,13}(\.\d{1,4})?$/, { error: 'field.money' }),
  totalWithTax: z.enum(['true', 'false'], { error: 'field.bool' }).optional(),
  /** JSON of a mapping (`billMapping`); the supplier's own where left out. */
  mapping: z.string().max(60_000, { error: 'field.tooLong' }).optional(),
  /** Asks for the columns again, whatever the supplier's mapping is. */
  remap: z.enum(['true', 'false'], { error: 'field.bool' }).optional(),
  /** Of XML to be mapped: the element that is a row, where it is another than the likeliest. */
  record: z.string().max(500, { error: 'field.tooLong' }).optional(),
})

const shownLine = z.object({
  line: z.number(),
  trackNo: z.string(),
  damaged: z.boolean(),
  chargeCode: z.string(),
  tradeItem: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  shipDate: z.string().nullable(),
  /** Grams. */
  weight: z.number().nullable(),
})

export const billDryRun = z.object({
  /** Null while the columns are not known. */
  id: z.string().nullable(),
  /** First rows of a file to be mapped, and the guess; null where it was read. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })).nullable(),
  guess: z.record(z.string(), z.number()),
  decimal: z.enum(['point', 'comma']).nullable(),
  dates: z.enum(['YMD', 'DMY', 'MDY']).nullable(),
  /** Of XML to be mapped: its row, the paths of its columns, and what else may be its row. */
  xml: z
    .object({ record: z.string(), paths: z.array(z.string()), records: z.array(z.string()) })
    .nullable(),
  lines: z.array(shownLine),
  count: z.number(),
  blank: z.number(),
  damaged: z.number(),
  sum: z.string(),
  tax: z.string(),
  total: z.string(),
  difference: z.string(),
  currency: z.string(),
  /** Charges of the file that are no fee item of ours yet. */
  unknownCodes: z.array(z.string()),
  errors: z.array(
    z.object({ line: z.number(), code: z.string(), message: z.string(), value: z.string() }),
  ),
  /** Rows that could not be read, in all. */
  refused: z.number(),
  /** The invoice is there already: what this file has more and less of it. */
  known: z
    .object({
      runId: z.string(),
      added: z.array(shownLine),
      gone: z.array(shownLine),
      addedCount: z.number(),
      goneCount: z.number(),
    })
    .nullable(),
  /** Whether it may be taken: all read, and the sum is the invoice's. */
  ready: z.boolean(),
})
export type BillDryRun = z.output<typeof billDryRun>
