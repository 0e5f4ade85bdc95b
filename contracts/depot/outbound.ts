import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText } from '../kit/envelope.ts'
import { datetime, dict, ref, text, textarea } from '../kit/field.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { eventsAdded, templatedEvent } from '../tracking/parcel-events.ts'
import { no, scanned, scanRow } from './scans.ts'

export const MANIFEST_FORMATS = ['pdf', 'xlsx', 'csv', 'json'] as const
const outChannel = z.object({ id: z.string(), name: z.string(), count: z.number() })

export const outboundResult = z.object({
  ...scanned,
  batch: z.object({
    id: z.string(),
    no: z.string(),
    pieces: z.number(),
    weightKg: z.string(),
    channels: z.array(outChannel),
  }),
})

export type OutboundResult = z.infer<typeof outboundResult>

export const outBatchList = crud(
  entity({
    name: 'out-batches',
    table: 'out_batch',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    search: ['no', 'remark'],
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 160 }),
      depotId: ref('depots', { required: true, filter: 'in', width: 140 }),
      status: dict('out_batch_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      closedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      closedBy: text({ readOnly: true, width: 120 }),
      remark: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/outBatch',
    perm: 'wh:out',
    verbs: ['list'],
  },
)

/** A bag on the batch: what its parcels weigh, and what a scale found without the tare. */
const outBag = z.object({
  id: z.string(),
  no: z.string(),
  sealNo: z.string().nullable(),
  pieces: z.number(),
  weightKg: z.string(),
  weighedKg: z.string().nullable(),
  differenceKg: z.string().nullable(),
})

const outRow = z.object({
  parcelId: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  channelName: z.string(),
  country: z.string(),
  weightKg: z.string(),
  packageNo: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})

/** A parcel that stayed behind as its batch was shipped: its customer could not pay, mostly. */
const debtor = z.object({
  parcelId: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  customerName: z.string(),
  /** What is available and needed, for those who see prices. */
  message: z.string(),
})

const outProgress = z.object({ status: z.string(), pieces: z.number(), gone: z.number() })

export const outboundDetail = z.object({
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
  /** How many of them have left: fewer than all while the batch is being closed. */
  gone: z.number(),
  weightKg: z.string(),
  /** Parcels no scale ever had, and what they weigh as declared: they are charged on that. */
  unweighed: z.object({ count: z.number(), weightKg: z.string() }),
  bags: z.array(outBag),
  /** Parcels that are in no bag. */
  loose: z.number(),
  rows: z.array(outRow),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  actions: z.record(z.string(), z.string().nullable()),
  /** What stayed behind when it was shipped last. */
  debtors: z.array(debtor).optional(),
})

export type OutboundDetail = z.infer<typeof outboundDetail>

/** How many of the rows scanned last come along; a station wants few of them, often. */
const atMost = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)

export const outBatches = endpoints({
  /** One event from a template on every parcel of a batch. */
  addEvents: {
    method: 'POST',
    path: '/erp/outBatch/addEvents',
    perm: 'trk:number:event',
    in: templatedEvent.extend({ id: idText }),
    out: eventsAdded,
    idempotency: 'accepted',
    touches: ['/erp/tracking', '/erp/parcel'],
  },
  queryById: {
    method: 'GET',
    path: '/erp/outBatch/queryById',
    perm: 'wh:out:list',
    in: z.object({ id: idText, rows: atMost.optional() }),
    out: outboundDetail,
  },
  /** How far the closing of a batch is; asked every few seconds. */
  progress: {
    method: 'GET',
    path: '/erp/outBatch/progress',
    perm: 'wh:out:list',
    in: z.object({ id: idText }),
    out: outProgress,
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
    out: outboundDetail,
    idempotency: 'accepted',
    message: 'ok.added',
    touches: ['/erp/outBatch'],
  },
  /** Depots a batch can be opened at: of those who work at some, these. */
  depots: {
    method: 'GET',
    path: '/erp/outBatch/depots',
    perm: 'wh:out:add',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  },
  /** Channels a batch can be opened for, by those who may not list channels, too. */
  channels: {
    method: 'GET',
    path: '/erp/outBatch/channels',
    perm: 'wh:out:add',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  },
  scan: {
    method: 'POST',
    path: '/erp/outBatch/scan',
    perm: 'wh:out:scan',
    in: z.object({ batchId: idText, no }),
    out: outboundResult,
    idempotency: 'accepted',
    touches: ['/erp/outBatch', '/erp/outPackage'],
  },
  /** The caller's last scans into a batch, whatever came of them. */
  recent: {
    method: 'GET',
    path: '/erp/outBatch/recent',
    perm: 'wh:out:scan',
    in: z.object({ batchId: idText }),
    out: z.array(scanRow),
  },
  remove: {
    method: 'POST',
    path: '/erp/outBatch/remove',
    perm: 'wh:out:scan',
    in: z.object({ batchId: idText, parcelId: idText }),
    out: outboundDetail,
    idempotency: 'accepted',
    touches: ['/erp/outBatch', '/erp/intoParcel'],
  },
  /** Takes a bag off an open batch; it stays closed. */
  removeBag: {
    method: 'POST',
    path: '/erp/outBatch/removeBag',
    perm: 'wh:out:scan',
    in: z.object({ batchId: idText, packageId: idText }),
    out: outboundDetail,
    idempotency: 'accepted',
    touches: ['/erp/outBatch', '/erp/outPackage'],
  },
  /** Whose parcels would stay if the batch were shipped now. */
  debtors: {
    method: 'GET',
    path: '/erp/outBatch/debtors',
    perm: 'wh:out:close',
    in: z.object({ id: idText }),
    out: z.array(debtor),
  },
  close: {
    method: 'PUT',
    path: '/erp/outBatch/close',
    perm: 'wh:out:close',
    in: z.object({ id: idText }),
    out: outboundDetail,
    idempotency: 'accepted',
    touches: ['/erp/outBatch', '/erp/outPackage', '/erp/intoParcel', '/erp/shipment'],
  },
  /**
   * Takes a departure back: its parcels are in the batch again, and what they were charged because
   * they left is given back. Refused once a carrier has one of them.
   */
  reopen: {
    method: 'PUT',
    path: '/erp/outBatch/reopen',
    perm: 'wh:out:reopen',
    in: z.object({
      id: idText,
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(300, { error: 'field.tooLong' }),
    }),
    out: outboundDetail,
    idempotency: 'accepted',
    touches: [
      '/erp/outBatch',
      '/erp/outPackage',
      '/erp/intoParcel',
      '/erp/shipment',
      '/erp/charging',
      '/erp/trade',
      '/erp/account',
    ],
  },
  /** Hand-over list of a batch: on paper, as a sheet, or for another program. */
  manifest: {
    method: 'GET',
    path: '/erp/outBatch/manifest',
    perm: 'wh:out:list',
    in: z.object({ id: idText, format: z.enum(MANIFEST_FORMATS).default('xlsx') }),
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
