import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { ofStaff } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { date, datetime, dict, int, text } from '../kit/field.ts'

export const PRINT_KINDS = ['pods', 'invoices', 'statements', 'manifests'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]
/** Records of one set; more are printed as several sets. */
export const PRINT_RECORDS_MAX = 500

/** Papers put together for print. */
export const printJobList = crud(
  entity({
    name: 'print-jobs',
    table: 'print_job',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text({ readOnly: true, filter: 'like', sort: true, width: 220 }),
      kind: dict('print_kind', { readOnly: true, filter: 'in', width: 120 }),
      state: dict('print_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      fromDay: date({ readOnly: true, filter: 'range', width: 120 }),
      toDay: date({ readOnly: true, width: 120 }),
      records: int({ readOnly: true, width: 90 }),
      pages: int({ readOnly: true, width: 80 }),
      fault: text({ readOnly: true, width: 180 }),
      printedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      printedBy: text({ readOnly: true, filter: 'like', width: 120 }),
    },
  }),
  {
    path: '/erp/printJob',
    perm: 'bill:print',
    staff: true,
    verbs: ['list', 'queryById', 'delete', 'deleteBatch', 'exportXls'],
    when: {
      delete: {
        field: 'state',
        oneOf: ['MAKING', 'READY', 'FAILED'],
        otherwise: 'print.printed',
      },
    },
  },
)

const day = z.iso.date({ error: 'field.date' })
const byId = z.object({ id: idText })

export const printJobs = ofStaff({
  /** A set by filter: what was delivered, issued, booked or closed in a span of days. */
  add: {
    method: 'POST',
    path: '/erp/printJob/add',
    perm: 'bill:print:add',
    in: z.object({
      name: z.string().trim().min(1, { error: 'field.required' }).max(100, {
        error: 'field.tooLong',
      }),
      kind: z.enum(PRINT_KINDS, { error: 'field.required' }),
      from: day,
      to: day,
      customerId: idText.nullish(),
    }),
    out: z.object({ id: z.string(), records: z.number() }),
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/erp/printJob'],
  },
  /** To look at; it is not noted as a print. */
  preview: {
    method: 'GET',
    path: '/erp/printJob/preview',
    perm: 'bill:print:list',
    in: byId,
    out: z.null(),
    reply: 'file',
  },
  /** Notes who printed how many; a set that was printed before needs a reason. */
  print: {
    method: 'POST',
    path: '/erp/printJob/print',
    perm: 'bill:print:print',
    in: byId.extend({
      copies: z.number().int().min(1).max(100).default(1),
      reason: z.string().trim().max(200, { error: 'field.tooLong' }).optional(),
    }),
    out: z.null(),
    reply: 'file',
    touches: ['/erp/printJob'],
  },
  log: {
    method: 'GET',
    path: '/erp/printJob/log',
    perm: 'bill:print:list',
    in: byId,
    out: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        printedBy: z.string().nullable(),
        copies: z.number(),
        reason: z.string().nullable(),
      }),
    ),
  },
})
