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
      // Where the truck is unloaded: the depot's people decide.
      dockSlot: text({ readOnly: true, filter: 'prefix', width: 110 }),
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
  scannedBy: z.string().nullable(),
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

/** A batch on its way, on the board of its day and depot. */
const arrival = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  depotId: z.string(),
  depotCode: z.string(),
  expectedDate: z.string().nullable(),
  /** Whole days it is late. */
  late: z.number(),
  dockSlot: z.string().nullable(),
  firstLegNo: z.string().nullable(),
  expected: z.number(),
  received: z.number(),
})
export type Arrival = z.infer<typeof arrival>

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
  /** What is on its way or being received, by day and depot, the latest of it first. */
  arrivals: {
    method: 'GET',
    path: '/erp/predictedBatch/arrivals',
    perm: 'wh:pred:list',
    in: z.object({ depotId: idText.optional() }),
    out: z.array(arrival),
  },
  /** Gives a batch the gate at which it is unloaded, or takes it back. */
  dock: {
    method: 'PUT',
    path: '/erp/predictedBatch/dock',
    perm: 'wh:in:batch',
    staff: true,
    in: z.object({
      id: idText,
      dockSlot: z.string().trim().max(20, { error: 'field.tooLong' }),
    }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/predictedBatch'],
  },
  /** Puts a waiting batch's parcels on another of its customer and depot; it is then gone. */
  merge: {
    method: 'PUT',
    path: '/erp/predictedBatch/merge',
    perm: 'wh:in:batch',
    staff: true,
    in: z.object({ id: idText, intoId: idText }),
    out: predictedDetail,
    idempotency: 'accepted',
    touches: ['/erp/predictedBatch', '/erp/predictedShipment', '/erp/batchIntoParcel'],
  },
  counts: {
    method: 'GET',
    path: '/erp/predictedBatch/counts',
    perm: 'wh:pred:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), counts),
  },
})
