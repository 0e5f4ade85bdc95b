import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText, INT_MAX } from '../../kit/envelope.ts'
import { datetime, dict, text, textarea } from '../../kit/field.ts'
import { orderPerms } from '../kinds/kind-perms.ts'
import { paperFields, paperHead } from './stock-papers.ts'
import { WAVE_ORDERS_MAX } from './stock.states.ts'

/** Orders picked together. */
export const stockWaveList = crud(
  entity({
    name: 'stock-waves',
    table: 'stock_wave',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    fields: {
      ...paperFields,
      status: dict('stock_wave_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      closedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      closedBy: text({ readOnly: true, width: 120 }),
      remark: textarea({ readOnly: true, show: ['list', 'detail'], max: 300 }),
    },
  }),
  {
    path: '/erp/stockWave',
    perm: 'stock:wave',
    verbs: ['list', 'exportXls'],
  },
)

export const waveDetail = z.object({
  ...paperHead,
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  orders: z.array(z.object({ id: z.string(), serialNumber: z.string(), pieces: z.number() })),
  /** What to take where, in the order of the places. */
  picks: z.array(
    z.object({
      balanceId: z.string(),
      place: z.string(),
      sku: z.string(),
      nameCn: z.string().nullable(),
      nameEn: z.string().nullable(),
      barcodes: z.string().nullable(),
      customerName: z.string(),
      lot: z.string().nullable(),
      expiryDate: z.string().nullable(),
      quantity: z.number(),
      picked: z.number(),
      /** `picked`: what each order got, once the wave was closed. */
      orders: z.array(
        z.object({ serialNumber: z.string(), quantity: z.number(), picked: z.number() }),
      ),
    }),
  ),
  actions: z.record(z.string(), z.string().nullable()),
})
export type WaveDetail = z.infer<typeof waveDetail>

/** What an order has of stock: each line with the places its pieces lie at. */
export const orderStockLine = z.object({
  id: z.string(),
  sku: z.string(),
  nameCn: z.string().nullable(),
  nameEn: z.string().nullable(),
  quantity: z.number(),
  missing: z.number(),
  shipped: z.number(),
  waiting: z.boolean(),
  pieces: z.array(
    z.object({
      place: z.string(),
      lot: z.string().nullable(),
      expiryDate: z.string().nullable(),
      reserved: z.number(),
      picked: z.number(),
    }),
  ),
})
export type OrderStockLine = z.infer<typeof orderStockLine>

const moved = [
  '/erp/stockWave',
  '/erp/stock',
  '/erp/stockEntry',
  '/erp/stockShortage',
  '/erp/shipment',
] as const
const orderIds = z.object({ ids: idList })

export const stockWaves = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/stockWave/queryById',
    perm: 'stock:wave:list',
    in: z.object({ id: idText }),
    out: waveDetail,
  },
  ofOrder: {
    method: 'GET',
    path: '/erp/stockWave/ofOrder',
    perm: orderPerms('list'),
    in: z.object({ id: idText }),
    out: z.array(orderStockLine),
  },
  /** Orders with all their pieces reserved and in no open wave: what a new wave may take. */
  open: {
    method: 'GET',
    path: '/erp/stockWave/openOrders',
    perm: 'stock:wave:add',
    in: z.object({ depotId: idText.optional() }),
    out: z.array(
      z.object({
        id: z.string(),
        serialNumber: z.string(),
        customerName: z.string(),
        depotCode: z.string(),
        pieces: z.number(),
        skus: z.number(),
        createTime: z.string(),
      }),
    ),
  },
  add: {
    method: 'POST',
    path: '/erp/stockWave/add',
    perm: 'stock:wave:add',
    in: z.object({
      depotId: idText,
      ids: z
        .array(idText)
        .min(1, { error: 'field.required' })
        .max(WAVE_ORDERS_MAX, { error: 'field.tooMany' }),
      remark: z.string().trim().max(300).nullish(),
    }),
    out: waveDetail,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: moved,
  },
  /** Ends the picking: pieces not found are taken off their orders, which wait for them. */
  close: {
    method: 'PUT',
    path: '/erp/stockWave/close',
    perm: 'stock:wave:pick',
    in: z.object({
      id: idText,
      picks: z
        .array(
          z.object({
            balanceId: idText,
            picked: z
              .number({ error: 'field.int' })
              .int({ error: 'field.int' })
              .min(0)
              .max(INT_MAX, { error: 'field.tooLarge' }),
          }),
        )
        .max(10_000),
    }),
    out: waveDetail,
    idempotency: 'accepted',
    touches: moved,
  },
  drop: {
    method: 'PUT',
    path: '/erp/stockWave/drop',
    perm: 'stock:wave:add',
    in: z.object({ id: idText }),
    out: waveDetail,
    idempotency: 'accepted',
    touches: moved,
  },
  /** Gives orders the pieces they are missing, as far as there are any. */
  allocate: {
    method: 'PUT',
    path: '/erp/stockWave/allocate',
    perm: 'stock:order:allocate',
    in: orderIds,
    out: bulkResult,
    idempotency: 'accepted',
    touches: moved,
  },
  /** Takes the pieces of orders back; they wait for none until they are allocated again. */
  release: {
    method: 'PUT',
    path: '/erp/stockWave/release',
    perm: 'stock:order:release',
    in: orderIds,
    out: bulkResult,
    idempotency: 'accepted',
    touches: moved,
  },
  /** Takes the pieces of orders back; they wait in the shortage list for others. */
  backOrder: {
    method: 'PUT',
    path: '/erp/stockWave/backOrder',
    perm: 'stock:order:release',
    in: orderIds,
    out: bulkResult,
    idempotency: 'accepted',
    touches: moved,
  },
})
