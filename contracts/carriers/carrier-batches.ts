import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { date, datetime, dict, int, ref, text } from '../kit/field.ts'
import { carrierPerms, carrierPrefixes, LABEL_CARRIERS } from './carrier-sets.ts'
import { carrierMessage } from './carrier-shipments.ts'

/** Labels bought together, and what an account bought on a day. */
export const carrierBatchList = crud(
  entity({
    name: 'carrier-batches',
    table: 'carrier_batch',
    scope: 'tenant',
    label: 'batchNo',
    fields: {
      carrier: dict('label_source', { readOnly: true, filter: 'eq', show: ['detail'] }),
      batchNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      kind: dict('carrier_batch_kind', { readOnly: true, filter: 'in', width: 110 }),
      day: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      state: dict('carrier_batch_state', { readOnly: true, filter: 'in', width: 110 }),
      parcels: int({ readOnly: true, width: 90 }),
      accountId: ref('carrier-accounts', { readOnly: true, filter: 'in', width: 160 }),
      manifestedAt: datetime({ readOnly: true, width: 160 }),
      manifestNo: text({ readOnly: true, show: ['detail'] }),
      outboundNo: text({ readOnly: true, filter: 'prefix', width: 160 }),
      collectionState: dict('carrier_collection', { readOnly: true, filter: 'in', width: 130 }),
      collectionDay: date({ readOnly: true, width: 120 }),
      collectionNo: text({ readOnly: true, show: ['detail'] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
    },
  }),
  {
    path: '/erp/carrierBatch',
    perm: carrierPrefixes('batch'),
    verbs: ['list', 'queryById', 'exportXls', 'options'],
  },
)

export const MAX_BATCH = 1_000
const one = z.object({ id: idText })
const touches = ['/erp/carrierBatch', '/erp/carrierShipment', '/erp/shipment'] as const

export const carrierBatches = endpoints({
  /** Orders' parcels by serial number, order number or reference; bought, or only checked, in the background. */
  add: {
    method: 'POST',
    path: '/erp/carrierBatch/add',
    perm: carrierPerms('batch', 'add'),
    in: z.object({
      carrier: z.enum(LABEL_CARRIERS),
      validateOnly: z.boolean(),
      /** Numbers of orders or parcels. */
      numbers: z
        .array(z.string().trim().min(1).max(60))
        .min(1, { error: 'field.required' })
        .max(MAX_BATCH, { error: 'field.tooMany' }),
    }),
    out: z.object({ id: z.string(), parcels: z.number().int() }),
    message: 'ok.added',
    idempotency: 'accepted',
    touches,
  },
  /** What became of each parcel. */
  items: {
    method: 'GET',
    path: '/erp/carrierBatch/items',
    perm: carrierPerms('batch', 'list'),
    in: one,
    out: z.object({
      counts: z.object({
        waiting: z.number().int(),
        done: z.number().int(),
        refused: z.number().int(),
        unknown: z.number().int(),
        closed: z.number().int(),
      }),
      /** What was not closed or not sent, and why. */
      notes: z.array(z.string()),
      /** Whether its papers may be read: a file to a carrier has personal data whole. */
      papers: z.boolean(),
      rows: z.array(
        z.object({
          id: z.string(),
          serialNumber: z.string(),
          state: z.string(),
          carrierNo: z.string().nullable(),
          messages: z.array(carrierMessage),
        }),
      ),
    }),
  },
  /** Those that were refused are asked for again, as their orders are now. */
  retry: {
    method: 'PUT',
    path: '/erp/carrierBatch/retry',
    perm: carrierPerms('batch', 'add'),
    in: one,
    out: z.object({ parcels: z.number().int() }),
    idempotency: 'accepted',
    touches,
  },
  /** Closes the labels at the carrier: from then on none is taken back. */
  manifest: {
    method: 'PUT',
    path: '/erp/carrierBatch/manifest',
    perm: carrierPerms('batch', 'manifest'),
    in: one,
    out: z.object({ closed: z.number().int(), refused: z.array(z.string()) }),
    idempotency: 'accepted',
    touches,
  },
  /** The carrier's papers of the day, into our store. */
  fetch: {
    method: 'PUT',
    path: '/erp/carrierBatch/fetch',
    perm: carrierPerms('batch', 'manifest'),
    in: one,
    out: z.object({ files: z.number().int() }),
    idempotency: 'accepted',
    touches,
  },
  /** Has the carrier fetch the batch's parcels at their depot on a day. Once a batch. */
  collect: {
    method: 'PUT',
    path: '/erp/carrierBatch/collect',
    perm: carrierPerms('batch', 'manifest'),
    in: one.extend({
      day: z.iso.date({ error: 'field.required' }),
      comment: z.string().trim().max(100, { error: 'field.tooLong' }).nullish(),
    }),
    /** The day may be another than the one asked for; not every carrier gives a number. */
    out: z.object({ day: z.string(), collectionNo: z.string().nullable() }),
    idempotency: 'accepted',
    touches,
  },
  /** Takes the order back; one whose answer was lost is noted as not there, by a person who found out. */
  cancelCollection: {
    method: 'PUT',
    path: '/erp/carrierBatch/cancelCollection',
    perm: carrierPerms('batch', 'cancel'),
    in: one,
    out: z.object({ pending: z.boolean() }),
    idempotency: 'accepted',
    touches,
  },
  /** Takes back all labels of a batch that are not closed. */
  cancel: {
    method: 'PUT',
    path: '/erp/carrierBatch/cancel',
    perm: carrierPerms('batch', 'cancel'),
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
