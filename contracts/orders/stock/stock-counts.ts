import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { idText } from '../../kit/envelope.ts'
import { datetime, dict, int, text, textarea } from '../../kit/field.ts'
import { paperFields, paperHead } from './stock-papers.ts'
import { LINES_MAX, PIECES_MAX } from './stock.states.ts'

/** Counts of places or SKUs; differences beyond the tolerance need another user's approval. */
export const stockCountList = crud(
  entity({
    name: 'stock-counts',
    table: 'stock_count',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    fields: {
      ...paperFields,
      status: dict('stock_count_status', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 120,
      }),
      tolerance: int({ readOnly: true, width: 100 }),
      countedBy: text({ readOnly: true, filter: 'eq', width: 120 }),
      countedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      approvedBy: text({ readOnly: true, filter: 'eq', width: 120 }),
      approvedAt: datetime({ readOnly: true, width: 150 }),
      remark: textarea({ readOnly: true, show: ['list', 'detail'], max: 300 }),
    },
  }),
  {
    path: '/erp/stockCount',
    perm: 'stock:count',
    verbs: ['list', 'exportXls'],
  },
)

export const countDetail = z.object({
  ...paperHead,
  tolerance: z.number(),
  countedBy: z.string().nullable(),
  countedAt: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  lines: z.array(
    z.object({
      id: z.string(),
      customerName: z.string(),
      sku: z.string(),
      nameCn: z.string().nullable(),
      nameEn: z.string().nullable(),
      lot: z.string().nullable(),
      expiryDate: z.string().nullable(),
      place: z.string(),
      /** Null until it was handed in: who counts does not see what should be there. */
      expected: z.number().nullable(),
      counted: z.number().nullable(),
      difference: z.number().nullable(),
      beyond: z.boolean(),
    }),
  ),
  actions: z.record(z.string(), z.string().nullable()),
})
export type CountDetail = z.infer<typeof countDetail>

const touches = ['/erp/stockCount'] as const
const moved = ['/erp/stockCount', '/erp/stock', '/erp/stockEntry'] as const
const byId = z.object({ id: idText })

export const stockCounts = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/stockCount/queryById',
    perm: 'stock:count:list',
    in: byId,
    out: countDetail,
  },
  /** A count over places or SKUs of a depot; its lines are what lies there now. */
  add: {
    method: 'POST',
    path: '/erp/stockCount/add',
    perm: 'stock:count:add',
    in: z.object({
      depotId: idText,
      placeIds: z.array(idText).max(LINES_MAX).default([]),
      skuIds: z.array(idText).max(LINES_MAX).default([]),
      tolerance: z
        .number({ error: 'field.int' })
        .int({ error: 'field.int' })
        .min(0, { error: 'field.tooSmall' })
        .max(100, { error: 'field.tooLarge' })
        .nullish(),
      remark: z.string().trim().max(300).nullish(),
    }),
    out: countDetail,
    message: 'ok.added',
    idempotency: 'accepted',
    touches,
  },
  /** Stores what was counted so far; a line with null is not counted yet. */
  enter: {
    method: 'PUT',
    path: '/erp/stockCount/enter',
    perm: 'stock:count:enter',
    in: z.object({
      id: idText,
      lines: z
        .array(
          z.object({
            id: idText,
            counted: z
              .number({ error: 'field.int' })
              .int({ error: 'field.int' })
              .min(0, { error: 'field.tooSmall' })
              .max(PIECES_MAX, { error: 'field.tooLarge' })
              .nullable(),
          }),
        )
        .min(1, { error: 'field.required' })
        .max(LINES_MAX),
    }),
    out: countDetail,
    idempotency: 'accepted',
    touches,
  },
  /** Hands the count in: within the tolerance it is booked at once, beyond it waits for approval. */
  submit: {
    method: 'PUT',
    path: '/erp/stockCount/submit',
    perm: 'stock:count:enter',
    in: byId,
    out: countDetail,
    idempotency: 'accepted',
    touches: moved,
  },
  approve: {
    method: 'PUT',
    path: '/erp/stockCount/approve',
    perm: 'stock:count:approve',
    in: byId,
    out: countDetail,
    idempotency: 'accepted',
    touches: moved,
  },
  /** Sends it back to be counted again. */
  recount: {
    method: 'PUT',
    path: '/erp/stockCount/recount',
    perm: 'stock:count:approve',
    in: byId,
    out: countDetail,
    idempotency: 'accepted',
    touches,
  },
  drop: {
    method: 'PUT',
    path: '/erp/stockCount/drop',
    perm: 'stock:count:add',
    in: byId,
    out: countDetail,
    idempotency: 'accepted',
    touches,
  },
})
