import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { bool, dict, money, rate, text, textarea } from '../kit/field.ts'
import { HOLDER_MAX } from './epc-code.ts'

/** Where a payment account is. */
export const PAYMENT_KIND = { bank: 'BANK', psp: 'PSP', cash: 'CASH' } as const

/** Where customers pay: bank accounts, accounts at payment providers, cash desks. */
export const paymentAccounts = crud(
  entity({
    name: 'payment-accounts',
    table: 'receiving_account',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 60, filter: 'like', sort: true, width: 170 }),
      nameEn: text({ max: 60, width: 170, show: ['form', 'detail'] }),
      kind: dict('payment_account_kind', {
        required: true,
        initial: PAYMENT_KIND.bank,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      /** Whose payment page customers are sent to; without one it is not offered to them. */
      provider: dict('payment_provider', { filter: 'in', width: 130 }),
      currency: dict('currency', {
        required: true,
        initial: 'EUR',
        filter: 'in',
        sort: true,
        width: 110,
      }),
      holder: text({ max: HOLDER_MAX, filter: 'like', width: 190 }),
      /** The bank, or the provider. */
      bankName: text({ max: 100, filter: 'like', width: 180 }),
      iban: text({ max: 42, filter: 'prefix', width: 230 }),
      bic: text({ max: 11, show: ['form', 'detail'] }),
      /** Of banks without IBANs, and of providers. */
      accountNo: text({ max: 60, filter: 'prefix', width: 180 }),
      /** Clearing code of the bank: sort code, ABA, CNAPS. */
      bankCode: text({ max: 20, width: 130, show: ['form', 'detail'] }),
      /** What the provider keeps of a payment. */
      feeRate: rate({ required: true, min: 0, max: 10_000, initial: 0, sort: true, width: 100 }),
      feeFixed: money({ currencyFrom: 'currency', sign: 'nonNegative', width: 100 }),
      instructions: textarea({ max: 1000 }),
      instructionsEn: textarea({ max: 1000 }),
      /** The one customers are shown first, in its currency. */
      isDefault: bool({ initial: false, filter: 'eq', width: 90 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/receivingAccount',
    perm: 'acc:payacct',
    sort: { column: 'code', order: 'asc' },
    touches: ['/erp/twoUsers'],
  },
)

export const PROVIDERS = ['STRIPE', 'ALIPAY', 'SIMULATOR'] as const
export type Provider = (typeof PROVIDERS)[number]

/** What a provider's account is reached with; secret ones go in and never come out. */
export const PROVIDER_KEYS = {
  STRIPE: { publicUrl: 'plain', secretKey: 'secret', webhookSecret: 'secret' },
  ALIPAY: { publicUrl: 'plain', appId: 'plain', privateKey: 'secret', alipayPublicKey: 'secret' },
  SIMULATOR: {},
} as const satisfies Record<Provider, Readonly<Record<string, 'plain' | 'secret'>>>

const key = (max: number) => z.string().trim().max(max, { error: 'field.tooLong' }).nullish()

const keyState = z.object({
  provider: z.enum(PROVIDERS).nullable(),
  keys: z.array(
    z.object({
      name: z.string(),
      set: z.boolean(),
      /** What is no secret is shown, of the others the last four characters. */
      shown: z.string(),
    }),
  ),
  /** Keys of the provider's test mode, or the simulator: no money moves. */
  test: z.boolean(),
  /** Under the API's base path: where the provider reports payments to. */
  hookPath: z.string(),
  version: rowVersion,
})

export const providerKeys = endpoints({
  read: {
    method: 'GET',
    path: '/erp/receivingAccount/keys',
    perm: 'acc:payacct:edit',
    in: z.object({ id: idText }),
    out: keyState,
  },
  /** Left out: stays as it is; empty: forgotten. */
  save: {
    method: 'PUT',
    path: '/erp/receivingAccount/keys',
    perm: 'acc:payacct:edit',
    stepUp: true,
    secret: true,
    message: 'ok.edited',
    in: z.object({
      id: idText,
      version: rowVersion,
      /** Where customers reach this product: they come back there, and providers report to it. */
      publicUrl: key(200),
      secretKey: key(300),
      webhookSecret: key(300),
      appId: key(64),
      privateKey: key(4000),
      alipayPublicKey: key(4000),
    }),
    out: keyState,
    touches: ['/erp/receivingAccount'],
  },
})
