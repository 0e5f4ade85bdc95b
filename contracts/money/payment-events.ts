import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { bool, datetime, dict, money, ref, text } from '../kit/field.ts'

/** What payment providers reported: most is credited by itself, the rest is put to finance. */
export const paymentEventList = crud(
  entity({
    name: 'payment-events',
    table: 'payment_event',
    scope: 'tenant',
    label: 'outTradeNo',
    fields: {
      status: dict('payment_event_status', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 120,
      }),
      why: dict('payment_event_why', { readOnly: true, filter: 'in', width: 220 }),
      kind: dict('payment_event_kind', { readOnly: true, filter: 'in', width: 140 }),
      receivingAccountId: ref('payment-accounts', { readOnly: true, filter: 'in', width: 160 }),
      no: text({ readOnly: true, filter: 'prefix', width: 160 }),
      outTradeNo: text({ readOnly: true, filter: 'prefix', width: 190 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      amount: money({ currencyFrom: 'currency', readOnly: true, sort: true, width: 120 }),
      rechargeId: ref('recharges', { readOnly: true, filter: 'in', width: 150 }),
      /** Of the dispute, the refund or the payment page, at the provider. */
      providerRef: text({ readOnly: true, filter: 'prefix', width: 180, show: ['detail'] }),
      remark: text({ readOnly: true, width: 180 }),
      /** Of a refund without an answer: what the first of two users found, and who that was. */
      firstMade: bool({ readOnly: true, width: 110, show: ['detail'] }),
      firstBy: text({ readOnly: true, width: 110, show: ['detail'] }),
      settledBy: text({ readOnly: true, width: 110 }),
      settledAt: datetime({ readOnly: true, width: 160, show: ['detail'] }),
      eventId: text({ readOnly: true, filter: 'prefix', width: 200, show: ['detail'] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
    },
  }),
  {
    path: '/erp/paymentEvent',
    perm: 'acc:recharge',
    verbs: ['list', 'queryById', 'exportXls'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const touches = ['/erp/recharge', '/erp/paymentEvent', '/erp/account', '/erp/trade'] as const

export const paymentEvents = endpoints({
  /**
   * Credits a payment that was put aside to its recharge's customer: its amount differs, or the
   * recharge was rejected before. Above what one user confirms alone it asks for a step-up.
   */
  credit: {
    method: 'PUT',
    path: '/erp/paymentEvent/credit',
    perm: 'acc:recharge:confirm',
    in: z.object({ id: idText, version: rowVersion }),
    out: paymentEventList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Done with outside: refunded at the provider, for example. Nothing is posted. */
  settle: {
    method: 'PUT',
    path: '/erp/paymentEvent/settle',
    perm: 'acc:recharge:confirm',
    in: z.object({
      id: idText,
      version: rowVersion,
      remark: z
        .string({ error: 'field.text' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
    }),
    out: paymentEventList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Sends a refund again that got no answer, under the key by which it is one at the provider. */
  askRefund: {
    method: 'PUT',
    path: '/erp/paymentEvent/askRefund',
    perm: 'acc:recharge:refund',
    in: z.object({ id: idText, version: rowVersion }),
    out: paymentEventList.row,
    rate: 'heavy',
    message: 'ok.edited',
    touches,
  },
  /**
   * Ends a refund that got no answer, by what stands in the provider's books: made, and taken off
   * the account, or not made, and free again. The first call is kept with its evidence; that of a
   * second user who found the same ends it.
   */
  decideRefund: {
    method: 'PUT',
    path: '/erp/paymentEvent/decideRefund',
    perm: 'acc:recharge:refund',
    in: z.object({
      id: idText,
      version: rowVersion,
      made: z.boolean(),
      evidence: z
        .string({ error: 'field.text' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
    }),
    out: paymentEventList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
})

/** Where payment providers report to: `{tenant}` by its code, the signature is over the raw body. */
export const paymentHooks = endpoints({
  report: {
    method: 'POST',
    path: '/hooks/pay/{tenant}/{account}',
    public: true,
    rate: 'hooks',
    limit: 256 * 1024,
    body: 'raw',
    reply: 'file',
    in: z.object({
      tenant: z.string().regex(/^[\w-]{1,60}$/),
      account: z.string().regex(/^\d{1,19}$/),
    }),
    out: z.unknown(),
  },
})
