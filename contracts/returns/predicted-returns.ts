import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { datetime, dict, ref, text, textarea } from '../kit/field.ts'
import { asText } from '../kit/text-line.ts'

/** What customers expect back, with goods and what they wish for them. */
export const predictedReturnList = crud(
  entity({
    name: 'predicted-returns',
    table: 'predicted_return',
    scope: 'owner',
    creator: true,
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      trackNo: text({ max: 60, typed: true, filter: 'prefix', width: 170 }),
      orderNo: text({ max: 60, typed: true, filter: 'prefix', width: 150 }),
      rma: text({ max: 60, typed: true, filter: 'prefix', width: 130 }),
      depotId: ref('depots', { required: true, filter: 'in', width: 120 }),
      /**
       * One line per SKU: `SKU*quantity`, serials behind in brackets; goods without a SKU by a name in
       * quotation marks: `"name"*quantity`.
       */
      goods: textarea({ max: 4000, show: ['list', 'form', 'detail'], width: 220 }),
      reason: dict('return_reason', { readOnly: true, filter: 'in', width: 120 }),
      wish: dict('return_action', { filter: 'in', width: 110 }),
      state: dict('predicted_return_state', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      senderName: text({ max: 100, show: ['form', 'detail'] }),
      senderStreet: text({ max: 120, show: ['form', 'detail'] }),
      senderPostalCode: text({ max: 16, show: ['form', 'detail'] }),
      senderCity: text({ max: 80, show: ['form', 'detail'] }),
      senderCountry: dict('country', { show: ['form', 'detail'] }),
      labelledAt: datetime({ readOnly: true, width: 150 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/rwms/predictedReturn',
    perm: 'ret:pred',
    touches: ['/rwms/returnTrack'],
    when: {
      edit: { field: 'state', oneOf: ['0'], otherwise: 'returns.notAnnounced' },
      delete: { field: 'state', oneOf: ['0', '9'], otherwise: 'returns.notAnnounced' },
    },
  },
)

/** Goods a customer may announce: those of its order, then those of its stock. */
const goodsChoice = z.object({
  /** Null: goods without a SKU, announced by their name. */
  sku: z.string().nullable(),
  name: z.string(),
  /** How many of the order were not announced yet; null for goods in stock. */
  left: z.number().nullable(),
})
export type GoodsChoice = z.infer<typeof goodsChoice>

/** A name as it is written into an announcement: of goods without a SKU, in quotation marks. */
export const goodsName = (name: string): string =>
  name
    .replace(/["“”[\];\s]+/g, ' ')
    .trim()
    .slice(0, 100)
    .trimEnd()

export const predictedReturns = endpoints({
  /** What can be chosen, and which SKUs of a text of goods are neither of the order nor in stock. */
  goods: {
    method: 'GET',
    path: '/rwms/predictedReturn/goods',
    perm: 'ret:pred:list',
    in: z.object({
      /** Staff choose the customer; a customer's user has no choice. */
      customerId: asText(idText),
      orderNo: asText(z.string().trim().max(60, { error: 'field.tooLong' })),
      keyword: asText(z.string().trim().max(100, { error: 'field.tooLong' })),
      goods: asText(z.string().max(4000, { error: 'field.tooLong' })),
    }),
    out: z.object({ choices: z.array(goodsChoice), unlisted: z.array(z.string()) }),
  },
  cancel: {
    method: 'PUT',
    path: '/rwms/predictedReturn/cancel',
    perm: 'ret:pred:edit',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/rwms/predictedReturn', '/rwms/returnTrack'],
  },
  /** From the sender to the returns depot, with the code of the address. */
  label: {
    method: 'GET',
    path: '/rwms/predictedReturn/label',
    perm: 'ret:pred:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
  packingSlip: {
    method: 'GET',
    path: '/rwms/predictedReturn/packingSlip',
    perm: 'ret:pred:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
})
