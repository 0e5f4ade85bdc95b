import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, oneOf, rowVersion } from '../../kit/envelope.ts'
import { pageOf, pageQuery } from '../../kit/page.ts'
import { isLocalTime, PRO_NO } from './fba.numbers.ts'

const local = z.string().trim().refine(isLocalTime, { error: 'fba.localTime' })
const short = (max: number) => z.string().trim().max(max, { error: 'field.tooLong' })
const reason = short(200).min(1, { error: 'field.required' })
/**
 * `versions`: of the rows as the caller saw them, by id; a row that was changed since is refused.
 */
const ids = z.object({
  ids: idList,
  versions: z.record(idText, rowVersion).optional(),
})
const pros = z
  .string()
  .trim()
  .transform((text) =>
    text
      .split(/[,;\n，；]/)
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(PRO_NO, { error: 'fba.pro' })).max(50, { error: 'field.tooMany' }))

/** How far an order is: waits for a waybill, has left, was delivered, ended otherwise. */
export const STAGES = ['waybill', 'underway', 'delivered', 'ended'] as const
/** What an order lacks before it can go on a waybill; a delivered one, before it is settled. */
export const MISSING = [
  'order',
  'fbaCode',
  'warehouse',
  'boxIds',
  'weights',
  'sizes',
  'labels',
  'appointment',
  'pod',
  'podCheck',
] as const
export const readinessRow = z.object({
  id: z.string(),
  stage: z.enum(STAGES),
  /** Whether it can be put on a waybill now. */
  ready: z.boolean(),
  /** Each with the number of cartons it is about, 0 where it is about the order. */
  missing: z.array(z.object({ what: z.enum(MISSING), cartons: z.number() })),
})

export const fbaLabel = z.object({
  id: z.string(),
  parcelId: z.string().nullable(),
  fileName: z.string(),
  page: z.number(),
  place: z.number(),
  boxCode: z.string().nullable(),
  foundBy: z.enum(['text', 'barcode']).nullable(),
})
export type FbaLabel = z.infer<typeof fbaLabel>

export const carton = z.object({
  id: z.string(),
  seq: z.number(),
  serialNumber: z.string(),
  reference: z.string().nullable(),
  boxCode: z.string().nullable(),
  palletNo: z.number().nullable(),
  weightKg: z.string(),
  sides: z.array(z.string().nullable()),
  products: z.number(),
  labelId: z.string().nullable(),
})
export type Carton = z.infer<typeof carton>

export const labelSplit = z.object({
  labels: z.number(),
  matched: z.number(),
  /** Labels that name no carton of the order, or one that had a label from the same file. */
  open: z.number(),
})

// Appointments and deliveries are the staff's.
const change = { method: 'PUT', staff: true, out: bulkResult, idempotency: 'accepted' } as const
const touches = ['/erp/fbaOrder'] as const

export const fbaOrders = endpoints({
  requestAppointment: {
    ...change,
    path: '/erp/fbaOrder/requestAppointment',
    perm: 'ship:delivery:appoint',
    /** `requestedTime` by the warehouse's clock. */
    in: ids.extend({ requestedTime: local.optional() }),
    touches,
  },
  enterAppointment: {
    ...change,
    path: '/erp/fbaOrder/enterAppointment',
    perm: 'ship:delivery:appoint',
    /** Slots by the warehouse's clock. */
    in: ids.extend({
      appointmentNo: short(30).regex(/^[A-Za-z0-9-]+$/, { error: 'fba.appointmentNo' }),
      slotFrom: local,
      slotTo: local,
      bolNo: short(40).optional(),
      proNos: pros.optional(),
    }),
    touches,
  },
  /** Numbers and times of the transport; what is not sent stays, what is empty is cleared. */
  editTransport: {
    ...change,
    path: '/erp/fbaOrder/editTransport',
    perm: 'ship:delivery:appoint',
    in: ids.extend({
      bolNo: short(40).optional(),
      proNos: pros.optional(),
      batchNo: short(40).optional(),
      expectedTime: z.union([local, z.literal('')]).optional(),
    }),
    touches,
  },
  refuse: {
    ...change,
    path: '/erp/fbaOrder/refuse',
    perm: 'ship:delivery:deliver',
    in: ids.extend({ refusedTime: local.optional(), reason }),
    touches,
  },
  deliver: {
    ...change,
    path: '/erp/fbaOrder/deliver',
    perm: 'ship:delivery:deliver',
    in: ids.extend({
      realTime: local,
      receivedBy: short(100).optional(),
      detentionMinutes: z.number().int().min(0).max(100_000).optional(),
    }),
    touches,
  },
  /** Every change of an order's way into the warehouse, newest first. */
  history: {
    method: 'GET',
    path: '/erp/fbaOrder/history',
    perm: 'ship:delivery:list',
    in: z.object({ id: idText }),
    out: z.array(
      z.object({
        at: z.string(),
        createBy: z.string().nullable(),
        changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
      }),
    ),
  },
  readiness: {
    method: 'GET',
    path: '/erp/fbaOrder/readiness',
    perm: 'ship:delivery:list',
    in: z.object({ ids: idList }),
    out: z.array(readinessRow),
  },
  /** The cartons of an order and the labels the customer sent for them. */
  cartons: {
    method: 'GET',
    path: '/erp/fbaOrder/cartons',
    perm: 'ship:delivery:list',
    in: z.object({ id: idText }),
    out: z.object({
      warehouse: z.object({ code: z.string(), name: z.string(), timeZone: z.string() }).nullable(),
      cartons: z.array(carton),
      labels: z.array(fbaLabel),
    }),
  },
  uploadLabels: {
    method: 'POST',
    path: '/erp/fbaOrder/uploadLabels',
    perm: 'ship:delivery:label',
    body: 'multipart',
    rate: 'files',
    in: z.object({ id: idText.optional() }),
    out: labelSplit,
    touches,
  },
  /** Assigns a label to a carton; without `parcelId` it is of none. */
  assignLabel: {
    method: 'PUT',
    path: '/erp/fbaOrder/assignLabel',
    perm: 'ship:delivery:label',
    in: z.object({ id: idText, parcelId: idText.nullish() }),
    out: z.null(),
    touches,
  },
  removeLabels: {
    method: 'PUT',
    path: '/erp/fbaOrder/removeLabels',
    perm: 'ship:delivery:label',
    /** Ids of labels. */
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** The labels of the orders' cartons as one PDF, by order and carton. */
  printLabels: {
    method: 'POST',
    path: '/erp/fbaOrder/printLabels',
    perm: 'ship:delivery:list',
    reply: 'file',
    in: oneOf(
      z.object({ ids: idList.optional(), labelIds: idList.optional() }),
      ['ids', 'labelIds'],
      { several: 'label.oneList' },
    ),
    out: z.null(),
  },
})

/** Pieces by order and pallet (specification §3, "FBA config"). */
export const fbaConfig = endpoints({
  list: {
    method: 'GET',
    path: '/erp/fbaConfig/list',
    perm: 'ship:delivery:list',
    in: pageQuery({
      shipmentOrderNo: short(40).optional(),
      serialNumber: short(40).optional(),
      pageNo: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(10),
    }),
    out: pageOf(
      z.object({
        id: z.string(),
        shipmentOrderNo: z.string().nullable(),
        serialNumber: z.string(),
        pieces: z.number(),
        pallet: z.number().nullable(),
      }),
    ),
  },
})
