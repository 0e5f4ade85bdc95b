import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { datetime, dict, ref, text } from '../kit/field.ts'
import { carrierPerms, carrierPrefixes } from './carrier-sets.ts'

/** Labels at their carriers. */
export const carrierShipmentList = crud(
  entity({
    name: 'carrier-shipments',
    table: 'carrier_shipment',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'parcel', column: 'parcel_id' },
    label: 'serialNumber',
    fields: {
      carrier: dict('label_source', { readOnly: true, filter: 'eq', show: ['detail'] }),
      serialNumber: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      state: dict('carrier_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      voidState: dict('carrier_void', { readOnly: true, filter: 'in', width: 120 }),
      carrierNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 190 }),
      handle: text({ readOnly: true, filter: 'eq', width: 120 }),
      returnNo: text({ readOnly: true, show: ['detail'] }),
      product: text({ readOnly: true, filter: 'eq', width: 110 }),
      billingNumber: text({ readOnly: true, width: 150 }),
      routingCode: text({ readOnly: true, width: 180 }),
      accountId: ref('carrier-accounts', { readOnly: true, filter: 'in', width: 150 }),
      batchId: ref('carrier-batches', { readOnly: true, filter: 'eq', width: 150 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 150 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      askedAt: datetime({ readOnly: true, show: ['detail'] }),
      answeredAt: datetime({ readOnly: true, show: ['detail'] }),
      closedAt: datetime({ readOnly: true, width: 160 }),
      reference: text({ readOnly: true, filter: 'prefix', show: ['detail'] }),
      voidReason: text({ readOnly: true, show: ['detail'] }),
      shipmentId: text({ readOnly: true, show: [] }),
    },
  }),
  {
    path: '/erp/carrierShipment',
    perm: carrierPrefixes('shipment'),
    verbs: ['list', 'queryById', 'exportXls'],
  },
)

/** What a carrier complained about, in our words and its own. */
export const carrierMessage = z.object({
  level: z.enum(['error', 'warning']),
  /** Of our catalogue; null: the carrier's words are all there is. */
  advice: z.string().nullable(),
  text: z.string(),
  /** What to do about it. */
  todo: z.string().nullable(),
  /** Field of the order form. */
  field: z.string().nullable(),
  /** In the carrier's words. */
  original: z.string(),
})
export type CarrierMessage = z.infer<typeof carrierMessage>

const ids = z.object({ ids: idList })
const touches = ['/erp/carrierShipment', '/erp/carrierBatch', '/erp/labelRequest'] as const

export const carrierShipments = endpoints({
  /** Messages, documents and the raw call of one. */
  detail: {
    method: 'GET',
    path: '/erp/carrierShipment/detail',
    perm: carrierPerms('shipment', 'list'),
    in: z.object({ id: idText }),
    out: z.object({
      id: z.string(),
      messages: z.array(carrierMessage),
      /** Null for those who may not see it. */
      raw: z.unknown(),
    }),
  },
  /** Asks the carrier whether it would take the parcel as it is now; nothing is bought. */
  validate: {
    method: 'POST',
    path: '/erp/carrierShipment/validate',
    perm: carrierPerms('shipment', 'edit'),
    in: z.object({ id: idText }),
    out: z.object({ ok: z.boolean(), messages: z.array(carrierMessage) }),
  },
  /** The label in the format asked for: from our store, or once more from the carrier. */
  label: {
    method: 'GET',
    path: '/erp/carrierShipment/label',
    perm: carrierPerms('shipment', 'list'),
    reply: 'file',
    rate: 'heavy',
    in: z.object({ id: idText, format: z.enum(['pdf', 'zpl']) }),
    out: z.any(),
  },
  /** A label for the way back, with a code to show where the carrier has one; made once, kept with the label. */
  returnLabel: {
    method: 'POST',
    path: '/erp/carrierShipment/returnLabel',
    perm: carrierPerms('shipment', 'edit'),
    in: z.object({ id: idText }),
    out: z.object({ returnNo: z.string() }),
    idempotency: 'accepted',
    touches,
  },
  /** Takes labels back: the order is asked to be revoked by its own screen, the label goes here. */
  cancel: {
    method: 'PUT',
    path: '/erp/carrierShipment/cancel',
    perm: carrierPerms('shipment', 'cancel'),
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Asks the carrier what became of labels whose answer was lost. */
  look: {
    method: 'PUT',
    path: '/erp/carrierShipment/look',
    perm: carrierPerms('shipment', 'edit'),
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /**
   * A person has found out at the carrier that there is no such label: it is bought again. Only for
   * labels whose answer was lost.
   */
  release: {
    method: 'PUT',
    path: '/erp/carrierShipment/release',
    perm: carrierPerms('shipment', 'cancel'),
    in: ids.extend({ reason: z.string().trim().min(1, { error: 'field.required' }).max(200) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
