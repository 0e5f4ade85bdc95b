import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText, moment, rowVersion } from '../../kit/envelope.ts'
import { bool, datetime, dict, int, ref, text } from '../../kit/field.ts'
import {
  CASE_SOURCES,
  CASE_STATUS,
  CASE_TYPES,
  COMMENT_FILES,
  COMMENT_MAX,
} from './cases.states.ts'

/** Conversations about an order, a parcel, a return, a trade line or a number. */
export const caseList = crud(
  entity({
    name: 'cases',
    table: 'service_case',
    scope: 'owner',
    creator: true,
    unowned: true,
    madeBy: 'ret:case:handle',
    depot: 'depot_id',
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 120 }),
      subject: text({ readOnly: true, filter: 'like', width: 260 }),
      type: dict('case_type', { readOnly: true, filter: 'in', width: 110 }),
      status: dict('case_status', { readOnly: true, filter: 'in', sort: true, width: 130 }),
      customerId: ref('customers', {
        readOnly: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      sourceNo: text({ readOnly: true, filter: 'prefix', width: 150 }),
      source: dict('case_source', { readOnly: true, filter: 'in', width: 110, show: ['detail'] }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      assigneeId: ref('users', {
        readOnly: true,
        perm: 'ret:case:handle',
        filter: 'in',
        width: 130,
      }),
      dueAt: datetime({
        readOnly: true,
        perm: 'ret:case:handle',
        filter: 'range',
        sort: true,
        width: 150,
      }),
      flagged: bool({ readOnly: true, perm: 'ret:case:handle', filter: 'eq', width: 90 }),
      lastAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      rating: int({ readOnly: true, filter: 'range', width: 90 }),
    },
    filters: {
      /** Assigned to the caller, or watched. */
      mine: bool({ filter: 'eq' }),
      /** Past the time to answer. */
      late: bool({ filter: 'eq' }),
      find: text({ filter: 'eq' }),
      /** Of one record, as `shipment:12`: with what was written about its parcels, or its order. */
      about: text({ filter: 'eq', show: [] }),
    },
  }),
  {
    path: '/rwms/case',
    perm: 'ret:case',
    verbs: ['list', 'exportXls'],
    byHand: ['queryById', 'add'],
    sort: { column: 'lastAt', order: 'desc' },
  },
)

export const caseTouches = [
  '/rwms/case',
  '/rwms/comment',
  '/rwms/attachment',
  '/rwms/dashboard',
] as const

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
export const words = line(COMMENT_MAX)
/** Paths of uploaded files. */
export const uploads = z
  .array(z.string().max(300))
  .max(COMMENT_FILES, { error: 'field.tooMany' })
  .default([])

const clockDay = z.object({ day: z.string(), minutes: z.number() })
export const caseDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  subject: z.string(),
  type: z.enum(CASE_TYPES),
  type_dictText: z.string(),
  status: z.enum(CASE_STATUS),
  status_dictText: z.string(),
  source: z.enum(CASE_SOURCES),
  source_dictText: z.string(),
  sourceId: z.string().nullable(),
  sourceNo: z.string().nullable(),
  /** The order of its record, within the caller's reach. */
  orderId: z.string().nullable(),
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  /** Who is written to by mail; for staff only. */
  contact: z.string().nullable(),
  depotName: z.string().nullable(),
  assigneeId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  dueAt: z.string().nullable(),
  /** Each day with the minutes it counts, to the time above. */
  clock: z.array(clockDay),
  flagged: z.boolean(),
  /** A carrier's or partner's own numbers for it. */
  references: z.array(z.string()),
  watching: z.boolean(),
  watchers: z.array(z.string()),
  rating: z.number().nullable(),
  mergedIntoId: z.string().nullable(),
  mergedIntoNo: z.string().nullable(),
  previousId: z.string().nullable(),
  previousNo: z.string().nullable(),
  createTime: z.string(),
  /** Steps open to the caller. */
  may: z.array(z.string()),
  moves: z.array(z.enum(CASE_STATUS)),
})
export type CaseDetail = z.infer<typeof caseDetail>

const known = { id: idText, version: rowVersion }
const changed = { out: caseDetail, idempotency: 'accepted', touches: caseTouches } as const
const bulk = { out: bulkResult, idempotency: 'accepted', touches: caseTouches } as const

export const cases = endpoints({
  queryById: {
    method: 'GET',
    path: '/rwms/case/queryById',
    perm: 'ret:case:list',
    in: z.object({ id: idText }),
    out: caseDetail,
  },
  /** How many cases are in each status, for the tabs. */
  counts: {
    method: 'GET',
    path: '/rwms/case/counts',
    perm: 'ret:case:list',
    in: z.object({}),
    out: z.record(z.string(), z.number()),
  },
  /** Of staff: open cases by type and by days since they were opened. */
  figures: {
    method: 'GET',
    path: '/rwms/case/figures',
    perm: 'ret:case:handle',
    in: z.object({}),
    out: z.array(
      z.object({
        type: z.enum(CASE_TYPES),
        type_dictText: z.string(),
        days: z.enum(['0-2', '3-7', '8+']),
        count: z.number(),
      }),
    ),
  },
  /** Whose a number is, and so who reads a case opened for it; null where that is not the caller's to see. */
  ofNumber: {
    method: 'GET',
    path: '/rwms/case/ofNumber',
    perm: 'ret:case:add',
    staff: true,
    in: z.object({ no: z.string().trim().min(1).max(60) }),
    out: z.object({ customerName: z.string().nullable() }),
  },
  add: {
    method: 'POST',
    path: '/rwms/case/add',
    perm: 'ret:case:add',
    in: z.object({
      type: z.enum(CASE_TYPES, { error: 'field.dict' }),
      subject: line(200),
      text: words,
      /** Of staff with the right to internal comments: the text is one, and no customer reads it. */
      internal: z.boolean({ error: 'field.bool' }).default(false),
      source: z.enum(['shipment', 'parcel', 'returnTrack', 'trade', 'number', 'none'], {
        error: 'field.dict',
      }),
      /** Id of the record, or the number itself. */
      record: z.string().trim().max(60, { error: 'field.tooLong' }).nullish(),
      customerId: idText.nullish(),
      files: uploads,
    }),
    ...changed,
    message: 'ok.added',
  },
  assign: {
    method: 'PUT',
    path: '/rwms/case/assign',
    perm: 'ret:case:handle',
    staff: true,
    in: z.object({ ids: idList, userId: idText.nullable() }),
    ...bulk,
  },
  setStatus: {
    method: 'PUT',
    path: '/rwms/case/status',
    perm: 'ret:case:handle',
    staff: true,
    in: z.object({ ids: idList, status: z.enum(CASE_STATUS, { error: 'field.dict' }) }),
    ...bulk,
  },
  watch: {
    method: 'PUT',
    path: '/rwms/case/watch',
    perm: 'ret:case:handle',
    staff: true,
    in: z.object({ id: idText, on: z.boolean({ error: 'field.bool' }) }),
    ...changed,
  },
  setDue: {
    method: 'PUT',
    path: '/rwms/case/due',
    perm: 'ret:case:handle',
    staff: true,
    in: z.object({ ...known, dueAt: moment }),
    ...changed,
  },
  /** All of one case becomes part of another one of the same customer. */
  merge: {
    method: 'PUT',
    path: '/rwms/case/merge',
    perm: 'ret:case:handle',
    staff: true,
    in: z.object({ ...known, intoNo: line(20) }),
    ...changed,
  },
  /** How content the customer is with what was done. */
  rate: {
    method: 'PUT',
    path: '/rwms/case/rate',
    perm: 'ret:case:comment',
    in: z.object({
      ...known,
      rating: z
        .number({ error: 'field.int' })
        .int({ error: 'field.int' })
        .min(1, { error: 'field.tooSmall' })
        .max(5, { error: 'field.tooLarge' }),
    }),
    ...changed,
  },
})
