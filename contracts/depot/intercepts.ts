import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { datetime, dict, ref, text, textarea } from '../kit/field.ts'
import { asText } from '../kit/text-line.ts'
import { no } from './scans.ts'

export const interceptList = crud(
  entity({
    name: 'intercepts',
    table: 'intercept',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 180 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 130 }),
      status: dict('intercept_status', { readOnly: true, filter: 'in', sort: true, width: 120 }),
      batchId: ref('predicted-batches', { readOnly: true, filter: 'in', width: 150 }),
      note: textarea({ readOnly: true, max: 300, show: ['list', 'detail'], width: 220 }),
      interceptedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      interceptedBy: text({ readOnly: true, width: 110 }),
      releasedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      releasedBy: text({ readOnly: true, width: 110 }),
      releaseNote: textarea({ readOnly: true, max: 300, show: ['list', 'detail'], width: 220 }),
    },
  }),
  { path: '/erp/intercept', perm: 'wh:intercept', verbs: ['list', 'queryById', 'exportXls'] },
)

const intercepted = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  status: z.string(),
  status_dictText: z.string(),
})
export type Intercepted = z.infer<typeof intercepted>

/** Of an order: what is set apart under a number of its parcels, or will be when it comes. */
const ofOrder = intercepted.extend({
  note: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export type InterceptOfOrder = z.infer<typeof ofOrder>

const note = z.string().trim().max(300, { error: 'field.tooLong' })
const touches = ['/erp/intercept', '/erp/intoParcel', '/erp/batchIntoParcel'] as const

export const intercepts = endpoints({
  /** Sets a number apart: one that is to be stopped when it comes, or lies there (`here`). */
  add: {
    method: 'POST',
    path: '/erp/intercept/add',
    perm: ['wh:in:scan', 'wh:intercept:add'],
    in: z.object({
      no,
      /** The caller's own where there is one. */
      depotId: asText(idText),
      here: z.boolean().default(false),
      note: note.nullish(),
    }),
    out: intercepted,
    idempotency: 'accepted',
    touches,
    message: 'ok.added',
  },
  /** What of an order the caller sees is stopped and not released. */
  ofOrder: {
    method: 'GET',
    path: '/erp/intercept/ofOrder',
    perm: ['wh:intercept:list', 'wh:intercept:add'],
    in: z.object({ shipmentId: idText }),
    out: z.array(ofOrder),
  },
  /** What waited lies apart now. */
  intercept: {
    method: 'PUT',
    path: '/erp/intercept/intercept',
    perm: 'wh:in:scan',
    in: z.object({ id: idText, version: rowVersion }),
    out: intercepted,
    idempotency: 'accepted',
    touches,
  },
  /** What has not come is received as usual when it does. */
  takeBack: {
    method: 'PUT',
    path: '/erp/intercept/takeBack',
    perm: 'wh:intercept:add',
    in: z.object({
      id: idText,
      version: rowVersion,
      note: note.min(1, { error: 'field.required' }),
    }),
    out: intercepted,
    idempotency: 'accepted',
    touches,
  },
  /** Lets it go, with what was decided: any number, or parcels of orders the caller sees. */
  release: {
    method: 'PUT',
    path: '/erp/intercept/release',
    perm: ['wh:intercept:release', 'wh:intercept:add'],
    in: z.object({
      id: idText,
      version: rowVersion,
      note: note.min(1, { error: 'field.required' }),
    }),
    out: intercepted,
    idempotency: 'accepted',
    touches,
  },
})
