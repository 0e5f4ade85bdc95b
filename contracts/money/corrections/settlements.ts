import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { invoiceList } from '../invoices.ts'

const reason = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(300, { error: 'field.tooLong' })
/** A part of what is open; all of it where none is sent. */
const part = z
  .string({ error: 'field.money' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(40, { error: 'field.moneyTooLarge' })
  .nullish()
const touches = ['/erp/invoice', '/erp/trade', '/erp/account', '/erp/openItems'] as const

/** What is given up of an invoice, and taken back again. */
export const settlements = endpoints({
  /** What giving an amount up would do: net, VAT, what stays open, and whether it takes two users. */
  effect: {
    method: 'GET',
    path: '/erp/invoice/settleEffect',
    perm: 'acc:invoice:settle',
    in: z.object({ id: idText, amount: part }),
    out: z.object({
      amount: z.string(),
      net: z.string(),
      tax: z.string(),
      left: z.string(),
      needsTwo: z.boolean(),
    }),
  },
  /**
   * Gives up what is open, or a part: written off, or as a cash discount; the VAT in it falls. Above
   * the amount that asks for a step-up a second user approves it: the answer names the request.
   */
  settle: {
    method: 'PUT',
    path: '/erp/invoice/settle',
    stepUp: true,
    perm: 'acc:invoice:settle',
    in: z.object({
      id: idText,
      version: rowVersion,
      amount: part,
      as: z.enum(['writeOff', 'discount'], { error: 'field.dict' }),
      reason,
    }),
    out: z.object({ requestId: z.string().nullable(), no: z.string().nullable() }),
    idempotency: 'required',
    message: 'ok.edited',
    touches: [...touches, '/erp/accountRequest'],
  },
  /** Takes back what was given up, by a posting of its own: it is open again, with its VAT. */
  undo: {
    method: 'PUT',
    path: '/erp/invoice/undoSettle',
    stepUp: true,
    perm: 'acc:invoice:settle',
    in: z.object({ id: idText, version: rowVersion, paymentId: idText, reason }),
    out: invoiceList.row,
    idempotency: 'required',
    message: 'ok.edited',
    touches,
  },
})
