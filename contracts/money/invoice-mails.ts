import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList } from '../kit/envelope.ts'

/** How the last mail of an invoice stands; `noAddress`: the customer has none. */
export const INVOICE_MAIL = {
  waiting: 'waiting',
  sent: 'sent',
  failed: 'failed',
  unconfigured: 'unconfigured',
  cancelled: 'cancelled',
  noAddress: 'noAddress',
} as const

/** Invoices and credit notes by mail. */
export const invoiceMails = endpoints({
  /** Where invoices would go by mail, and whether there is a mail server; read, of many at once. */
  receivers: {
    method: 'POST',
    path: '/erp/invoice/previewMails',
    perm: ['acc:invoice:send', 'acc:invoice:issue'],
    in: z.object({ ids: idList }),
    out: z.object({
      mails: z.boolean(),
      /** Issuing sends them at once. */
      onIssue: z.boolean(),
      receivers: z.array(z.object({ id: z.string(), email: z.string().nullable() })),
    }),
  },
  /**
   * Sends issued invoices to their customers' addresses for invoices. One that was sent before goes
   * out again with `again` only; one that is on its way never.
   */
  send: {
    method: 'POST',
    path: '/erp/invoice/send',
    perm: 'acc:invoice:send',
    in: z.object({ ids: idList, again: z.boolean().default(false) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/invoice', '/message/sysMessage'],
  },
})
