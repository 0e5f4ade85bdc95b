import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { bankLineList } from './bank-lines.ts'

const byLine = z.object({ lineId: idText })
const reason = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(200, { error: 'field.tooLong' })
const touches = [
  '/erp/invoice',
  '/erp/bankLine',
  '/erp/account',
  '/erp/trade',
  '/erp/recharge',
] as const

/** Invoices paid by what banks booked. */
export const bankInvoices = endpoints({
  /**
   * Open invoices a movement may pay, those it names first; of a customer that is named as
   * many as one movement pays, the oldest first. `proposed` adds up to its amount at most.
   */
  suggest: {
    method: 'GET',
    path: '/erp/bankLine/suggestInvoices',
    perm: 'acc:bankline:match',
    in: byLine.extend({ customerId: idText.optional() }),
    out: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          customerId: z.string(),
          customer: z.string(),
          currency: z.string(),
          open: z.string(),
          dueOn: z.string(),
          overdue: z.boolean(),
          /** Null: only the customer was named. */
          why: z.enum(['reference', 'account', 'name', 'amount']).nullable(),
          proposed: z.string().nullable(),
        }),
      ),
      /** How many more there are that are not listed. */
      more: z.number(),
    }),
  },
  /** Pays invoices of one customer; what is left goes to the customer's balance. */
  pay: {
    method: 'PUT',
    path: '/erp/bankLine/payInvoices',
    perm: 'acc:bankline:match',
    in: z.object({
      lineId: idText,
      parts: z
        .array(
          z.object({
            id: idText,
            amount: z
              .string({ error: 'field.money' })
              .trim()
              .min(1, { error: 'field.required' })
              .max(40, { error: 'field.moneyTooLarge' }),
          }),
        )
        .min(1, { error: 'field.required' })
        .max(100, { error: 'field.tooMany' }),
    }),
    out: bankLineList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Takes an assignment to invoices or to a recharge back: all is open again, the movement too. */
  undo: {
    method: 'PUT',
    path: '/erp/bankLine/undoInvoices',
    perm: 'acc:bankline:match',
    in: byLine.extend({ reason }),
    out: bankLineList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Payments an outgoing movement may have taken back. */
  returnable: {
    method: 'GET',
    path: '/erp/bankLine/returnable',
    perm: 'acc:bankline:match',
    in: byLine,
    out: z.array(
      z.object({
        id: z.string(),
        bookedOn: z.string(),
        amount: z.string(),
        currency: z.string(),
        counterparty: z.string().nullable(),
        settles: z.string(),
        /** What the bank kept in addition. */
        fee: z.string(),
      }),
    ),
  },
  /** The bank took a payment back, a direct debit for example: its invoices are open again. */
  takeBack: {
    method: 'PUT',
    path: '/erp/bankLine/returned',
    perm: 'acc:bankline:match',
    in: byLine.extend({ paidLineId: idText }),
    out: bankLineList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
})
