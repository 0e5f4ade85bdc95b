import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, rate, text, textarea } from '../kit/field.ts'
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
  },
)
