import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { TAX_CATEGORIES } from './tax.ts'

/** Charges entered by hand: what a customer owes for work outside an order's prices. */
export const charges = endpoints({
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
      customerId: idText,
      currency: z.string().regex(/^[A-Z]{3}$/, { error: 'field.currency' }),
      /** Currency units, above zero; with or without tax as the tenant's prices are. */
      amount: z
        .string({ error: 'field.money' })
        .trim()
        .regex(/^\d{1,15}(\.\d{1,4})?$/, { error: 'field.money' }),
      /** Of the dictionary `trade_item`. */
      tradeItem: z.string().min(1, { error: 'field.required' }).max(40),
      /** The voucher, e.g. a delivery note. */
      reference: z.string().trim().min(1, { error: 'field.required' }).max(60),
      note: z.string().trim().max(300, { error: 'field.tooLong' }).optional(),
      workDone: z.boolean(),
      /** What it is taxed as; by the customer's country where it is left out. */
      taxCategory: z.enum(TAX_CATEGORIES, { error: 'field.dict' }).optional(),
    }),
    out: z.object({
      transactionId: z.string(),
      currency: z.string(),
      /** Of the account after it, and what is left to spend with its credit. */
      balance: z.string(),
      available: z.string(),
    }),
    idempotency: 'required',
    touches: ['/erp/account', '/erp/trade'],
  },
})
