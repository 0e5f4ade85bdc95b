import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity, filtersOf } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { bool, datetime, dict, money, rate, ref, text } from '../kit/field.ts'
import { listQuery } from '../kit/page.ts'

/** Every entry on an account of a customer, as it was posted; never changed. */
export const tradeList = crud(
  entity({
    name: 'trades',
    table: 'trade',
    scope: 'owner',
    // They name orders: a sub-account sees what its own caused.
    creator: true,
    label: 'tradeType',
    filters: {
      /** With a question that is open. */
      asked: bool({ filter: 'eq' }),
    },
    fields: {
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 170 }),
      account: text({ readOnly: true, filter: 'prefix', width: 100 }),
      email: text({ readOnly: true, filter: 'prefix', show: ['detail'], width: 180 }),
      tradeType: dict('money_trade_type', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      tradeItem: dict('money_trade_item', { readOnly: true, filter: 'in', width: 120 }),
      money: money({
        currencyFrom: 'currency',
        sign: 'any',
        readOnly: true,
        filter: 'range',
        sort: true,
        width: 120,
      }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      balance: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 120 }),
      /** Empty where the tenant charged no tax; of a tax line what it is the tax of. */
      taxCategory: dict('tax_category', { readOnly: true, filter: 'in', width: 150 }),
      taxRate: rate({ readOnly: true, width: 90 }),
      taxCountry: dict('country', { readOnly: true, filter: 'in', show: ['detail'], width: 110 }),
      shipmentNo: text({ readOnly: true, filter: 'prefix', width: 150 }),
      parcelNo: text({ readOnly: true, filter: 'prefix', width: 150 }),
      paymentType: dict('payment_type', { readOnly: true, filter: 'in', width: 110 }),
      paymentChannel: dict('payment_channel', { readOnly: true, filter: 'in', width: 110 }),
      outTradeNo: text({ readOnly: true, filter: 'prefix', width: 160 }),
      note: text({ readOnly: true, filter: 'like', width: 200 }),
      operator: text({ readOnly: true, filter: 'eq', width: 110 }),
      user: ref('users', { readOnly: true, column: 'user_id', show: ['detail'], width: 120 }),
      listPrice: money({
        currencyFrom: 'currency',
        sign: 'any',
        readOnly: true,
        show: ['detail'],
      }),
      accountId: ref('accounts', { readOnly: true, filter: 'in', show: [] }),
      shipmentId: text({ readOnly: true, show: [] }),
      parcelId: text({ readOnly: true, show: [] }),
      transactionId: text({ readOnly: true, show: [] }),
      reversesId: text({ readOnly: true, show: [] }),
      reversedById: text({ readOnly: true, show: [] }),
    },
  }),
  {
    path: '/erp/trade',
    perm: ['acc:trade', 'pay:trade'],
    verbs: ['list'],
    byHand: ['exportXls'],
  },
)

const amount = z.string()

export const trades = endpoints({
  queryById: tradeList.endpoints.queryById,
  /** All lines a filter finds, read and sent part by part. */
  exportXls: tradeList.endpoints.exportXls,
  /** What the lines a filter finds add up to, by currency. */
  sums: {
    method: 'GET',
    also: ['POST'],
    path: '/erp/trade/sums',
    perm: ['acc:trade:list', 'pay:trade:list'],
    in: listQuery(filtersOf(tradeList)),
    out: z.array(
      z.object({
        currency: z.string(),
        income: amount,
        outgo: amount,
        net: amount,
        lines: z.number(),
      }),
    ),
  },
  /** What taking a posting back would give back, line by line, and whether it takes two users. */
  reversal: {
    method: 'GET',
    path: '/erp/trade/reversal',
    perm: 'acc:trade:reverse',
    in: z.object({ id: idText }),
    out: z.object({
      lines: z.array(z.object({ tradeItem: z.string(), currency: z.string(), amount })),
      total: amount,
      currency: z.string(),
      needsTwo: z.boolean(),
    }),
  },
  /**
   * Takes a posting back by one the other way round, both linked. Above the amount that asks for a
   * step-up a second user approves it: the answer names the request.
   */
  reverse: {
    method: 'PUT',
    path: '/erp/trade/reverse',
    perm: 'acc:trade:reverse',
    in: z.object({
      id: idText,
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(300, { error: 'field.tooLong' }),
    }),
    out: z.object({
      postingId: z.string().nullable(),
      requestId: z.string().nullable(),
      no: z.string().nullable(),
    }),
    idempotency: 'required',
    touches: ['/erp/trade', '/erp/account', '/erp/accountRequest'],
  },
})
