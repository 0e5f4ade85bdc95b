import { z } from 'zod'
import { typedNumber } from '../kit/typed-number.ts'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { date, datetime, dict, money, ref, text } from '../kit/field.ts'
import { namedLine } from './bank-lines.ts'
import { CHANNELS } from './recharges.states.ts'

/** Money customers pay in. */
export const rechargeList = crud(
  entity({
    name: 'recharges',
    table: 'recharge',
    scope: 'owner',
    creator: true,
    label: 'reference',
    search: ['reference', 'outTradeNo', 'payer'],
    fields: {
      reference: text({ readOnly: true, unique: true, filter: 'prefix', sort: true, width: 150 }),
      status: dict('recharge_status', { readOnly: true, filter: 'in', sort: true, width: 180 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 180 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 100 }),
      amount: money({ currencyFrom: 'currency', readOnly: true, sort: true, width: 120 }),
      /** What came and was credited. */
      received: money({ currencyFrom: 'currency', readOnly: true, width: 120 }),
      refunded: money({ currencyFrom: 'currency', readOnly: true, width: 110 }),
      /** What the payer's bank took back. */
      chargedBack: money({ currencyFrom: 'currency', readOnly: true, width: 120 }),
      channel: dict('payment_channel', { readOnly: true, filter: 'in', width: 100 }),
      receivingAccountId: ref('payment-accounts', { readOnly: true, filter: 'in', width: 160 }),
      outTradeNo: text({ readOnly: true, filter: 'prefix', width: 170 }),
      payer: text({ readOnly: true, filter: 'like', width: 160 }),
      paidOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      remark: text({ readOnly: true, width: 180, show: ['detail'] }),
      /** Who has confirmed it as the first of two. */
      firstBy: text({ readOnly: true, width: 120 }),
      confirmedBy: text({ readOnly: true, width: 120, show: ['detail'] }),
      confirmedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      /** Why it was rejected or refunded. */
      reason: text({ readOnly: true, width: 180 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
    },
  }),
  {
    path: '/erp/recharge',
    perm: ['acc:recharge', 'pay:recharge'],
    verbs: ['list', 'exportXls', 'options'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

/** What the simulator can report; the last three come after a payment, and from staff. */
export const SIMULATED = [
  'paid',
  'pending',
  'failed',
  'expired',
  'returned',
  'chargeback',
  'won',
] as const
export type Simulated = (typeof SIMULATED)[number]

const line = (max: number) =>
  z.string({ error: 'field.text' }).trim().max(max, { error: 'field.tooLong' })
const amount = z
  .union([z.string(), z.number().transform(String)], { error: 'field.money' })
  .pipe(
    z.string().trim().min(1, { error: 'field.required' }).max(40, { error: 'field.moneyTooLarge' }),
  )
const day = z.iso.date({ error: 'field.date' })
const reason = line(200).min(1, { error: 'field.required' })
const byId = z.object({ id: idText })
const touches = ['/erp/recharge', '/erp/bankLine', '/erp/account', '/erp/trade'] as const
const asking = ['pay:recharge:add', 'acc:recharge:add'] as const

/** Where a customer may pay, in the caller's language; `usual`: in the currency it is billed in. */
const payTo = z.object({
  id: z.string(),
  name: z.string(),
  channel: z.enum(CHANNELS),
  currency: z.string(),
  isDefault: z.boolean(),
  usual: z.boolean(),
  holder: z.string().nullable(),
  bankName: z.string().nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  accountNo: z.string().nullable(),
  bankCode: z.string().nullable(),
  instructions: z.string().nullable(),
})
export type PayTo = z.output<typeof payTo>

export const recharges = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/recharge/queryById',
    perm: ['pay:recharge:list', 'acc:recharge:list'],
    in: byId,
    out: rechargeList.row,
  },
  /** The payment accounts customers are offered, the default of a currency first. */
  payTo: {
    method: 'GET',
    path: '/erp/recharge/payTo',
    perm: ['pay:recharge:list', 'acc:recharge:list'],
    in: z.object({}),
    out: z.array(payTo),
  },
  add: {
    method: 'POST',
    path: '/erp/recharge/add',
    perm: asking,
    in: z.object({
      /** Staff name the customer; a customer's user has no choice. */
      customerId: idText.nullish(),
      receivingAccountId: idText,
      amount,
      payer: line(140).nullish(),
      remark: line(200).nullish(),
    }),
    out: rechargeList.row,
    message: 'ok.added',
    idempotency: 'required',
    touches,
  },
  /**
   * The address of the provider's payment page; the same one while it is open. The money is
   * credited when the provider reports it.
   */
  pay: {
    method: 'POST',
    path: '/erp/recharge/pay',
    perm: asking,
    in: byId,
    out: z.object({ url: z.string(), simulated: z.boolean() }),
    touches,
  },
  /** What the provider made of it so far: asked now, at most once in a few seconds. */
  check: {
    method: 'PUT',
    path: '/erp/recharge/check',
    perm: asking,
    in: byId,
    out: rechargeList.row,
    touches,
  },
  /** Stands in for the provider of a simulated payment account: no money moves. */
  simulate: {
    method: 'PUT',
    path: '/erp/recharge/simulate',
    perm: asking,
    in: z.object({ id: idText, outcome: z.enum(SIMULATED, { error: 'field.dict' }) }),
    out: rechargeList.row,
    message: 'ok.edited',
    touches,
  },
  /** What came, went back and was taken back of it, in order. */
  payments: {
    method: 'GET',
    path: '/erp/recharge/payments',
    perm: ['pay:recharge:list', 'acc:recharge:list'],
    in: byId,
    out: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['credit', 'undone', 'refund', 'chargeback', 'reinstated']),
        state: z.enum(['asked', 'done', 'failed']),
        amount: z.string(),
        fee: z.string().nullable(),
        currency: z.string(),
        channel: z.string(),
        outTradeNo: z.string().nullable(),
        reason: z.string().nullable(),
        createTime: z.string(),
      }),
    ),
  },
  /** The customer has paid. */
  report: {
    method: 'PUT',
    path: '/erp/recharge/report',
    perm: asking,
    in: z.object({ id: idText, version: rowVersion, paidOn: day, payer: line(140).nullish() }),
    out: rechargeList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /**
   * The money came: credited once per channel and number of the payment. Above what one user may
   * confirm alone, the first call is kept and a second user's posts it.
   */
  confirm: {
    method: 'PUT',
    path: '/erp/recharge/confirm',
    perm: 'acc:recharge:confirm',
    in: z.object({
      id: idText,
      /** What came; what is open of it where left out. */
      amount: amount.nullish(),
      outTradeNo: line(200)
        .transform(typedNumber)
        .pipe(line(64).min(1, { error: 'field.required' })),
    }),
    out: rechargeList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** The customer takes back what it has not paid. */
  withdraw: {
    method: 'PUT',
    path: '/erp/recharge/withdraw',
    perm: 'pay:recharge:add',
    in: z.object({ id: idText, version: rowVersion }),
    out: rechargeList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  reject: {
    method: 'PUT',
    path: '/erp/recharge/reject',
    perm: 'acc:recharge:confirm',
    in: z.object({ id: idText, version: rowVersion, reason }),
    out: rechargeList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Money goes back, in whole or in part: never more than came and is left on the account. */
  refund: {
    method: 'PUT',
    path: '/erp/recharge/refund',
    perm: 'acc:recharge:refund',
    stepUp: true,
    in: z.object({ id: idText, version: rowVersion, amount, reason }),
    out: rechargeList.row,
    idempotency: 'required',
    message: 'ok.refunded',
    touches,
  },
  /** Where to pay, how much and with which reference, as a page to pass on. */
  slip: {
    method: 'GET',
    path: '/erp/recharge/slip',
    perm: ['pay:recharge:list', 'acc:recharge:list'],
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  receipt: {
    method: 'GET',
    path: '/erp/recharge/receipt',
    perm: ['pay:recharge:list', 'acc:recharge:list'],
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  /**
   * How much more of a recharge the caller may confirm now without a second user, after what the
   * person confirmed for the customer in the currency today; for who may list them, the open
   * movement that bears its reference.
   */
  alone: {
    method: 'GET',
    path: '/erp/recharge/alone',
    perm: 'acc:recharge:confirm',
    in: byId,
    out: z.object({ left: z.string(), currency: z.string(), line: namedLine.nullable() }),
  },
  /** Up to which amount one user confirms alone, by currency; without one it takes two. */
  limits: {
    method: 'GET',
    path: '/erp/recharge/limits',
    perm: ['acc:recharge:confirm', 'acc:recharge:limit'],
    in: z.object({}),
    out: z.array(z.object({ currency: z.string(), amount: z.string() })),
  },
  saveLimits: {
    method: 'PUT',
    path: '/erp/recharge/limits',
    perm: 'acc:recharge:limit',
    stepUp: true,
    in: z.object({
      limits: z
        .array(z.object({ currency: z.string().max(3, { error: 'field.dict' }), amount }))
        .max(40, { error: 'field.tooMany' }),
    }),
    out: z.array(z.object({ currency: z.string(), amount: z.string() })),
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/recharge/limits', '/erp/twoUsers'],
  },
})
