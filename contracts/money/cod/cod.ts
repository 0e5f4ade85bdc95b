import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { date, datetime, dict, int, money, ref, text } from '../../kit/field.ts'
import { codList } from './cod-list.ts'

/** What customers are paid out. */
export const codPayoutList = crud(
  entity({
    name: 'cod-payouts',
    table: 'cod_payout',
    scope: 'owner',
    creator: true,
    label: 'no',
    fields: {
      no: text({ readOnly: true, unique: true, filter: 'prefix', sort: true, width: 140 }),
      status: dict('cod_payout_status', { readOnly: true, filter: 'in', sort: true, width: 130 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 170 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      amount: money({ currencyFrom: 'currency', readOnly: true, sort: true, width: 120 }),
      items: int({ readOnly: true, width: 80 }),
      payTo: dict('cod_pay_to', { readOnly: true, filter: 'in', width: 110 }),
      receivingAccountId: ref('payment-accounts', { readOnly: true, width: 150 }),
      holder: text({ readOnly: true, filter: 'like', width: 160 }),
      iban: text({ readOnly: true, filter: 'prefix', width: 200 }),
      bic: text({ readOnly: true, show: ['detail'], width: 120 }),
      fileNo: text({ readOnly: true, filter: 'prefix', width: 140 }),
      exportedAt: datetime({ readOnly: true, width: 150, show: ['detail'] }),
      firstBy: text({ readOnly: true, width: 120 }),
      approvedBy: text({ readOnly: true, width: 120 }),
      approvedAt: datetime({ readOnly: true, show: ['detail'], width: 150 }),
      paidOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      reason: text({ readOnly: true, width: 180 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/codPayout',
    perm: ['acc:cod', 'pay:cod'],
    verbs: ['list', 'exportXls', 'options'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const line = (max: number) =>
  z.string({ error: 'field.text' }).trim().max(max, { error: 'field.tooLong' })
const reason = line(200).min(1, { error: 'field.required' })
const version = rowVersion
const touches = [
  '/erp/cod',
  '/erp/codLine',
  '/erp/codRemittance',
  '/erp/codPayout',
  '/erp/account',
  '/erp/trade',
] as const
const readers = ['acc:cod:list', 'pay:cod:list'] as const
const changes = { out: bulkResult, idempotency: 'accepted', touches } as const

/** Where payouts go, for the whole company. */
export const codSetting = z.object({ payTo: z.enum(['bank', 'balance']), version: z.number() })
const bank = z.object({
  customerId: z.string(),
  holder: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  version: z.number(),
})
/** What a customer has to come in a currency. */
export const codOwed = z.object({
  customerId: z.string(),
  customer: z.string(),
  currency: z.string(),
  amount: z.string(),
  items: z.number(),
  /** When the oldest of it was remitted. */
  since: z.string().nullable(),
  /** To its bank: whether its bank is known. */
  iban: z.string().nullable(),
})
export type CodOwed = z.infer<typeof codOwed>

export const cod = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/cod/queryById',
    perm: readers,
    in: z.object({ id: idText }),
    out: codList.row,
  },
  /** What the carrier never remitted: who bears it. */
  writeOff: {
    method: 'PUT',
    path: '/erp/cod/writeOff',
    perm: 'acc:cod:decide',
    in: z.object({ ids: idList, bearer: z.enum(['company', 'customer']), reason }),
    ...changes,
  },
  setting: {
    method: 'GET',
    path: '/erp/cod/setting',
    perm: 'acc:cod:list',
    in: z.object({}),
    out: codSetting,
  },
  saveSetting: {
    method: 'PUT',
    path: '/erp/cod/setting',
    perm: 'acc:cod:setting',
    in: codSetting.extend({ version }),
    out: codSetting,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/cod'],
  },
  /** Where a customer is paid out; null: not known yet. */
  bank: {
    method: 'GET',
    path: '/erp/cod/bank',
    perm: readers,
    in: z.object({ customerId: idText }),
    out: bank.nullable(),
  },
  saveBank: {
    method: 'PUT',
    path: '/erp/cod/bank',
    perm: 'acc:cod:bank',
    stepUp: true,
    in: z.object({
      customerId: idText,
      holder: line(70).min(1, { error: 'field.required' }),
      iban: line(42).min(1, { error: 'field.required' }),
      bic: line(11).nullish(),
      version,
    }),
    out: bank,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/cod', '/erp/codPayout'],
  },
})

export const codPayouts = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/codPayout/queryById',
    perm: readers,
    in: z.object({ id: idText }),
    out: codPayoutList.row,
  },
  /** What is owed, by customer and currency. */
  owed: {
    method: 'GET',
    path: '/erp/codPayout/owed',
    perm: readers,
    in: z.object({}),
    out: z.array(codOwed),
  },
  /**
   * Pays what was previewed, whole or not at all: an amount that is no longer what is owed refuses
   * the run. Above what one user decides alone a second one approves it.
   */
  run: {
    method: 'POST',
    path: '/erp/codPayout/run',
    perm: 'acc:cod:payout',
    in: z.object({
      rows: z
        .array(
          z.object({
            customerId: idText,
            currency: z.string().regex(/^[A-Z]{3}$/, { error: 'field.currency' }),
            amount: line(40),
          }),
        )
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooMany' }),
      /** The company's account it is transferred from; only to a bank. */
      receivingAccountId: idText.nullish(),
    }),
    out: z.array(
      z.object({
        id: z.string(),
        no: z.string(),
        customerId: z.string(),
        currency: z.string(),
        amount: z.string(),
        status: z.string(),
      }),
    ),
    idempotency: 'required',
    touches,
  },
  approve: {
    method: 'PUT',
    path: '/erp/codPayout/approve',
    perm: 'acc:cod:payout',
    stepUp: true,
    in: z.object({ id: idText, version }),
    out: codPayoutList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  cancel: {
    method: 'PUT',
    path: '/erp/codPayout/cancel',
    perm: 'acc:cod:payout',
    in: z.object({ id: idText, version, reason }),
    out: codPayoutList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** The bank has made these transfers. */
  pay: {
    method: 'PUT',
    path: '/erp/codPayout/pay',
    perm: 'acc:cod:payout',
    stepUp: true,
    in: z.object({ ids: idList }),
    ...changes,
  },
  /** The transfer came back: what it paid is owed again. */
  returned: {
    method: 'PUT',
    path: '/erp/codPayout/returned',
    perm: 'acc:cod:payout',
    in: z.object({ id: idText, version, reason }),
    out: codPayoutList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** SEPA credit transfer (pain.001.001.09) of ordered payouts in euros. */
  sepaFile: {
    method: 'POST',
    path: '/erp/codPayout/sepaFile',
    perm: 'acc:cod:payout',
    in: z.object({ ids: idList }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
    touches: ['/erp/codPayout'],
  },
  /** The bank did not take the file a payout is in: all its payouts are free for another one. */
  withdrawFile: {
    method: 'PUT',
    path: '/erp/codPayout/withdrawFile',
    perm: 'acc:cod:payout',
    in: z.object({ id: idText, reason }),
    out: z.object({ fileNo: z.string(), payouts: z.number() }),
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** What a payout is made of, as a PDF. */
  statement: {
    method: 'GET',
    path: '/erp/codPayout/statement',
    perm: readers,
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
})
