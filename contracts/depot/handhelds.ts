import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { listQuery, pageOf } from '../kit/page.ts'
import { userInfo } from '../platform/session/session.user.ts'
import { no } from './scans.ts'

/** States of a parcel as handhelds know them. */
export const HANDHELD = {
  expected: '1',
  received: '3',
  held: '4',
  out: '5',
} as const

export const handheldParcel = z.object({
  id: z.string(),
  trackNo: z.string().nullable(),
  no: z.string(),
  /** In kg and cm. */
  weight: z.number(),
  length: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  status: z.string(),
  channelId: z.string(),
  country: z.string(),
  createTime: z.string(),
  updateTime: z.string().nullable(),
  scanInAt: z.string().nullable(),
  scanOutAt: z.string().nullable(),
  inboundBatchId: z.string().nullable(),
  outboundBatchId: z.string().nullable(),
  batchSerialNumber: z.string().nullable(),
})
export type HandheldParcel = z.infer<typeof handheldParcel>

const intercept = z.object({
  id: z.string(),
  trackNo: z.string(),
  no: z.string(),
  status: z.string(),
  createTime: z.string(),
  scanInAt: z.string().nullable(),
})
const inboundBatch = z.object({
  id: z.string(),
  no: z.string(),
  serialNumber: z.string(),
  status: z.string(),
  expectedQuantity: z.number(),
  inboundQuantity: z.number(),
  outboundQuantity: z.number(),
  expectedDate: z.string().nullable(),
  createTime: z.string(),
})
const outboundBatch = z.object({
  id: z.string(),
  no: z.string(),
  batchNo: z.string(),
  status: z.string(),
  channelIds: z.string(),
  quantity: z.number(),
  createTime: z.string(),
})
export type HandheldOutbound = z.infer<typeof outboundBatch>
const byChannel = z.array(
  z.object({
    batchId: z.string(),
    channelId: z.string(),
    channelCode: z.string(),
    expectQuantity: z.number(),
    actualQuantity: z.number(),
    outboundQuantity: z.number(),
  }),
)

/** Handhelds send what their lists of other places know; what means nothing here is left alone. */
const filter = z.string().max(100).optional()
const parcelFilters = listQuery(
  {},
  {
    status: filter,
    trackNo: filter,
    no: filter,
    batchId: idText.optional(),
    channelId: idText.optional(),
  },
)
const rows = { in: parcelFilters, out: pageOf(handheldParcel) }
const batchFilters = listQuery({}, { status: filter, no: filter })
const ofBatch = z.object({ batchId: idText })
const form = { body: 'multipart', in: z.object({}), idempotency: 'accepted' } as const
/** What the forms carry. */
export const scanForm = z.object({
  no,
  batchId: z.preprocess((v) => v || undefined, idText.optional()),
})
export const outboundForm = z.object({
  batchNo: z.preprocess((v) => v || undefined, no.optional()),
  channelId: z
    .string({ error: 'field.required' })
    .regex(/^\d{1,19}(,\d{1,19}){0,50}$/, { error: 'field.invalid' }),
})
export const batchForm = z.object({ batchId: idText })
const touches = ['/erp/intoParcel', '/erp/predictedBatch', '/erp/outBatch', '/api/dms'] as const

/** Calls of a public handheld client (wire.md §14.2), on the same verbs as the screens. */
export const handhelds = endpoints({
  auth: {
    method: 'POST',
    path: '/api/v1/auth',
    public: true,
    rate: 'login',
    secret: true,
    in: z.object({
      username: z.string({ error: 'field.required' }).trim().min(1).max(100),
      password: z.string({ error: 'field.required' }).min(1).max(128),
    }),
    out: z.object({ token: z.string(), userInfo: userInfo.extend({ pinCode: z.string() }) }),
  },
  channels: {
    method: 'GET',
    path: '/api/dms/channel/list',
    perm: 'wh:in:scan',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  },
  count: {
    method: 'GET',
    path: '/api/dms/into/parcel/count',
    perm: 'wh:in:scan',
    in: z.object({}),
    out: z.object({
      intoCount: z.number(),
      pendingInterceptedCount: z.number(),
      holdingCount: z.number(),
      inboundCount: z.number(),
    }),
  },
  expected: { method: 'GET', path: '/api/dms/parcel/inbound', perm: 'wh:in:scan', ...rows },
  inStock: { method: 'GET', path: '/api/dms/parcel/into', perm: 'wh:in:scan', ...rows },
  held: { method: 'GET', path: '/api/dms/parcel/hold', perm: 'wh:in:scan', ...rows },
  outbound: { method: 'GET', path: '/api/dms/outbound/parcel', perm: 'wh:out:list', ...rows },
  intercepts: {
    method: 'GET',
    path: '/api/dms/parcel/intercept',
    perm: 'wh:in:scan',
    in: parcelFilters,
    out: pageOf(intercept),
  },
  inboundBatches: {
    method: 'GET',
    path: '/api/dms/inbound/batch/list',
    perm: 'wh:pred:list',
    in: batchFilters,
    out: pageOf(inboundBatch),
  },
  inboundBatch: {
    method: 'GET',
    path: '/api/dms/inbound/batch',
    perm: 'wh:pred:list',
    in: z.object({ id: idText }),
    out: inboundBatch,
  },
  inboundByChannel: {
    method: 'GET',
    path: '/api/dms/inbound/parcel/groupByChannel',
    perm: 'wh:pred:list',
    in: ofBatch,
    out: byChannel,
  },
  scanIn: {
    method: 'POST',
    path: '/api/dms/inbound/pre/scan',
    perm: 'wh:in:scan',
    ...form,
    out: handheldParcel.nullable(),
    touches,
  },
  outboundBatches: {
    method: 'GET',
    path: '/api/dms/outbound/batch/list',
    perm: 'wh:out:list',
    in: batchFilters,
    out: pageOf(outboundBatch),
  },
  outboundBatch: {
    method: 'GET',
    path: '/api/dms/outbound/batch',
    perm: 'wh:out:list',
    in: z.object({ id: idText }),
    out: outboundBatch,
  },
  openBatch: {
    method: 'POST',
    path: '/api/dms/outbound/batch',
    perm: 'wh:out:add',
    ...form,
    out: outboundBatch,
    touches,
  },
  scanOut: {
    method: 'POST',
    path: '/api/dms/outbound/scan',
    perm: 'wh:out:scan',
    ...form,
    out: handheldParcel.nullable(),
    touches,
  },
  outboundByChannel: {
    method: 'GET',
    path: '/api/dms/outbound/parcel/groupByChannel',
    perm: 'wh:out:list',
    in: ofBatch,
    out: byChannel,
  },
  complete: {
    method: 'POST',
    path: '/api/dms/outbound/complete',
    perm: 'wh:out:close',
    ...form,
    out: outboundBatch,
    touches,
  },
})
