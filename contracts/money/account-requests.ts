import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { date, datetime, decimal, dict, money, ref, text } from '../kit/field.ts'

/** What two users must agree on: one asks, another decides. */
export type RequestKind = 'adjust' | 'transfer' | 'reverse' | 'goodwill' | 'writeOff' | 'discount'
export const REQUEST = { waiting: '1', approved: '2', rejected: '3' } as const

/** Changes of money that wait for a second user, or did. */
export const accountRequestList = crud(
  entity({
    name: 'account-requests',
    table: 'account_request',
    scope: 'owner',
    creator: true,
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      kind: dict('account_request_kind', { readOnly: true, filter: 'in', width: 110 }),
      status: dict('account_request_status', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 180 }),
      currency: dict('currency', { readOnly: true, filter: 'in', show: ['detail'], width: 90 }),
      amount: money({
        currencyFrom: 'currency',
        sign: 'any',
        readOnly: true,
        filter: 'range',
        width: 130,
      }),
      toCustomerId: ref('customers', { readOnly: true, filter: 'in', width: 180 }),
      toCurrency: dict('currency', { readOnly: true, show: ['detail'], width: 90 }),
      toAmount: money({
        currencyFrom: 'toCurrency',
        sign: 'any',
        readOnly: true,
        show: ['detail'],
        width: 130,
      }),
      rate: decimal({ scale: 10, readOnly: true, show: ['detail'] }),
      rateOn: date({ readOnly: true, show: ['detail'] }),
      tradeItem: dict('money_trade_item', { readOnly: true, filter: 'in', width: 120 }),
      about: text({ readOnly: true, filter: 'prefix', width: 150 }),
      reason: text({ readOnly: true, width: 240 }),
      askedBy: text({ readOnly: true, filter: 'eq', width: 120 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      decidedBy: text({ readOnly: true, filter: 'eq', width: 120 }),
      decidedAt: datetime({ readOnly: true, sort: true, width: 160 }),
      answer: text({ readOnly: true, show: ['detail'], width: 200 }),
    },
  }),
  {
    path: '/erp/accountRequest',
    perm: 'acc:request',
    verbs: ['list', 'exportXls'],
  },
)

const touches = [
  '/erp/accountRequest',
  '/erp/account',
  '/erp/trade',
  '/erp/invoice',
  '/erp/openItems',
] as const
const decided = z.object({ status: z.string(), postingId: z.string().nullable() })

export const accountRequests = endpoints({
  queryById: accountRequestList.endpoints.queryById,
  /**
   * Does what was asked for. Not by the user who asked, nor by a delegate of that user or the
   * other way round, nor during an impersonation.
   */
  approve: {
    method: 'PUT',
    path: '/erp/accountRequest/approve',
    perm: 'acc:request:approve',
    in: z.object({ id: idText, version: rowVersion }),
    out: decided,
    idempotency: 'accepted',
    touches,
    message: 'ok.edited',
  },
  /** Leaves it undone; who asked may take it back themselves. */
  reject: {
    method: 'PUT',
    path: '/erp/accountRequest/reject',
    perm: 'acc:request:approve',
    in: z.object({
      id: idText,
      version: rowVersion,
      reason: z.string().trim().min(1, { error: 'field.required' }).max(300),
    }),
    out: decided,
    idempotency: 'accepted',
    touches,
    message: 'ok.edited',
  },
})
