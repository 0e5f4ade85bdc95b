import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { ofStaff } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { date, datetime, dict, int, money, ref, text } from '../kit/field.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { billProfile, billTolerance } from './bill-files.ts'
import { billDryRun, billImport } from './bill-imports.ts'
import { BILL_CODES } from './bills.states.ts'

const amount = (more: { sort?: boolean } = {}) =>
  money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 120, ...more })
const count = (more: { show?: readonly 'detail'[] } = {}) =>
  int({ readOnly: true, width: 90, ...more })

/** Invoices of carriers, each with its file and what the comparison came to. */
export const billRunList = crud(
  entity({
    name: 'bill-runs',
    table: 'bill_run',
    scope: 'tenant',
    label: 'invoiceNo',
    fields: {
      invoiceNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 160 }),
      supplierId: ref('suppliers', { readOnly: true, filter: 'in', width: 150 }),
      invoiceDate: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      state: dict('bill_run_state', { readOnly: true, filter: 'in', sort: true, width: 120 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      total: amount({ sort: true }),
      lines: count(),
      matched: count(),
      open: int({ readOnly: true, filter: 'range', width: 90 }),
      duplicates: count(),
      unmatched: count(),
      over: amount({ sort: true }),
      under: amount({ sort: true }),
      posted: count(),
      deadline: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      billed: amount(),
      expected: amount(),
      rows: count({ show: ['detail'] }),
      blank: count({ show: ['detail'] }),
      repeated: count({ show: ['detail'] }),
      fileName: text({ readOnly: true, filter: 'like', width: 180 }),
      failure: text({ readOnly: true, width: 180, show: ['detail'] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/billRun',
    staff: true,
    perm: 'bill:match',
    verbs: ['list', 'exportXls', 'options'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

export const billTouches = ['/erp/billRun', '/erp/billLine', '/erp/dispute'] as const

const byCode = z.array(
  z.object({
    code: z.enum(BILL_CODES),
    lines: z.number(),
    /** Lines to decide on. */
    open: z.number(),
    /** Those of them one dispute takes: charges in the currency of the bill. */
    disputable: z.number(),
    /** With the tolerances asked about. */
    after: z.number(),
    delta: z.string(),
    deltaAfter: z.string(),
  }),
)

/** Runs over the bills of carriers. */
export const billRuns = ofStaff({
  queryById: {
    method: 'GET',
    path: '/erp/billRun/queryById',
    perm: 'bill:match:list',
    in: z.object({ id: idText }),
    out: billRunList.row,
  },
  /** How the bills of a supplier are read and compared; as a new one starts where there is none. */
  profile: {
    method: 'GET',
    path: '/erp/billRun/profile',
    perm: 'bill:match:list',
    in: z.object({ supplierId: idText }),
    out: billProfile,
  },
  saveProfile: {
    method: 'PUT',
    path: '/erp/billRun/profile',
    perm: 'bill:match:edit',
    in: billProfile.partial().extend({ supplierId: idText, version: rowVersion }),
    out: billProfile,
    message: 'ok.edited',
    touches: ['/erp/billRun'],
  },
  /**
   * Reads a bill and compares its sum with the invoice: nothing is taken. A file that is not mapped
   * yet answers its first rows; the same file and the same invoice are known again.
   */
  dryRun: {
    method: 'POST',
    path: '/erp/billRun/dryRun',
    perm: 'bill:match:add',
    body: 'multipart',
    limit: 65 * 1024 * 1024,
    rate: 'heavy',
    in: billImport.partial(),
    out: billDryRun,
    touches: ['/erp/billRun'],
  },
  /** Takes what a dry run read, in the background. */
  start: {
    method: 'POST',
    path: '/erp/billRun/start',
    perm: 'bill:match:add',
    in: z.object({ id: idText }),
    out: billRunList.row,
    idempotency: 'accepted',
    touches: billTouches,
  },
  /** Drops a dry run. */
  discard: {
    method: 'DELETE',
    path: '/erp/billRun/discard',
    perm: 'bill:match:add',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/erp/billRun'],
  },
  /** Goes on with a run whose work broke. */
  resume: {
    method: 'POST',
    path: '/erp/billRun/resume',
    perm: 'bill:match:add',
    in: z.object({ id: idText }),
    out: z.null(),
    idempotency: 'accepted',
    touches: billTouches,
  },
  /** How many lines would have which code with other tolerances; nothing is changed. */
  whatIf: {
    method: 'GET',
    path: '/erp/billRun/whatIf',
    perm: 'bill:match:list',
    rate: 'heavy',
    in: z.object({
      id: idText,
      amountWithin: z.coerce.number().pipe(billTolerance.shape.amountWithin),
      amountPercent: z.coerce.number().pipe(billTolerance.shape.amountPercent),
      weightWithin: z.coerce.number().pipe(billTolerance.shape.weightWithin),
      weightPercent: z.coerce.number().pipe(billTolerance.shape.weightPercent),
    }),
    out: z.object({
      currency: z.string(),
      codes: byCode,
      /** What would be posted now, with a sum in each currency. */
      postable: z.object({
        lines: z.number(),
        sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
      }),
    }),
  },
  /** Matches and compares again the lines no user has decided on, with the supplier's settings as they are now. */
  rematch: {
    method: 'POST',
    path: '/erp/billRun/rematch',
    perm: 'bill:match:edit',
    in: z.object({ id: idText }),
    out: z.null(),
    idempotency: 'accepted',
    touches: billTouches,
  },
  /** Accepts the open lines of a run with these codes, up to a difference. */
  accept: {
    method: 'POST',
    path: '/erp/billRun/accept',
    perm: 'bill:match:accept',
    in: z.object({
      id: idText,
      codes: z
        .array(z.enum(BILL_CODES, { error: 'field.dict' }))
        .min(1, { error: 'field.required' }),
      /** Currency units; a line that differs by more stays open. */
      upTo: z
        .string()
        .trim()
        .regex(/^\d{1,13}(\.\d{1,4})?$/, { error: 'field.money' })
        .nullable()
        .default(null),
      note: z.string().trim().max(300, { error: 'field.tooLong' }).default(''),
    }),
    out: z.object({ lines: z.number() }),
    idempotency: 'accepted',
    touches: billTouches,
  },
  /** One dispute of all open lines of a run with these codes. */
  dispute: {
    method: 'POST',
    path: '/erp/billRun/dispute',
    perm: 'bill:match:accept',
    in: z.object({
      id: idText,
      codes: z
        .array(z.enum(BILL_CODES, { error: 'field.dict' }))
        .min(1, { error: 'field.required' }),
      note: z.string().trim().max(300, { error: 'field.tooLong' }).default(''),
    }),
    out: z.object({ disputeId: z.string(), lines: z.number() }),
    idempotency: 'required',
    touches: billTouches,
  },
  /** Posts what was decided, in the background: each line once. */
  post: {
    method: 'POST',
    path: '/erp/billRun/post',
    perm: 'bill:match:post',
    in: z.object({ id: idText }),
    out: z.null(),
    idempotency: 'accepted',
    touches: [...billTouches, '/rwms/earnings'],
  },
  /** Expects no bill for these parcels any more: their accrued cost is taken back, with the reason. */
  release: {
    method: 'PUT',
    path: '/erp/billRun/release',
    perm: 'bill:match:post',
    in: z.object({
      ids: idList,
      note: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(300, { error: 'field.tooLong' }),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: [...billTouches, '/rwms/earnings'],
  },
  /** Parcels that left so long ago that a bill should have come, without any line. */
  missing: {
    method: 'GET',
    path: '/erp/billRun/missing',
    perm: 'bill:match:list',
    in: pageQuery({
      supplierId: idText.optional(),
      pageNo: z.coerce.number().int().min(1).max(1000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    out: pageOf(
      z.object({
        id: z.string(),
        parcelNo: z.string(),
        trackNo: z.string().nullable(),
        supplier: z.string(),
        customer: z.string(),
        outboundAt: z.string(),
        days: z.number(),
        expected: z.string().nullable(),
        currency: z.string().nullable(),
      }),
    ),
  },
})
