import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { idList, idText, rowVersion } from '../../kit/envelope.ts'
import { date, datetime, dict, ref, text, textarea } from '../../kit/field.ts'
import { LINES_MAX, NOTICE_ACTIONS, PIECES_MAX } from './stock.states.ts'

/** What a customer announces for its stock, and what of it came. */
export const stockNoticeList = crud(
  entity({
    name: 'stock-notices',
    table: 'stock_notice',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      depotId: ref('depots', { required: true, filter: 'in', width: 140 }),
      status: dict('stock_notice_status', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      expectedDate: date({ filter: 'range', sort: true, width: 120 }),
      reference: text({ max: 64, typed: true, filter: 'prefix', width: 140 }),
      carrier: text({ max: 100, width: 140 }),
      closedAt: datetime({ readOnly: true, show: ['detail'] }),
      remark: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/stockNotice',
    perm: 'stock:notice',
    verbs: ['list', 'delete', 'deleteBatch', 'exportXls'],
    byHand: ['add', 'edit'],
    when: {
      edit: { field: 'status', oneOf: NOTICE_ACTIONS.edit, otherwise: 'stockNotice.not.edit' },
      delete: {
        field: 'status',
        oneOf: NOTICE_ACTIONS.delete,
        otherwise: 'stockNotice.not.delete',
      },
    },
  },
)

const pieces = (least: number) =>
  z
    .number({ error: 'field.int' })
    .int({ error: 'field.int' })
    .min(least, { error: 'field.tooSmall' })
    .max(PIECES_MAX, { error: 'field.tooLarge' })

const noticeBody = z.object({
  customerId: idText.nullish(),
  depotId: idText,
  expectedDate: z.iso.date({ error: 'field.date' }).nullish(),
  reference: z.string().trim().max(64).nullish(),
  carrier: z.string().trim().max(100).nullish(),
  remark: z.string().trim().max(300).nullish(),
  lines: z
    .array(z.object({ skuId: idText, expected: pieces(1) }))
    .min(1, { error: 'field.required' })
    .max(LINES_MAX),
})

const receipt = z.object({
  id: z.string(),
  skuId: z.string(),
  quantity: z.number(),
  lot: z.string().nullable(),
  expiryDate: z.string().nullable(),
  place: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})

export const noticeDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  status: z.string(),
  status_dictText: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  depotId: z.string(),
  depotCode: z.string(),
  expectedDate: z.string().nullable(),
  reference: z.string().nullable(),
  carrier: z.string().nullable(),
  remark: z.string().nullable(),
  closedAt: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  lines: z.array(
    z.object({
      id: z.string(),
      skuId: z.string(),
      sku: z.string(),
      nameCn: z.string().nullable(),
      nameEn: z.string().nullable(),
      lotTracked: z.boolean(),
      expiryTracked: z.boolean(),
      expected: z.number(),
      received: z.number(),
      /** Above zero where more came than was announced, below where pieces are missing. */
      difference: z.number(),
    }),
  ),
  receipts: z.array(receipt),
  /** Per action: null where the caller may do it now, else the code with the reason. */
  actions: z.record(z.string(), z.string().nullable()),
})
export type NoticeDetail = z.infer<typeof noticeDetail>

const touches = ['/erp/stockNotice'] as const

export const stockNotices = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/stockNotice/queryById',
    perm: 'stock:notice:list',
    in: z.object({ id: idText }),
    out: noticeDetail,
  },
  add: {
    method: 'POST',
    path: '/erp/stockNotice/add',
    perm: 'stock:notice:add',
    in: noticeBody,
    out: noticeDetail,
    message: 'ok.added',
    idempotency: 'accepted',
    touches,
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/stockNotice/edit',
    perm: 'stock:notice:edit',
    in: noticeBody.extend({ id: idText, version: rowVersion }),
    out: noticeDetail,
    message: 'ok.edited',
    idempotency: 'accepted',
    touches,
  },
  announce: {
    method: 'PUT',
    path: '/erp/stockNotice/announce',
    perm: 'stock:notice:announce',
    in: z.object({ id: idText }),
    out: noticeDetail,
    idempotency: 'accepted',
    touches,
  },
  /** Puts what came on a place, one line per lot, expiry and place. */
  receive: {
    method: 'POST',
    path: '/erp/stockNotice/receive',
    perm: 'stock:notice:receive',
    in: z.object({
      id: idText,
      lines: z
        .array(
          z.object({
            skuId: idText,
            quantity: pieces(1),
            lot: z.string().trim().max(64).nullish(),
            expiryDate: z.iso.date({ error: 'field.date' }).nullish(),
            placeId: idText,
          }),
        )
        .min(1, { error: 'field.required' })
        .max(LINES_MAX),
    }),
    out: noticeDetail,
    idempotency: 'accepted',
    touches: ['/erp/stockNotice', '/erp/stock', '/erp/stockEntry', '/erp/stockShortage'],
  },
  close: {
    method: 'PUT',
    path: '/erp/stockNotice/close',
    perm: 'stock:notice:close',
    in: z.object({ id: idText }),
    out: noticeDetail,
    idempotency: 'accepted',
    touches,
  },
  /** Whose it is, and the pieces announced and received, for the rows of a list. */
  counts: {
    method: 'GET',
    path: '/erp/stockNotice/counts',
    perm: 'stock:notice:list',
    in: z.object({ ids: idList }),
    out: z.record(
      z.string(),
      z.object({
        customerName: z.string(),
        expected: z.number(),
        received: z.number(),
        short: z.number(),
        over: z.number(),
      }),
    ),
  },
})
