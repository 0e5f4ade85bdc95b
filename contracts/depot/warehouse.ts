import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText } from '../kit/envelope.ts'
import { date, datetime, dict, ref, text, textarea } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** Body codes of a scan (wire.md §14.2); everything but 200 is an answer, not an error. */
export const SCAN = {
  ok: 200,
  status: 1000,
  intercepted: 1001,
  alreadyIntercepted: 1002,
  notPredicted: 1010,
  alreadyIn: 1011,
  alreadyOut: 1020,
  neverReceived: 1021,
  wrongChannel: 1022,
  /** Ours: held by staff or rule; measures over the service's limits; in another open batch. */
  held: 1003,
  overLimit: 1004,
  otherBatch: 1023,
  notInBatch: 2001,
  invalid: 3001,
} as const

const kg = z.string().regex(/^\d{1,4}(\.\d{1,3})?$/, { error: 'field.weight' })
const cm = z.string().regex(/^\d{1,4}(\.\d)?$/, { error: 'field.length' })
const asText = <T extends z.ZodType>(inner: T) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value === '' ? undefined : value),
    inner.optional(),
  )
// A scanner in the wrong mode sends control characters; no number has any.
const no = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(60, { error: 'field.tooLong' })
  .regex(/^\P{Cc}*$/u, { error: 'field.text' })

/** What a station shows after a scan. */
export const scannedParcel = z.object({
  id: z.string(),
  no: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  orderNo: z.string(),
  reference: z.string(),
  parcelStatus: z.number(),
  parcelStatus_dictText: z.string(),
  customerName: z.string(),
  serviceName: z.string(),
  channelName: z.string(),
  depotCode: z.string(),
  country: z.string(),
  city: z.string(),
  postalCode: z.string().nullable(),
  seq: z.number(),
  pieces: z.number(),
  declaredWeightKg: z.string(),
  measuredWeightKg: z.string().nullable(),
  volumeWeightKg: z.string().nullable(),
  chargeableWeightKg: z.string().nullable(),
  heldReason: z.string().nullable(),
  /** Sides in cm as `62 × 49 × 39`. */
  declaredSizeCm: z.string().nullable(),
  measuredSizeCm: z.string().nullable(),
})
export type ScannedParcel = z.infer<typeof scannedParcel>
const counts = z.object({
  expected: z.number(),
  received: z.number(),
  missing: z.number(),
  extra: z.number(),
})
/** What to look at although the scan went through: `code` for programs, `message` for people. */
const warning = z.object({ code: z.string(), message: z.string() })
const scanned = { scanId: z.string(), parcel: scannedParcel.nullable(), warnings: z.array(warning) }
export const intoResult = z.object({
  ...scanned,
  batch: z.object({ id: z.string(), no: z.string(), counts }).nullable(),
})
export type IntoResult = z.infer<typeof intoResult>
const outChannel = z.object({ id: z.string(), name: z.string(), count: z.number() })
export const outResult = z.object({
  ...scanned,
  batch: z.object({
    id: z.string(),
    no: z.string(),
    pieces: z.number(),
    weightKg: z.string(),
    channels: z.array(outChannel),
  }),
})
export type OutResult = z.infer<typeof outResult>
/** `undoUntil`: the scan may be taken back by the caller until then; null where it has no effect left to take back. */
const scanRow = z.object({
  id: z.string(),
  no: z.string(),
  code: z.number(),
  message: z.string(),
  createTime: z.string(),
  undoneAt: z.string().nullable(),
  undoUntil: z.string().nullable(),
  trackNo: z.string().nullable(),
  parcelId: z.string().nullable(),
})
export type ScanRow = z.infer<typeof scanRow>

export const predictedBatchList = resource({
  name: 'predicted-batches',
  path: '/erp/predictedBatch',
  table: 'predicted_batch',
  perm: 'wh:pred',
  scope: 'owner',
  depot: 'depot_id',
  label: 'no',
  verbs: ['list', 'edit', 'exportXls', 'options'],
  pick: 'login',
  fields: {
    no: text({ readOnly: true, filter: 'prefix', sort: true, width: 160 }),
    customerId: ref('customers', { required: true, filter: 'in', width: 180 }),
    depotId: ref('depots', { required: true, filter: 'in', width: 140 }),
    expectedDate: date({ filter: 'range', sort: true, width: 130 }),
    status: dict('predicted_batch_status', {
      readOnly: true,
      filter: 'in',
      sort: true,
      width: 110,
    }),
    finishedAt: datetime({ readOnly: true, show: ['detail'] }),
    remark: textarea({ max: 300 }),
  },
})
export const outBatchList = resource({
  name: 'out-batches',
  path: '/erp/outBatch',
  table: 'out_batch',
  perm: 'wh:out',
  scope: 'tenant',
  depot: 'depot_id',
  label: 'no',
  verbs: ['list'],
  fields: {
    no: text({ readOnly: true, filter: 'prefix', sort: true, width: 160 }),
    depotId: ref('depots', { required: true, filter: 'in', width: 140 }),
    status: dict('out_batch_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
    closedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
    closedBy: text({ readOnly: true, width: 120 }),
    remark: textarea({ max: 300 }),
  },
})

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
  /** Adding and deleting are written by hand: the number is ours, and a batch goes only while it waits. */
  add: predictedBatchList.endpoints.add,
  delete: predictedBatchList.endpoints.delete,
  deleteBatch: predictedBatchList.endpoints.deleteBatch,
  queryById: {
    method: 'GET',
    path: '/erp/predictedBatch/queryById',
    perm: 'wh:pred:list',
    in: z.object({ id: idText }),
    out: predictedDetail,
  },
  /** Parcels by any number (track number, parcel or order serial, reference); each line's outcome is told. */
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
  },
  removeParcels: {
    method: 'POST',
    path: '/erp/predictedBatch/removeParcels',
    perm: 'wh:pred:edit',
    in: z.object({ id: idText, ids: idList }),
    out: z.object({ removed: z.number() }),
  },
  finish: {
    method: 'PUT',
    path: '/erp/predictedBatch/finish',
    perm: 'wh:pred:finish',
    in: z.object({ id: idText }),
    out: predictedDetail,
  },
  counts: {
    method: 'GET',
    path: '/erp/predictedBatch/counts',
    perm: 'wh:pred:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), counts),
  },
})

export const intoParcel = endpoints({
  scan: {
    method: 'POST',
    path: '/erp/intoParcel/scan',
    perm: 'wh:in:scan',
    idempotency: 'accepted',
    out: intoResult,
    in: z.object({
      no,
      batchId: asText(idText),
      depotId: asText(idText),
      weightKg: asText(kg),
      lengthCm: asText(cm),
      widthCm: asText(cm),
      heightCm: asText(cm),
    }),
  },
  /** Takes back one's own last scan (60 s, or 10 min with the right to edit batches). */
  undo: {
    method: 'POST',
    path: '/erp/intoParcel/undo',
    perm: 'wh:in:scan',
    in: z.object({ scanId: idText }),
    out: intoResult,
  },
  recent: {
    method: 'GET',
    path: '/erp/intoParcel/recent',
    perm: 'wh:in:scan',
    in: z.object({}),
    out: z.object({
      rows: z.array(scanRow),
      today: z.number(),
      inStock: z.number(),
      held: z.number(),
      expected: z.number(),
    }),
  },
  hold: {
    method: 'POST',
    path: '/erp/intoParcel/hold',
    perm: 'wh:in:scan',
    in: z.object({
      parcelId: idText,
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(200),
    }),
    out: scannedParcel,
  },
  release: {
    method: 'POST',
    path: '/erp/intoParcel/release',
    perm: 'wh:in:scan',
    in: z.object({ parcelId: idText }),
    out: scannedParcel,
  },
})

const outRow = z.object({
  parcelId: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  channelName: z.string(),
  country: z.string(),
  weightKg: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export const outDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  status: z.string(),
  status_dictText: z.string(),
  depotId: z.string(),
  depotCode: z.string(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  remark: z.string().nullable(),
  channels: z.array(outChannel),
  pieces: z.number(),
  weightKg: z.string(),
  rows: z.array(outRow),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  actions: z.record(z.string(), z.string().nullable()),
})
export type OutDetail = z.infer<typeof outDetail>
/** How many of the rows scanned last come along; a station wants few of them, often. */
const atMost = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
export const outBatches = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/outBatch/queryById',
    perm: 'wh:out:list',
    in: z.object({ id: idText, rows: atMost.optional() }),
    out: outDetail,
  },
  add: {
    method: 'POST',
    path: '/erp/outBatch/add',
    perm: 'wh:out:add',
    in: z.object({
      depotId: idText,
      channelIds: idList,
      no: z.preprocess((value) => value || undefined, no.optional()),
      remark: z.string().trim().max(300).nullish(),
    }),
    out: outDetail,
    idempotency: 'accepted',
    message: 'ok.added',
  },
  scan: {
    method: 'POST',
    path: '/erp/outBatch/scan',
    perm: 'wh:out:scan',
    in: z.object({ batchId: idText, no }),
    out: outResult,
    idempotency: 'accepted',
  },
  remove: {
    method: 'POST',
    path: '/erp/outBatch/remove',
    perm: 'wh:out:scan',
    in: z.object({ batchId: idText, parcelId: idText }),
    out: outDetail,
  },
  close: {
    method: 'PUT',
    path: '/erp/outBatch/close',
    perm: 'wh:out:close',
    in: z.object({ id: idText }),
    out: outDetail,
    idempotency: 'accepted',
  },
  /** Hand-over list of a batch as a sheet. */
  manifest: {
    method: 'GET',
    path: '/erp/outBatch/manifest',
    perm: 'wh:out:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
  counts: {
    method: 'GET',
    path: '/erp/outBatch/counts',
    perm: 'wh:out:list',
    in: z.object({ ids: idList }),
    out: z.record(
      z.string(),
      z.object({ pieces: z.number(), weightKg: z.string(), channels: z.string() }),
    ),
  },
})
