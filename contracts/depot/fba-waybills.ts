import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idList, idText, rowVersion } from '../kit/envelope.ts'
import { date, datetime, dict, int, ref, text, textarea, weight } from '../kit/field.ts'
import { isLocalTime } from '../orders/fba/fba.numbers.ts'

/** Trucks to the warehouses of marketplaces: cartons, appointment, driver, papers, outcome. */
export const fbaWaybillList = crud(
  entity({
    name: 'fba-waybills',
    table: 'fba_waybill',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    search: ['no', 'appointmentNo', 'plate', 'bolNo', 'proNos'],
    fields: {
      no: text({ unique: true, readOnly: true, filter: 'prefix', sort: true, width: 140 }),
      warehouseCode: text({ readOnly: true, filter: 'prefix', sort: true, width: 100 }),
      status: dict('fba_waybill_status', { readOnly: true, filter: 'in', sort: true, width: 100 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 110 }),
      waybillId: ref('waybill-batches', { filter: 'in', width: 140 }),
      appointmentNo: text({ readOnly: true, filter: 'prefix', width: 130 }),
      slotFrom: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      slotTo: datetime({ readOnly: true, show: ['detail'] }),
      dock: text({ readOnly: true, show: ['detail'] }),
      pieces: int({ readOnly: true, width: 80 }),
      weight: weight({ readOnly: true, width: 100 }),
      pallets: int({ min: 0, max: 999, width: 80 }),
      driver: text({ max: 60, width: 110 }),
      plate: text({ max: 20, filter: 'prefix', width: 110, typed: true }),
      bolNo: text({ max: 40, filter: 'prefix', width: 120, typed: true }),
      proNos: text({ max: 300, filter: 'like', width: 140 }),
      dispatchedAt: datetime({ readOnly: true, show: ['detail'] }),
      arrivedAt: datetime({ readOnly: true, show: ['detail'] }),
      endedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      receivedBy: text({ readOnly: true, show: ['detail'] }),
      detentionMinutes: int({ readOnly: true, show: ['detail'] }),
      storageFrom: date({ readOnly: true, show: ['detail'] }),
      remark: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/fbaWaybill',
    perm: 'dlv:fbawaybill',
    verbs: ['list', 'queryById', 'edit', 'exportXls'],
    when: {
      edit: { field: 'status', oneOf: ['0', '1', '2'], otherwise: 'fbaWaybill.ended' },
    },
  },
)

/** Orders on trucks, as their customers follow them. */
export const fbaCartonList = crud(
  entity({
    name: 'fba-carton-lists',
    table: 'fba_waybill_order',
    scope: 'owner',
    creator: true,
    follows: { table: 'shipment', column: 'order_id' },
    label: 'fbaCode',
    fields: {
      fbaCode: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      serialNumber: text({ readOnly: true, filter: 'prefix', width: 160 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 150 }),
      referenceId: text({ readOnly: true, filter: 'prefix', width: 120 }),
      waybillNo: text({ readOnly: true, filter: 'prefix', width: 140 }),
      warehouseCode: text({ readOnly: true, filter: 'prefix', width: 100 }),
      status: dict('fba_waybill_status', { readOnly: true, filter: 'in', width: 100 }),
      slotFrom: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      pieces: int({ readOnly: true, width: 80 }),
      weight: weight({ readOnly: true, width: 100 }),
    },
  }),
  { path: '/erp/fbaCartonList', perm: 'wb:fba', verbs: ['list', 'queryById', 'exportXls'] },
)

const local = z.string().trim().refine(isLocalTime, { error: 'fba.localTime' })
const short = (max: number) => z.string().trim().max(max, { error: 'field.tooLong' })
const needed = (max: number) => short(max).min(1, { error: 'field.required' })
const one = z.object({ id: idText })
const seen = one.extend({ version: rowVersion })
const touches = ['/erp/fbaWaybill', '/erp/fbaOrder', '/erp/fbaCartonList'] as const
const change = { method: 'PUT', out: z.null(), idempotency: 'accepted', touches } as const

const order = z.object({
  id: z.string(),
  serialNumber: z.string(),
  customerName: z.string(),
  fbaCode: z.string(),
  referenceId: z.string().nullable(),
  pieces: z.number(),
  weightKg: z.string(),
})
const slot = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  status_dictText: z.string(),
  warehouseCode: z.string(),
  /** By the warehouse's clock. */
  day: z.string(),
  from: z.string(),
  to: z.string(),
  dock: z.string().nullable(),
  appointmentNo: z.string().nullable(),
  pieces: z.number(),
  /** Cartons came or went after the appointment was made. */
  changed: z.boolean(),
  /** Days by which the linehaul arrives after the slot; null where it is in time or unknown. */
  lateDays: z.number().nullable(),
})
export type Slot = z.infer<typeof slot>

export const fbaWaybills = endpoints({
  detail: {
    method: 'GET',
    path: '/erp/fbaWaybill/detail',
    perm: 'dlv:fbawaybill:list',
    in: one,
    out: z.object({
      id: z.string(),
      version: z.number(),
      no: z.string(),
      status: z.string(),
      warehouseCode: z.string(),
      timeZone: z.string(),
      slot: slot.nullable(),
      orders: z.array(order),
      /** What the gate asks for and is not there. */
      missing: z.array(z.string()),
      attempts: z.array(
        z.object({
          no: z.string().nullable(),
          from: z.string().nullable(),
          at: z.string(),
          reason: z.string(),
        }),
      ),
      /** Days since the first refusal, until the goods were taken. */
      storageDays: z.number().nullable(),
    }),
  },
  /** Orders for a warehouse that lack nothing but, perhaps, an appointment. */
  candidates: {
    method: 'GET',
    path: '/erp/fbaWaybill/candidates',
    perm: 'dlv:fbawaybill:add',
    in: z.object({ warehouseCode: short(20).optional() }),
    out: z.array(order.extend({ warehouseCode: z.string() })),
  },
  add: {
    method: 'POST',
    path: '/erp/fbaWaybill/add',
    perm: 'dlv:fbawaybill:add',
    in: z.object({ depotId: idText, orderIds: idList, waybillId: idText.nullish() }),
    out: one,
    idempotency: 'accepted',
    message: 'ok.added',
    touches,
  },
  addOrders: {
    ...change,
    path: '/erp/fbaWaybill/addOrders',
    perm: 'dlv:fbawaybill:edit',
    in: seen.extend({ orderIds: idList }),
  },
  removeOrder: {
    ...change,
    path: '/erp/fbaWaybill/removeOrder',
    perm: 'dlv:fbawaybill:edit',
    in: seen.extend({ orderId: idText }),
  },
  /** One appointment for all its orders; a former one, or the slot of a refused delivery, ends. */
  book: {
    ...change,
    path: '/erp/fbaWaybill/book',
    perm: 'dlv:fbawaybill:edit',
    in: seen.extend({
      appointmentNo: needed(30).regex(/^[A-Za-z0-9-]+$/, { error: 'fba.appointmentNo' }),
      dock: short(20).nullish(),
      slotFrom: local,
      slotTo: local,
    }),
  },
  dispatch: {
    ...change,
    path: '/erp/fbaWaybill/dispatch',
    perm: 'dlv:fbawaybill:deliver',
    in: seen,
  },
  arrive: {
    ...change,
    path: '/erp/fbaWaybill/arrive',
    perm: 'dlv:fbawaybill:deliver',
    in: seen.extend({ at: local }),
  },
  /** Detention is what the truck waited beyond its slot, where it is not given. */
  deliver: {
    ...change,
    path: '/erp/fbaWaybill/deliver',
    perm: 'dlv:fbawaybill:deliver',
    in: seen.extend({
      at: local,
      receivedBy: needed(100),
      detentionMinutes: z.number().int().min(0).max(100_000).nullish(),
    }),
  },
  /** Needs the warehouse's letter or a photo among its papers. */
  refuse: {
    ...change,
    path: '/erp/fbaWaybill/refuse',
    perm: 'dlv:fbawaybill:deliver',
    in: seen.extend({ at: local, reason: needed(200) }),
  },
  /** Appointments of fourteen days from a day, by warehouse and day. */
  board: {
    method: 'GET',
    path: '/erp/fbaWaybill/board',
    perm: 'dlv:fbawaybill:list',
    in: z.object({ from: z.iso.date({ error: 'field.date' }) }),
    out: z.array(slot),
  },
  /** Bill of lading with each FBA id, or labels of its pallets. */
  paper: {
    method: 'GET',
    path: '/erp/fbaWaybill/paper',
    perm: 'dlv:fbawaybill:list',
    in: one.extend({ paper: z.enum(['bol', 'pallets']) }),
    out: z.null(),
    reply: 'file',
  },
})

export const fbaCartons = endpoints({
  /** The cartons of an order on a truck, in the order of their numbers. */
  cartons: {
    method: 'GET',
    path: '/erp/fbaCartonList/cartons',
    perm: 'wb:fba:list',
    in: one,
    out: z.object({
      orderId: z.string(),
      waybillNo: z.string(),
      status_dictText: z.string(),
      status: z.string(),
      cartons: z.array(
        z.object({
          seq: z.number(),
          boxId: z.string().nullable(),
          no: z.string(),
          weightKg: z.string(),
          pallet: z.number().nullable(),
          /** When the depot scanned it in, and out. */
          receivedAt: z.string().nullable(),
          outboundAt: z.string().nullable(),
        }),
      ),
    }),
  },
  download: {
    method: 'GET',
    path: '/erp/fbaCartonList/download',
    perm: 'wb:fba:list',
    in: one,
    out: z.null(),
    reply: 'file',
  },
})
