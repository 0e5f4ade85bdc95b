import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { ofStaff } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { bool, date, datetime, dict, int, money, ref, text, weight } from '../kit/field.ts'
import { billTouches } from './bill-runs.ts'

const amount = () =>
  money({
    currencyFrom: 'currency',
    sign: 'any',
    readOnly: true,
    filter: 'range',
    sort: true,
    width: 110,
  })

/** Lines of carriers' bills, each with what was expected for it. */
export const billLineList = crud(
  entity({
    name: 'bill-lines',
    table: 'bill_line',
    scope: 'tenant',
    label: 'trackNo',
    fields: {
      trackNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 190 }),
      code: dict('bill_code', { readOnly: true, filter: 'in', sort: true, width: 150 }),
      state: dict('bill_line_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      tradeItem: dict('trade_item', { readOnly: true, filter: 'in', width: 120 }),
      chargeCode: text({ readOnly: true, filter: 'like', width: 130 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 80 }),
      amount: amount(),
      expected: amount(),
      delta: amount(),
      parcelNo: text({ readOnly: true, filter: 'prefix', width: 170 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 140 }),
      supplierId: ref('suppliers', { readOnly: true, filter: 'in', width: 140 }),
      runId: ref('bill-runs', { readOnly: true, filter: 'in', width: 140 }),
      shipDate: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      weightBilled: weight({ readOnly: true, width: 100 }),
      weightOurs: weight({ readOnly: true, width: 100 }),
      zone: text({ readOnly: true, width: 80 }),
      service: text({ readOnly: true, width: 120 }),
      totalAgrees: bool({ readOnly: true, filter: 'eq', width: 100 }),
      disputeId: ref('disputes', { readOnly: true, filter: 'in', width: 130 }),
      note: text({ readOnly: true, width: 180 }),
      decidedBy: text({ readOnly: true, width: 110 }),
      postedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      invoiceNo: text({ readOnly: true, filter: 'prefix', width: 140, show: ['detail'] }),
      lineNo: int({ readOnly: true, width: 80, show: ['detail'] }),
      tax: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, show: ['detail'] }),
      credit: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, show: ['detail'] }),
    },
  }),
  {
    path: '/erp/billLine',
    staff: true,
    perm: 'bill:data',
    verbs: ['list', 'exportXls'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const note = z.string().trim().max(300, { error: 'field.tooLong' })
const needed = note.min(1, { error: 'field.required' })
const parcelNo = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(80, { error: 'field.tooLong' })
const touches = billTouches

/** What is done with lines. */
export const billLines = ofStaff({
  queryById: {
    method: 'GET',
    path: '/erp/billLine/queryById',
    perm: 'bill:data:list',
    in: z.object({ id: idText }),
    out: billLineList.row,
  },
  /** A line's parcel: what was expected per charge and what was billed, its weights and its numbers. */
  compare: {
    method: 'GET',
    path: '/erp/billLine/compare',
    perm: 'bill:data:list',
    in: z.object({ id: idText }),
    out: z.object({
      currency: z.string(),
      items: z.array(
        z.object({
          tradeItem: z.string(),
          tradeItem_dictText: z.string(),
          expected: z.string(),
          billed: z.string(),
          delta: z.string(),
        }),
      ),
      totalExpected: z.string(),
      totalBilled: z.string(),
      /** Why no cost was expected. */
      why: z.string().nullable(),
      /** Grams: as the customer entered, as the depot measured, as the carrier billed. */
      weights: z.object({
        customer: z.number().nullable(),
        depot: z.number().nullable(),
        carrier: z.number().nullable(),
      }),
      zone: z.object({ ours: z.string().nullable(), carrier: z.string().nullable() }),
      service: z.object({ ours: z.string().nullable(), carrier: z.string().nullable() }),
      numbers: z.array(z.object({ number: z.string(), kind: z.string(), isVoid: z.boolean() })),
    }),
  },
  /** Parcels a line without one may belong to, the likeliest first. */
  suggest: {
    method: 'GET',
    path: '/erp/billLine/suggest',
    perm: 'bill:data:decide',
    in: z.object({ id: idText }),
    out: z.array(
      z.object({
        parcelNo: z.string(),
        trackNo: z.string().nullable(),
        customer: z.string(),
        outboundAt: z.string().nullable(),
        weight: z.number(),
        why: z.enum(['zeros', 'reference', 'place']),
      }),
    ),
  },
  accept: {
    method: 'PUT',
    path: '/erp/billLine/accept',
    perm: 'bill:data:decide',
    in: z.object({ ids: idList, note: note.default('') }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Our loss: the difference is borne, with its reason. */
  writeOff: {
    method: 'PUT',
    path: '/erp/billLine/writeOff',
    perm: 'bill:data:decide',
    in: z.object({ ids: idList, note: needed }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Puts lines into a dispute of their invoice that was not sent yet, or a new one. */
  dispute: {
    method: 'PUT',
    path: '/erp/billLine/dispute',
    perm: 'bill:data:decide',
    in: z.object({ ids: idList, note: note.default('') }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Charges the line's customer: the difference or the whole amount, within what one user may charge. */
  rebill: {
    method: 'PUT',
    path: '/erp/billLine/rebill',
    perm: 'bill:data:rebill',
    in: z.object({
      ids: idList,
      what: z.enum(['difference', 'amount'], { error: 'field.dict' }),
      note: note.default(''),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: [...touches, '/erp/account', '/erp/trade'],
  },
  /** Gives a line to a parcel, by any of its numbers, and compares it. */
  link: {
    method: 'PUT',
    path: '/erp/billLine/link',
    perm: 'bill:data:decide',
    in: z.object({ id: idText, parcelNo, version: rowVersion }),
    out: billLineList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Splits a line over parcels by their weight; each parcel once. */
  split: {
    method: 'PUT',
    path: '/erp/billLine/split',
    perm: 'bill:data:decide',
    in: z.object({
      id: idText,
      version: rowVersion,
      parcelNos: z
        .array(parcelNo)
        .min(2, { error: 'field.required' })
        .max(500, { error: 'field.tooMany' }),
    }),
    out: z.object({ lines: z.number() }),
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  note: {
    method: 'PUT',
    path: '/erp/billLine/note',
    perm: 'bill:data:decide',
    in: z.object({ id: idText, version: rowVersion, note }),
    out: billLineList.row,
    message: 'ok.edited',
    touches: ['/erp/billLine'],
  },
})
