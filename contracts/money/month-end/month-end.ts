import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import {
  date,
  datetime,
  decimal,
  dict,
  int,
  money,
  rate,
  ref,
  text,
  type Fields,
} from '../../kit/field.ts'

/**
 * The lists of a month's end: worked out from the ledger when they are asked for, by the day each
 * posting is booked on. `day` is the span they are about (taxed figures are of whole months), or the
 * day they are as of. Where none is asked for: the month before this one or its last day, today for
 * open items.
 */
const amount = <const C extends string>(currencyFrom: C) =>
  money({ currencyFrom, sign: 'any', readOnly: true, width: 120 })
const period = text({ readOnly: true, width: 100 })
const currency = dict('currency', { readOnly: true, filter: 'in', width: 90 })
/** What amounts come to in the company's currency, by which rate; null where no rate is entered. */
const inBase = {
  exchangeRate: decimal({ readOnly: true, scale: 8, width: 110 }),
  baseCurrency: dict('currency', { readOnly: true, width: 100 }),
}
const taxed = {
  net: amount('currency'),
  tax: amount('currency'),
  gross: amount('currency'),
  ...inBase,
  baseNet: amount('baseCurrency'),
  baseTax: amount('baseCurrency'),
  baseGross: amount('baseCurrency'),
}
const computed = { byHand: ['list', 'exportXls'], verbs: [], computed: true } as const
const asked =
  <const D extends Fields>(filters: D) =>
  <const F extends Fields>(name: string, label: keyof F & string, fields: F) => ({
    name,
    // Reach of a row where it is a customer's; the rows themselves are worked out.
    table: 'ledger_account',
    scope: 'tenant' as const,
    label,
    filters,
    fields,
  })
const named = asked({ day: date({ filter: 'range' }) })
const asOf = asked({ day: date({ filter: 'eq' }) })

/** Figures of the VAT return, by country, category and rate. */
export const vatReturn = crud(
  entity(
    named('vat-return', 'period', {
      period,
      country: dict('country', { readOnly: true, filter: 'in', width: 110 }),
      category: dict('tax_category', { readOnly: true, filter: 'in', width: 160 }),
      taxRate: rate({ readOnly: true, width: 80 }),
      postings: int({ readOnly: true, width: 90 }),
      currency,
      ...taxed,
    }),
  ),
  { path: '/erp/vatReturn', perm: 'acc:vatreturn', ...computed },
)

/** What businesses of other member states owe the tax of, by their VAT number. */
export const ecSales = crud(
  entity(
    named('ec-sales', 'period', {
      period,
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 190 }),
      country: dict('country', { readOnly: true, filter: 'in', width: 110 }),
      vatId: text({ readOnly: true, filter: 'prefix', width: 140 }),
      category: dict('tax_category', { readOnly: true, filter: 'in', width: 160 }),
      currency,
      ...taxed,
    }),
  ),
  { path: '/erp/ecSales', perm: 'acc:ecsales', ...computed },
)

/** Every account of the ledger: what it began with, was debited and credited, and ended with. */
export const trialBalance = crud(
  entity(
    named('trial-balance', 'account', {
      period: text({ readOnly: true, width: 190 }),
      account: text({ readOnly: true, filter: 'like', width: 260 }),
      currency,
      opening: amount('currency'),
      debit: amount('currency'),
      credit: amount('currency'),
      closing: amount('currency'),
    }),
  ),
  { path: '/erp/trialBalance', perm: 'acc:trialbalance', ...computed },
)

/** What customers owed at the end of a day, invoice by invoice. */
export const openItems = crud(
  entity(
    asOf('open-items', 'number', {
      period,
      number: text({ readOnly: true, filter: 'prefix', width: 150 }),
      kind: dict('open_item_kind', { readOnly: true, filter: 'in', width: 150 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 190 }),
      issuedOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      dueOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      daysLate: int({ readOnly: true, sort: true, width: 90 }),
      age: dict('open_item_age', { readOnly: true, filter: 'in', width: 120 }),
      currency,
      gross: amount('currency'),
      paid: amount('currency'),
      credited: amount('currency'),
      open: amount('currency'),
      ...inBase,
      baseOpen: amount('baseCurrency'),
    }),
  ),
  { path: '/erp/openItems', perm: 'acc:openitems', ...computed },
)

/** What is held in other currencies at the end of a day, against what it was booked at. */
export const revaluationList = crud(
  entity(
    asOf('revaluations', 'account', {
      period,
      account: text({ readOnly: true, filter: 'like', width: 220 }),
      currency,
      balance: amount('currency'),
      ...inBase,
      bookValue: amount('baseCurrency'),
      value: amount('baseCurrency'),
      difference: amount('baseCurrency'),
      postedAt: datetime({ readOnly: true, width: 150 }),
      postedBy: text({ readOnly: true, width: 110 }),
    }),
  ),
  { path: '/erp/revaluation', perm: 'acc:revaluation', ...computed },
)

/** The lists of a month's end, in the order they are worked through. */
export const monthEndLists = [vatReturn, ecSales, trialBalance, openItems, revaluationList] as const

const listCalls = <const L extends { endpoints: { list: unknown; exportXls: unknown } }>(
  of: L,
) => ({
  list: of.endpoints.list as L['endpoints']['list'],
  exportXls: of.endpoints.exportXls as L['endpoints']['exportXls'],
})
export const vatReturns = listCalls(vatReturn)
export const ecSalesLists = listCalls(ecSales)
export const trialBalances = listCalls(trialBalance)
export const openItemLists = listCalls(openItems)
export const revaluationRows = listCalls(revaluationList)
export const revaluations = endpoints({
  /** Posts the differences as of a day and takes them back on the next one. */
  post: {
    method: 'POST',
    path: '/erp/revaluation/post',
    perm: 'acc:revaluation:post',
    in: z.object({ day: z.iso.date({ error: 'field.date' }) }),
    out: z.object({
      day: z.string(),
      currency: z.string(),
      gain: z.string(),
      loss: z.string(),
    }),
    idempotency: 'required',
    touches: ['/erp/revaluation', '/erp/trialBalance'],
  },
})
