import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText, INT_MAX, moment, rowVersion } from '../kit/envelope.ts'
import { datetime, dict, int, ref, text } from '../kit/field.ts'
import { staffEvent } from './tracking.ts'

/** Every number a parcel goes under, with what is known of its following. */
export const deliveryNumberList = crud(
  entity({
    name: 'delivery-numbers',
    table: 'delivery_number',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'parcel', column: 'shipment_parcel_id' },
    label: 'trackNo',
    fields: {
      trackNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 190 }),
      state: dict('delivery_number_state', { readOnly: true, filter: 'in', width: 110 }),
      courier: text({ readOnly: true, filter: 'eq', width: 110 }),
      leg: int({ readOnly: true, filter: 'range', width: 80 }),
      trackingStatus: dict('tracking_status', { readOnly: true, filter: 'in', width: 130 }),
      alert: dict('track_alert', { readOnly: true, filter: 'in', width: 120 }),
      lastEventAt: datetime({ readOnly: true, filter: 'range', width: 160 }),
      polledAt: datetime({ readOnly: true, width: 160 }),
      nextPollAt: datetime({ readOnly: true, width: 160 }),
      pushedAt: datetime({ readOnly: true, width: 160 }),
      pollFailures: int({ readOnly: true, filter: 'range', sort: true, width: 100 }),
      thirdId: text({ readOnly: true, filter: 'prefix', width: 160 }),
      thirdMark: text({ readOnly: true, show: ['detail'] }),
      shipmentId: ref('shipments', { readOnly: true, width: 160 }),
      shipmentParcelId: ref('parcels', { readOnly: true, width: 160 }),
      serviceId: ref('delivery-services', { readOnly: true, filter: 'in', width: 150 }),
      userId: ref('customers', {
        readOnly: true,
        column: 'customer_id',
        perm: 'base:customer:list',
        filter: 'in',
        width: 150,
      }),
      handedAt: datetime({ readOnly: true, show: ['detail'] }),
      stoppedAt: datetime({ readOnly: true, show: ['detail'] }),
      voidedAt: datetime({ readOnly: true, show: ['detail'] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
    },
  }),
  {
    path: '/erp/deliveryNumber',
    perm: 'trk:number',
    verbs: ['list', 'queryById', 'exportXls'],
  },
)

const trackNo = z
  .string({ error: 'field.required' })
  .trim()
  .min(4, { error: 'field.required' })
  .max(60, { error: 'field.tooLong' })
const courier = z.string({ error: 'field.required' }).trim().min(1, { error: 'field.required' })
const bulk = z.object({ ids: idList })
const touches = ['/erp/deliveryNumber', '/erp/tracking', '/erp/parcel'] as const

const leg = z.object({
  id: z.string(),
  leg: z.number(),
  trackNo: z.string(),
  courier: z.string().nullable(),
  state: z.string(),
  handedAt: z.string().nullable(),
})

/** What is done to delivery numbers. */
export const deliveryNumbers = endpoints({
  /** Whose a number may be: our couriers by their patterns, and the carriers' published formats. */
  recognise: {
    method: 'GET',
    path: '/erp/deliveryNumber/recognise',
    perm: 'trk:number:list',
    in: z.object({ trackNo: z.string().trim().min(1).max(200) }),
    out: z.array(
      z.object({
        /** Code of our courier; null: none of ours is of that carrier. */
        courier: z.string().nullable(),
        carrier: z.string(),
        /** The format's published name; null where a courier's own pattern fits. */
        format: z.string().nullable(),
        confidence: z.enum(['high', 'medium', 'low']),
      }),
    ),
  },
  /** Has the carriers asked now, by a job. */
  refresh: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/deliveryNumber/refresh',
    perm: 'trk:number:refresh',
    in: bulk,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  changeCourier: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/deliveryNumber/changeCourier',
    perm: 'trk:number:edit',
    in: bulk.extend({ courier: courier.max(32, { error: 'field.tooLong' }) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Its carrier is asked no more; what it pushes is read all the same. */
  stop: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/deliveryNumber/stop',
    perm: 'trk:number:edit',
    in: bulk,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  restart: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/deliveryNumber/restart',
    perm: 'trk:number:edit',
    in: bulk,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** The supplier's own number of the parcel; empty takes it away. */
  setThird: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/deliveryNumber/setThird',
    perm: 'trk:number:edit',
    in: z.object({
      id: idText,
      version: rowVersion,
      thirdId: z.string().trim().max(60, { error: 'field.tooLong' }).nullish(),
      thirdMark: z.string().trim().max(60, { error: 'field.tooLong' }).nullish(),
    }),
    out: deliveryNumberList.row,
    message: 'ok.edited',
    touches,
  },
  /** The number of the carrier a parcel was handed over to: both are followed from then on. */
  addLeg: {
    method: 'POST',
    path: '/erp/deliveryNumber/addLeg',
    perm: 'trk:number:edit',
    in: z.object({
      id: idText,
      trackNo,
      courier: courier.max(32, { error: 'field.tooLong' }),
      handedAt: moment,
      place: z.string().trim().max(80).nullish(),
      country: z.string().length(2).nullish(),
    }),
    out: deliveryNumberList.row,
    message: 'ok.added',
    idempotency: 'accepted',
    touches,
  },
  /** An event a clerk knows, on the parcel of a number. */
  addEvent: {
    method: 'POST',
    path: '/erp/deliveryNumber/addEvent',
    perm: 'trk:number:event',
    in: z.object({
      id: idText,
      status: z.number().int().max(INT_MAX, { error: 'field.tooLarge' }),
      sub: z.string().max(40).nullish(),
      at: moment,
      place: z.string().trim().max(80).nullish(),
      country: z.string().length(2).nullish(),
      text: z.string().trim().max(300).nullish(),
      visible: z.boolean().default(true),
    }),
    out: z.array(staffEvent),
    idempotency: 'accepted',
    touches,
  },
  /** All numbers of its parcel in the order they took over, the events, and who changed what. */
  history: {
    method: 'GET',
    path: '/erp/deliveryNumber/history',
    perm: 'trk:number:list',
    in: z.object({ id: idText }),
    out: z.object({
      parcelId: z.string(),
      legs: z.array(leg),
      events: z.array(staffEvent),
      changes: z.array(
        z.object({
          at: z.string(),
          changedBy: z.string().nullable(),
          trackNo: z.string(),
          /** Field by field, as it was and as it became. */
          fields: z.array(
            z.object({
              name: z.string(),
              before: z.string().nullable(),
              after: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  },
})
