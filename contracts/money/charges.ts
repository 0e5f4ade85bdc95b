import { z } from 'zod'
import { typedNumber } from '../kit/typed-number.ts'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { TAX_CATEGORIES } from './tax.ts'

/** What is charged, whom and how much. */
const what = {
  customerId: idText,
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'field.currency' }),
  /** Currency units, above zero; with or without tax as the tenant's prices are. */
  amount: z
    .string({ error: 'field.money' })
    .trim()
    .regex(/^\d{1,15}(\.\d{1,4})?$/, { error: 'field.money' }),
  /** Of the dictionary `trade_item`. */
  tradeItem: z.string().min(1, { error: 'field.required' }).max(40),
  /** What it is taxed as; by the customer's country where it is left out. */
  taxCategory: z.enum(TAX_CATEGORIES, { error: 'field.dict' }).optional(),
}

/** Charges entered by hand: what a customer owes for work outside an order's prices. */
export const charges = endpoints({
  /** What a charge by hand would post, line by line with its tax; nothing is written. */
  preview: {
    method: 'GET',
    path: '/erp/account/chargePreview',
    perm: 'acc:account:charge',
    in: z.object(what),
    out: z.object({
      currency: z.string(),
      lines: z.array(
        z.object({
          tradeItem: z.string(),
          taxCategory: z.string().nullable(),
          /** Hundredths of a percent. */
          taxRate: z.number().nullable(),
          amount: z.string(),
        }),
      ),
      total: z.string(),
      /** What the customer can spend now, with credit. */
      available: z.string(),
      /** Above what the caller may charge this customer alone today. */
      needsTwo: z.boolean(),
    }),
  },
  /**
   * Charges a customer's account at once. `workDone`: it is posted as a debt where money is
   * missing; without it the charge is refused then. The same `reference` of a customer is charged
   * once, under whatever Idempotency-Key.
   */
  charge: {
    method: 'POST',
    path: '/erp/account/charge',
    perm: 'acc:account:charge',
    in: z.object({
      ...what,
      /** The voucher, e.g. a delivery note. */
      reference: z
        .string()
        .max(200, { error: 'field.tooLong' })
        .transform(typedNumber)
        .pipe(z.string().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' })),
      note: z.string().trim().max(300, { error: 'field.tooLong' }).optional(),
      workDone: z.boolean(),
    }),
    out: z.object({
      transactionId: z.string(),
      customerName: z.string(),
      currency: z.string(),
      /** What was charged, with its tax. */
      total: z.string(),
      /** Of the account after it, and what is left to spend with its credit. */
      balance: z.string(),
      available: z.string(),
    }),
    idempotency: 'required',
    touches: ['/erp/account', '/erp/trade'],
  },
})
