import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { bool, date, datetime, dict, int, money, ref, text } from '../kit/field.ts'
import {
  invoiceDetail,
  invoicePosition,
  invoicePreview,
  invoiceSetting,
  plannedDraft,
  uninvoiced,
} from './invoices.parts.ts'
import { pageQuery } from '../kit/page.ts'

const amountColumn = (filter = false) =>
  money({
    currencyFrom: 'currency',
    sign: 'any',
    readOnly: true,
    sort: true,
    width: 120,
    ...(filter ? { filter: 'range' as const } : {}),
  })

/** Invoices and credit notes over what customers were charged; a customer sees those issued. */
export const invoiceList = crud(
  entity({
    name: 'invoices',
    table: 'invoice',
    scope: 'owner',
    creator: true,
    label: 'number',
    search: ['number', 'reference'],
    fields: {
      number: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      kind: dict('invoice_kind', { readOnly: true, filter: 'in', width: 100 }),
      status: dict('invoice_status', { readOnly: true, filter: 'in', sort: true, width: 120 }),
      overdue: bool({ readOnly: true, filter: 'eq', width: 100 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 180 }),
      side: dict('account_kind', { readOnly: true, filter: 'in', width: 90, show: ['detail'] }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      gross: amountColumn(true),
      open: amountColumn(true),
      net: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 110 }),
      tax: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 100 }),
      paid: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 110 }),
      credited: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 110 }),
      periodFrom: date({ readOnly: true, filter: 'range', width: 110 }),
      periodTo: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      issuedOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      dueOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      creditsId: ref('invoices', { readOnly: true, width: 150, show: ['detail'] }),
      reference: text({ readOnly: true, filter: 'prefix', width: 170, show: ['detail'] }),
      reason: text({ readOnly: true, width: 180, show: ['detail'] }),
      dunBlockReason: text({ readOnly: true, width: 180, show: ['detail'] }),
      dunBlockUntil: date({ readOnly: true, filter: 'range', width: 110, show: ['detail'] }),
      dunBlockBy: text({ readOnly: true, show: ['detail'] }),
      dunBlockAt: datetime({ readOnly: true, show: ['detail'] }),
      remindedAt: datetime({ readOnly: true, sort: true, width: 150, show: ['detail'] }),
      reminded: int({ readOnly: true, sort: true, width: 90 }),
      mailStatus: dict('invoice_mail_status', { readOnly: true, filter: 'in', width: 120 }),
      sentAt: datetime({ readOnly: true, sort: true, width: 150 }),
      sentTo: text({ readOnly: true, width: 180, show: ['detail'] }),
      issuedBy: text({ readOnly: true, width: 110, show: ['detail'] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
    },
  }),
  {
    path: '/erp/invoice',
    perm: ['acc:invoice', 'pay:invoice'],
    verbs: ['list', 'exportXls', 'options'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const READ = ['acc:invoice:list', 'pay:invoice:list'] as const
const day = z.iso.date({ error: 'field.date' })
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
const byId = z.object({ id: idText })
const ids = z.object({ ids: idList })
/** What of an invoice goes back. */
const creditWish = z.object({
  id: idText,
  /** Of `positions`; all that is left where empty. */
  transactionIds: z.array(idText).max(1_000, { error: 'field.tooMany' }).default([]),
  /** Lines of the invoice: what is left of them goes back, with its tax. All where empty. */
  lineNos: z
    .array(z.number().int().min(1).max(100_000))
    .max(1_000, { error: 'field.tooMany' })
    .default([]),
  /** So much of it, tax included; all that is left where none is sent. */
  amount: part,
  frees: z.boolean(),
})
const touches = ['/erp/invoice', '/erp/trade', '/erp/account', '/erp/openItems'] as const

export const invoices = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/invoice/queryById',
    perm: READ,
    in: byId,
    out: invoiceList.row,
  },
  /** Lines, tax, parties, payments, credit notes and reminders of one. */
  detail: {
    method: 'GET',
    path: '/erp/invoice/detail',
    perm: READ,
    in: byId,
    out: invoiceDetail,
  },
  /** What was charged parcel by parcel, page by page. */
  positions: {
    method: 'GET',
    path: '/erp/invoice/positions',
    perm: READ,
    in: pageQuery({
      id: idText,
      no: z.string().trim().max(60, { error: 'field.tooLong' }).optional(),
      pageNo: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    out: z.object({ total: z.number(), records: z.array(invoicePosition) }),
  },
  /** What is on no invoice yet, by account, up to a day. */
  uninvoiced: {
    method: 'GET',
    path: '/erp/invoice/uninvoiced',
    perm: 'acc:invoice:draft',
    in: z.object({ to: day }),
    out: z.array(uninvoiced),
  },
  /** What a draft of an account would be made of. */
  preview: {
    method: 'GET',
    path: '/erp/invoice/preview',
    perm: 'acc:invoice:draft',
    in: z.object({ accountId: idText, from: day.optional(), to: day }),
    out: invoicePreview,
  },
  /** The drafts `draft` would make; accounts with nothing to invoice are left out. */
  planned: {
    method: 'POST',
    path: '/erp/invoice/previewDrafts',
    perm: 'acc:invoice:draft',
    in: ids.extend({ from: day.optional(), to: day }),
    out: z.array(plannedDraft),
  },
  /** Makes a draft of each account, or makes that of the month again; `ids` are accounts. */
  draft: {
    method: 'POST',
    path: '/erp/invoice/draft',
    perm: 'acc:invoice:draft',
    in: ids.extend({ from: day.optional(), to: day }),
    out: bulkResult.extend({ made: z.array(plannedDraft.pick({ gross: true, currency: true })) }),
    idempotency: 'accepted',
    touches,
  },
  discard: {
    method: 'DELETE',
    path: '/erp/invoice/discard',
    perm: 'acc:invoice:draft',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
    touches,
  },
  /** Gives drafts their numbers; from then on they stay as they are. */
  issue: {
    method: 'PUT',
    path: '/erp/invoice/issue',
    perm: 'acc:invoice:issue',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** What the credit note of `credit` would come to. */
  creditEffect: {
    method: 'POST',
    path: '/erp/invoice/previewCredit',
    perm: 'acc:invoice:credit',
    in: creditWish,
    out: z.object({ gross: z.string() }),
  },
  /**
   * A credit note over all that is left of an invoice, or over chosen charges, lines or an amount. `frees`: they
   * may be invoiced again, and the customer still owes them; else the money is given back.
   */
  credit: {
    method: 'POST',
    path: '/erp/invoice/credit',
    perm: 'acc:invoice:credit',
    in: creditWish.extend({ version: rowVersion, reason }),
    out: invoiceList.row,
    idempotency: 'required',
    touches,
  },
  /** Pays an open invoice from the customer's balance; all that is open where no amount is sent. */
  apply: {
    method: 'PUT',
    path: '/erp/invoice/apply',
    perm: 'acc:invoice:apply',
    in: z.object({
      id: idText,
      version: rowVersion,
      amount: part,
    }),
    out: invoiceList.row,
    idempotency: 'required',
    message: 'ok.edited',
    touches,
  },
  pdf: {
    method: 'GET',
    path: '/erp/invoice/pdf',
    perm: READ,
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  /** The XML of XRechnung; the PDF has that of EN 16931 inside. */
  xml: {
    method: 'GET',
    path: '/erp/invoice/xml',
    perm: READ,
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  /** Every charge of an invoice, as a sheet. */
  sheet: {
    method: 'GET',
    path: '/erp/invoice/sheet',
    perm: READ,
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  setting: {
    method: 'GET',
    path: '/erp/invoice/setting',
    perm: 'acc:invoice:setting',
    in: z.object({}),
    out: invoiceSetting,
  },
  saveSetting: {
    method: 'PUT',
    path: '/erp/invoice/setting',
    perm: 'acc:invoice:setting',
    in: z.object({
      prefix: z.string().regex(/^[A-Z0-9]{1,6}$/, { error: 'invoice.prefix' }),
      paymentDays: z.number({ error: 'field.int' }).int().min(0).max(365),
      monthly: z.boolean(),
      prepaid: z.boolean(),
      sendOnIssue: z.boolean().default(false),
      version: rowVersion,
    }),
    out: invoiceSetting,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/invoice/setting'],
  },
})
