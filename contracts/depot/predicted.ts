import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText } from '../kit/envelope.ts'
import { date, datetime, dict, ref, text, textarea } from '../kit/field.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { eventsAdded, templatedEvent } from '../tracking/parcel-events.ts'
import { counts, no } from './scans.ts'
import { PREDICTED_ACTIONS } from './scans.states.ts'

export const predictedBatchList = crud(
  entity({
    name: 'predicted-batches',
    table: 'predicted_batch',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 160 }),
      customerId: ref('customers', { required: true, filter: 'in', width: 180 }),
      depotId: ref('depots', { required: true, filter: 'in', width: 140 }),
      expectedDate: date({ filter: 'range', sort: true, width: 130 }),
      firstLegNo: text({ max: 60, filter: 'prefix', width: 150 }),
      status: dict('predicted_batch_status', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      finishedAt: datetime({ readOnly: true, show: ['detail'] }),
      remark: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/predictedBatch',
    perm: 'wh:pred',
    verbs: ['list', 'edit', 'delete', 'deleteBatch', 'exportXls', 'options'],
    byHand: ['add'],
    when: {
      edit: { field: 'status', oneOf: PREDICTED_ACTIONS.edit, otherwise: 'predicted.not.edit' },
      delete: {
        field: 'status',
        oneOf: PREDICTED_ACTIONS.delete,
        otherwise: 'predicted.not.delete',
      },
    },
    pick: 'login',
  },
)

const predictedRow = z.object({
  id: z.string(),
  no: z.string(),
  parcelId: z.string().nullable(),
  status: z.string(),
  status_dictText: z.string(),
  trackNo: z.string().nullable(),
  reference: z.string().nullable(),
  declaredWeightKg: z.string().nullable(),
  measuredWeightKg: z.string().nullable(),
  receivedAt: z.string().nullable(),
  receivedBy: z.string().nullable(),
})

export const predictedDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  status: z.string(),
  status_dictText: z.string(),
  customerId: z.string(),
  customerId_dictText: z.string(),
  depotId: z.string(),
  depotId_dictText: z.string(),
  depotCode: z.string(),
  expectedDate: z.string().nullable(),
  remark: z.string().nullable(),
  finishedAt: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  counts,
  rows: z.array(predictedRow),
  actions: z.record(z.string(), z.string().nullable()),
})

export type PredictedDetail = z.infer<typeof predictedDetail>

export const predictedBatches = endpoints({
  /** Adding is written by hand: the number is ours. */
  add: predictedBatchList.endpoints.add,
  /** One event from a template on every parcel of a batch. */
  addEvents: {
    method: 'POST',
    path: '/erp/predictedBatch/addEvents',
    perm: 'trk:number:event',
    in: templatedEvent.extend({ id: idText }),
    out: eventsAdded,
    idempotency: 'accepted',
    touches: ['/erp/tracking', '/erp/parcel'],
  },
  queryById: {
    method: 'GET',
    path: '/erp/predictedBatch/queryById',
    perm: 'wh:pred:list',
    in: z.object({ id: idText }),
    out: predictedDetail,
  },
  /**
   * Parcels by any number (track number, parcel or order serial, reference); each line's outcome is
   * reported.
   */
  addParcels: {
    method: 'POST',
    path: '/erp/predictedBatch/addParcels',
    perm: 'wh:pred:edit',
    in: z.object({ id: idText, nos: z.array(no).min(1).max(1000) }),
    out: z.object({
      added: z.number(),
      refused: z.array(z.object({ no: z.string(), code: z.string(), message: z.string() })),
    }),
    idempotency: 'accepted',
    touches: ['/erp/predictedBatch', '/erp/shipment'],
  },
  removeParcels: {
    method: 'POST',
    path: '/erp/predictedBatch/removeParcels',
    perm: 'wh:pred:edit',
    in: z.object({ id: idText, ids: idList }),
    out: z.object({ removed: z.number() }),
    idempotency: 'accepted',
    touches: ['/erp/predictedBatch'],
  },
  finish: {
    method: 'PUT',
    path: '/erp/predictedBatch/finish',
    perm: 'wh:pred:finish',
    in: z.object({ id: idText }),
    out: predictedDetail,
    idempotency: 'accepted',
    touches: ['/erp/predictedBatch'],
  },
  counts: {
    method: 'GET',
    path: '/erp/predictedBatch/counts',
    perm: 'wh:pred:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), counts),
  },
})
