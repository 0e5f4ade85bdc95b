import { z } from 'zod'

const column = z.number({ error: 'field.int' }).int().min(0).max(199)
const optional = column.nullable().default(null)

/** How the columns of a bank's table become movements; columns count from 0. */
export const bankMapping = z.object({
  /** The row with the headings, from 1: banks put their own lines above it. */
  heading: z.number({ error: 'field.int' }).int().min(1).max(50).default(1),
  bookedOn: column,
  valueOn: optional,
  /** With signs; or what came in, where `debit` is what went out. */
  amount: column,
  debit: optional,
  /** Which way the money went, in words: for amounts without signs. */
  direction: optional,
  /** Whether it was booked: what is pending, closed or refused is left out. */
  status: optional,
  currency: optional,
  /** Several are joined with a blank. */
  text: z.array(column).max(6, { error: 'field.tooMany' }),
  reference: optional,
  counterparty: optional,
  counterAccount: optional,
  bankId: optional,
  decimal: z.enum(['point', 'comma'], { error: 'field.dict' }),
  dates: z.enum(['YMD', 'DMY', 'MDY'], { error: 'field.dict' }),
})
export type BankMapping = z.output<typeof bankMapping>

/** What the columns of a table that is not mapped yet probably are; columns count from 0. */
export const tableGuess = z.object({
  /** The row with the headings, from 1. */
  heading: z.number(),
  columns: z.record(z.string(), z.number()),
  /** How amounts and days of each column are written; null where it does not show. */
  decimals: z.array(z.enum(['point', 'comma']).nullable()),
  dates: z.array(z.enum(['YMD', 'DMY', 'MDY']).nullable()),
})
export type TableGuess = z.output<typeof tableGuess>
