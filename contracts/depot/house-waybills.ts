import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { dict, int, ref, text, textarea, weight } from '../kit/field.ts'

const one = z.object({ id: idText })
const touches = ['/erp/waybillBatch', '/erp/houseWaybill'] as const

/** What one customer sends to one consignee within a waybill batch. */
export const houseWaybillList = crud(
  entity({
    name: 'house-waybills',
    table: 'house_waybill',
    scope: 'owner',
    creator: true,
    label: 'no',
    fields: {
      no: text({ required: true, max: 20, filter: 'prefix', sort: true, width: 150, typed: true }),
      waybillId: ref('waybill-batches', { readOnly: true, filter: 'in', width: 150 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 160 }),
      consigneeName: text({ required: true, max: 100, filter: 'like', width: 180 }),
      consigneeCountry: dict('country', { required: true, filter: 'in', width: 110 }),
      consigneeCity: text({ max: 60, width: 120 }),
      goods: text({ required: true, max: 200, filter: 'like', width: 200 }),
      pieces: int({ readOnly: true, width: 80 }),
      weight: weight({ readOnly: true, width: 100 }),
      declared: text({ readOnly: true, width: 140 }),
      remark: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/houseWaybill',
    perm: 'dlv:hawb',
    verbs: ['list', 'queryById', 'edit', 'exportXls'],
  },
)

export const houseWaybills = endpoints({
  /** One for each customer and consignee among the parcels that are in none. */
  generate: {
    method: 'POST',
    path: '/erp/houseWaybill/generate',
    perm: 'dlv:hawb:add',
    in: z.object({ waybillId: idText }),
    out: z.object({ made: z.number(), parcels: z.number() }),
    idempotency: 'accepted',
    touches,
  },
  parcels: {
    method: 'GET',
    path: '/erp/houseWaybill/parcels',
    perm: 'dlv:hawb:list',
    in: one,
    out: z.array(
      z.object({
        id: z.string(),
        no: z.string(),
        orderNo: z.string(),
        weightKg: z.string(),
        country: z.string(),
      }),
    ),
  },
  /** Links parcels of the same customer and waybill batch, by any of their numbers. */
  link: {
    method: 'PUT',
    path: '/erp/houseWaybill/link',
    perm: 'dlv:hawb:edit',
    in: z.object({
      id: idText,
      numbers: z
        .array(z.string().trim().min(1).max(60))
        .min(1, { error: 'field.required' })
        .max(500, { error: 'field.tooMany' }),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  unlink: {
    method: 'PUT',
    path: '/erp/houseWaybill/unlink',
    perm: 'dlv:hawb:edit',
    in: z.object({ id: idText, parcelIds: idList }),
    out: z.object({ removed: z.number() }),
    idempotency: 'accepted',
    touches,
  },
  /** What customs would ask about the orders of a house waybill. */
  checkCustoms: {
    method: 'GET',
    path: '/erp/houseWaybill/checkCustoms',
    perm: 'dlv:hawb:list',
    in: one,
    out: z.array(
      z.object({
        orderNo: z.string(),
        severity: z.enum(['error', 'warning']),
        message: z.string(),
      }),
    ),
  },
  print: {
    method: 'GET',
    path: '/erp/houseWaybill/print',
    perm: 'dlv:hawb:list',
    in: one,
    out: z.null(),
    reply: 'file',
  },
})
