import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'

const amount = z.string()

/** Why an overdue invoice is not dunned. */
export const NOT_DUNNED = [
  'exempt',
  'blocked',
  'disputed',
  'creditOpen',
  'paymentUnderWay',
  'belowMinimum',
  'lastStep',
] as const
export type NotDunned = (typeof NOT_DUNNED)[number]

export const DUNNING_STEPS = 3
export const DUNNING_MODES = ['off', 'propose', 'auto'] as const
/** Trade items of fees and interest: owed next to invoices, never on one. */
export const DUNNING_ITEMS = { fee: 'dunningFee', interest: 'defaultInterest' } as const

export const dueInvoice = z.object({
  id: z.string(),
  number: z.string(),
  currency: z.string(),
  open: amount,
  dueOn: z.string(),
  daysLate: z.number(),
  step: z.number(),
  interest: amount,
})

/** What a letter asks for in one currency. */
export const dueSum = z.object({
  currency: z.string(),
  open: amount,
  fee: amount,
  interest: amount,
  total: amount,
})

/** A customer a letter would go to. */
export const dueCustomer = z.object({
  customerId: z.string(),
  customer: z.string(),
  /** Null: the letter is made, and not sent. */
  email: z.string().nullable(),
  step: z.number(),
  invoices: z.array(dueInvoice),
  sums: z.array(dueSum),
})
export type DueCustomer = z.infer<typeof dueCustomer>

export const leftOutInvoice = z.object({
  id: z.string(),
  number: z.string(),
  customerId: z.string(),
  customer: z.string(),
  currency: z.string(),
  open: amount,
  dueOn: z.string(),
  daysLate: z.number(),
  why: z.enum(NOT_DUNNED),
  /** The reason of a block, and its last day. */
  reason: z.string().nullable(),
  until: z.string().nullable(),
})
export type LeftOutInvoice = z.infer<typeof leftOutInvoice>

export const dunningProposal = z.object({
  customers: z.array(dueCustomer),
  leftOut: z.array(leftOutInvoice),
  /** False: there is no mail server, so letters are made and not sent. */
  mails: z.boolean(),
})
export type DunningProposal = z.infer<typeof dunningProposal>

/** What was in the proposal the user saw; what is at another step or paid by now is left out. */
export const seenInvoice = z.object({
  id: idText,
  step: z.number().int().min(1).max(DUNNING_STEPS),
})

const money = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'field.currency' }),
  amount: z
    .string({ error: 'field.money' })
    .trim()
    .regex(/^\d{1,9}(\.\d{1,3})?$/, { error: 'field.money' }),
})
const moneys = z.array(money).max(30, { error: 'field.tooMany' })

export const dunningSetting = z.object({
  mode: z.enum(DUNNING_MODES, { error: 'field.dict' }),
  steps: z
    .array(z.object({ days: z.number({ error: 'field.int' }).int().min(1).max(365), fees: moneys }))
    .length(DUNNING_STEPS),
  minimums: moneys,
  /** Percent a year with two decimals; null: no interest. */
  interestRate: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, { error: 'field.decimal' })
    .nullable(),
  payDays: z.number({ error: 'field.int' }).int().min(1).max(90),
  freeze: z.boolean(),
  version: z.number(),
})
export type DunningSetting = z.infer<typeof dunningSetting>

/** What a letter was about, and what it made the customer owe. */
export const letterDetail = z.object({
  title: z.string(),
  body: z.string(),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      currency: z.string(),
      step: z.number(),
      open: amount,
      daysLate: z.number(),
      fee: amount,
      interest: amount,
    }),
  ),
  claims: z.array(
    z.object({
      id: z.string(),
      currency: z.string(),
      fee: amount,
      interest: amount,
      amount,
      status: z.enum(['open', 'paid', 'waived']),
      reason: z.string().nullable(),
      version: z.number(),
    }),
  ),
})
export type LetterDetail = z.infer<typeof letterDetail>
