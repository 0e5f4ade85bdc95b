import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { bool, date, datetime, dict, int, ref, text } from '../../kit/field.ts'
import { dunningProposal, dunningSetting, letterDetail, seenInvoice } from './dunning.parts.ts'

/** Reminders of what is overdue, one letter per customer and run. */
export const dunningLetters = crud(
  entity({
    name: 'dunning-letters',
    table: 'dunning_letter',
    scope: 'owner',
    creator: true,
    label: 'heading',
    fields: {
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 200 }),
      step: int({ readOnly: true, filter: 'eq', sort: true, width: 80 }),
      invoices: int({ readOnly: true, sort: true, width: 90 }),
      total: text({ readOnly: true, width: 200 }),
      madeOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      payBy: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      mailStatus: dict('invoice_mail_status', { readOnly: true, filter: 'in', width: 120 }),
      sentTo: text({ readOnly: true, filter: 'like', width: 200 }),
      sentAt: datetime({ readOnly: true, sort: true, width: 150 }),
      mailDetail: text({ readOnly: true, width: 200, show: ['detail'] }),
      froze: bool({ readOnly: true, filter: 'eq', width: 110 }),
      heading: text({ readOnly: true, column: 'title', show: ['list', 'detail'], width: 220 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/dunning',
    perm: 'acc:dunning',
    verbs: ['list', 'exportXls'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const byId = z.object({ id: idText })
const reason = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(300, { error: 'field.tooLong' })
const touches = ['/erp/dunning', '/erp/invoice', '/erp/account', '/erp/trade'] as const

/** Dunning in three steps. */
export const dunning = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/dunning/queryById',
    perm: 'acc:dunning:list',
    in: byId,
    out: dunningLetters.row,
  },
  detail: {
    method: 'GET',
    path: '/erp/dunning/detail',
    perm: 'acc:dunning:list',
    in: byId,
    out: letterDetail,
  },
  pdf: {
    method: 'GET',
    path: '/erp/dunning/pdf',
    perm: 'acc:dunning:list',
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  /** Who would be dunned today, for what, and what is left out and why. */
  proposal: {
    method: 'GET',
    path: '/erp/dunning/proposal',
    perm: 'acc:invoice:dun',
    in: z.object({}),
    out: dunningProposal,
  },
  /**
   * Makes a letter for each customer over the invoices that were seen, posts fees and interest, and
   * sends it. What was paid or dunned meanwhile is left out and named. `ids` are customers.
   */
  run: {
    method: 'POST',
    path: '/erp/dunning/run',
    perm: 'acc:invoice:dun',
    in: z.object({
      ids: idList,
      invoices: z.array(seenInvoice).min(1).max(20_000, { error: 'field.tooMany' }),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Sends letters by mail again, or for the first time where the customer has an address by now. */
  send: {
    method: 'POST',
    path: '/erp/dunning/send',
    perm: 'acc:invoice:dun',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/dunning', '/message/sysMessage'],
  },
  /** Keeps invoices from being dunned, until a day or until it is taken back (no reason). */
  block: {
    method: 'PUT',
    path: '/erp/invoice/block',
    perm: 'acc:invoice:dun',
    in: z.object({
      ids: idList,
      reason: reason.nullable(),
      until: z.iso.date({ error: 'field.date' }).nullish(),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/invoice', '/erp/dunning'],
  },
  /** Pays fee and interest of a letter from the customer's balance; `id` is that of the claim. */
  pay: {
    method: 'PUT',
    path: '/erp/dunning/pay',
    perm: 'acc:invoice:apply',
    in: z.object({ id: idText, version: rowVersion }),
    out: z.null(),
    idempotency: 'required',
    message: 'ok.edited',
    touches,
  },
  /** Gives up fee and interest of a letter. */
  waive: {
    method: 'PUT',
    path: '/erp/dunning/waive',
    perm: 'acc:invoice:dun',
    in: z.object({ id: idText, version: rowVersion, reason }),
    out: z.null(),
    idempotency: 'required',
    message: 'ok.edited',
    touches,
  },
  setting: {
    method: 'GET',
    path: '/erp/dunning/setting',
    perm: 'acc:invoice:setting',
    in: z.object({}),
    out: dunningSetting,
  },
  saveSetting: {
    method: 'PUT',
    path: '/erp/dunning/setting',
    perm: 'acc:invoice:setting',
    in: dunningSetting.extend({ version: rowVersion }),
    out: dunningSetting,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/dunning'],
  },
})
