import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idList, idText, rowVersion } from '../kit/envelope.ts'
import { date, datetime, dict, int, ref, text, textarea, weight } from '../kit/field.ts'
import { MILESTONES, NATURES } from './waybills.states.ts'

const STAY = ['form', 'detail'] as const

/** Outbound batches that travel together: by air, sea, truck or rail. */
export const waybillBatchList = crud(
  entity({
    name: 'waybill-batches',
    table: 'waybill_batch',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    search: ['no', 'masterNo', 'vehicle'],
    fields: {
      no: text({ unique: true, readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      kind: dict('waybill_kind', { required: true, filter: 'in', width: 90 }),
      masterNo: text({ max: 30, filter: 'prefix', width: 160, typed: true }),
      vehicle: text({ max: 30, filter: 'prefix', width: 110 }),
      depotId: ref('depots', { required: true, filter: 'in', width: 120 }),
      leg: int({ required: true, min: 1, max: 9, initial: 1, show: STAY }),
      origin: text({ max: 60, width: 100 }),
      destination: text({ max: 60, width: 100 }),
      etd: date({ filter: 'range', sort: true, width: 110 }),
      etdTime: text({ max: 5, show: STAY }),
      eta: date({ filter: 'range', sort: true, width: 110 }),
      etaTime: text({ max: 5, show: STAY }),
      status: dict('waybill_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      pieces: int({ readOnly: true, width: 80 }),
      weight: weight({ readOnly: true, width: 100 }),
      closedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      closedBy: text({ readOnly: true, show: ['detail'] }),
      remark: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/waybillBatch',
    perm: 'dlv:waybill',
    verbs: ['list', 'queryById', 'edit', 'exportXls', 'options'],
    byHand: ['add'],
    when: { edit: { field: 'closedAt', oneOf: [null], otherwise: 'waybill.closed' } },
  },
)

const difference = z.object({ pieces: z.number(), weightKg: z.string() })
const milestone = z.object({
  id: z.string(),
  version: z.number(),
  kind: z.string(),
  kind_dictText: z.string(),
  nature: z.enum(NATURES),
  words: z.string(),
  at: z.string(),
  /** By the clock of its place: a day, or a day and an hour. */
  local: z.string(),
  timeZone: z.string(),
  place: z.string().nullable(),
  state: z.enum(['copying', 'done', 'takingBack', 'takenBack']),
  /** Parcels that have its event, those that could not take it, and all there are. */
  parcels: z.number(),
  refused: z.number(),
  of: z.number(),
  reason: z.string().nullable(),
  replaced: z.boolean(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
const outBatch = z.object({
  id: z.string(),
  no: z.string(),
  depotCode: z.string(),
  closedAt: z.string().nullable(),
  pieces: z.number(),
  weightKg: z.string(),
  /** Parcels of it that another waybill batch of this leg has. */
  elsewhere: z.number(),
})
export const waybillDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  status: z.string(),
  closedAt: z.string().nullable(),
  timeZone: z.string(),
  pieces: z.number(),
  weightKg: z.string(),
  outBatches: z.array(outBatch),
  milestones: z.array(milestone),
  houses: z.number(),
  /** Parcels in no house waybill, once there is one. */
  unhoused: difference,
  /** What the outbound batches have and this does not. */
  missing: difference,
})
export type WaybillDetail = z.infer<typeof waybillDetail>

const one = z.object({ id: idText })
const reason = z
  .string({ error: 'field.required' })
  .trim()
  .min(2, { error: 'field.required' })
  .max(300, { error: 'field.tooLong' })
/** `2026-11-30`, or with an hour `2026-11-30 14:05`, by the clock of the place. */
const local = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: 'waybill.time' })
  .refine(
    (text) => new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.startsWith(text.slice(0, 10)),
    {
      error: 'waybill.time',
    },
  )
const happening = z.object({
  at: local,
  /** The depot's where none is named. */
  timeZone: z.string().trim().max(40).nullish(),
  place: z.string().trim().max(80).nullish(),
  country: z.string().length(2).nullish(),
})
const given = happening.extend({
  id: idText,
  kind: z.enum(MILESTONES),
  nature: z.enum(NATURES).default('actual'),
  templateId: idText,
})
const touches = ['/erp/waybillBatch', '/erp/houseWaybill'] as const
const copied = [...touches, '/erp/tracking', '/erp/parcel'] as const

export const waybillBatches = endpoints({
  detail: {
    method: 'GET',
    path: '/erp/waybillBatch/detail',
    perm: 'dlv:waybill:list',
    in: one,
    out: waybillDetail,
  },
  /** Adding is written by hand: the number is ours. */
  add: waybillBatchList.endpoints.add,
  /** Shipped outbound batches of the depot that are in no waybill batch of this leg. */
  candidates: {
    method: 'GET',
    path: '/erp/waybillBatch/candidates',
    perm: 'dlv:waybill:edit',
    in: one,
    out: z.array(outBatch),
  },
  /** Puts the parcels of shipped outbound batches on it. */
  addBatches: {
    method: 'PUT',
    path: '/erp/waybillBatch/addBatches',
    perm: 'dlv:waybill:edit',
    in: z.object({
      id: idText,
      outBatchIds: idList,
      /** Of one that has left: whether the new parcels get what happened before. */
      withMilestones: z.boolean().optional(),
    }),
    out: z.object({ added: z.number(), elsewhere: z.number() }),
    idempotency: 'accepted',
    touches: copied,
  },
  removeBatch: {
    method: 'PUT',
    path: '/erp/waybillBatch/removeBatch',
    perm: 'dlv:waybill:edit',
    in: z.object({ id: idText, outBatchId: idText }),
    out: z.object({ removed: z.number() }),
    idempotency: 'accepted',
    touches,
  },
  /** What a milestone would do. */
  previewMilestone: {
    method: 'POST',
    path: '/erp/waybillBatch/previewMilestone',
    perm: 'dlv:waybill:milestone',
    in: given,
    out: z.object({
      parcels: z.number(),
      customers: z.number(),
      /** Milestones that should be there before. */
      skipped: z.array(z.string()),
      words: z.string(),
      local: z.string(),
      utc: z.string(),
    }),
  },
  /** Notes it; one that has happened is copied to every parcel once, in the background. */
  addMilestone: {
    method: 'POST',
    path: '/erp/waybillBatch/addMilestone',
    perm: 'dlv:waybill:milestone',
    in: given.extend({ despite: z.boolean().default(false) }),
    out: one,
    idempotency: 'accepted',
    touches: copied,
  },
  /** Another time or place of a milestone: each parcel has it once, with the new time. */
  correctMilestone: {
    method: 'PUT',
    path: '/erp/waybillBatch/correctMilestone',
    perm: 'dlv:waybill:milestone',
    in: happening.extend({ milestoneId: idText, version: rowVersion, reason }),
    out: one,
    idempotency: 'accepted',
    touches: copied,
  },
  takeBackMilestone: {
    method: 'PUT',
    path: '/erp/waybillBatch/takeBackMilestone',
    perm: 'dlv:waybill:milestone',
    in: z.object({ milestoneId: idText, version: rowVersion, reason }),
    out: z.null(),
    idempotency: 'accepted',
    touches: copied,
  },
  close: {
    method: 'PUT',
    path: '/erp/waybillBatch/close',
    perm: 'dlv:waybill:close',
    /** `despite`: a difference between parcels, outbound batches and house waybillBatches was seen. */
    in: z.object({ id: idText, version: rowVersion, despite: z.boolean().default(false) }),
    out: z.null(),
    idempotency: 'accepted',
    touches,
  },
  manifest: {
    method: 'GET',
    path: '/erp/waybillBatch/manifest',
    perm: 'dlv:waybill:list',
    in: z.object({ id: idText, format: z.enum(['pdf', 'xlsx', 'csv']).default('pdf') }),
    out: z.null(),
    reply: 'file',
  },
  /** One line per parcel and article, for the customs broker. */
  customsFile: {
    method: 'GET',
    path: '/erp/waybillBatch/customsFile',
    perm: 'dlv:waybill:list',
    in: z.object({ id: idText, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    out: z.null(),
    reply: 'file',
  },
})
