import { z } from 'zod'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { datetime, dict, int, money, ref, text, textarea, weight } from '../kit/field.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { endpoints } from '../kit/endpoint.ts'
import { quoteOut } from '../commercial/rating.ts'
import { SEE_PRICES } from '../platform/access/price-permission.ts'
import { ORDER_PERMS, orderPerms } from './kinds/kind-perms.ts'
import { numberLine } from './imports/draft-line.ts'
import { priceSum } from './order-changes.ts'
import { orderStep } from './order-history.ts'
import { orderDetail } from './shipments.detail.ts'
import { ORDER_WORDS, orderFilters } from './shipments.parts.ts'
import { MAX_PARCELS, ORDER_BYTES, orderDraft } from './shipments.draft.ts'

export { orderDetail, type OrderDetail } from './shipments.detail.ts'

/** The list of orders; adding, editing and the rest are written by hand under the same names. */
export const shipmentList = crud(
  entity({
    name: 'shipments',
    table: 'shipment',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    label: 'serialNumber',
    search: ORDER_WORDS,
    fields: {
      serialNumber: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      reference: text({ max: 60, typed: true, filter: 'prefix', sort: true, width: 150 }),
      shipmentResource: dict('shipment_resource', { filter: 'in', width: 90 }),
      trackNo: text({ readOnly: true, filter: 'prefix', width: 140 }),
      poCode: text({ filter: 'prefix', sort: true, width: 130 }),
      fbaCode: text({ filter: 'prefix', sort: true, width: 140 }),
      customerId: ref('customers', { filter: 'in', width: 160 }),
      customerCode: text({ readOnly: true, from: 'customerId.code', filter: 'prefix', width: 110 }),
      serviceId: ref('delivery-services', { filter: 'in', width: 150 }),
      serviceCode: text({ readOnly: true, from: 'serviceId.code', filter: 'prefix', width: 110 }),
      depotId: ref('depots', { filter: 'in', width: 120 }),
      userDepotId: ref('user-depots', { filter: 'in', width: 120 }),
      shipmentStatus: dict('shipment_status', { filter: 'in', sort: true, width: 120 }),
      stockState: dict('stock_state', { readOnly: true, filter: 'in', width: 100 }),
      consigneeName: text({ filter: 'like', width: 150 }),
      company: text({ filter: 'like', width: 150 }),
      phone: text({ filter: 'like', width: 140 }),
      email: text({ filter: 'like', width: 180 }),
      country: dict('country', { filter: 'in', sort: true, width: 110 }),
      city: text({ filter: 'like', width: 120 }),
      postalCode: text({ filter: 'prefix', width: 100 }),
      shipmentPieces: int({ sort: true, filter: 'range', width: 80 }),
      shipmentWeight: weight({ sort: true, filter: 'range', width: 110 }),
      measuredWeight: weight({ readOnly: true, filter: 'range', width: 110 }),
      chargeableWeight: weight({ filter: 'range', width: 120 }),
      amount: money({ currencyFrom: 'currency', sign: 'any', sort: true, perm: SEE_PRICES }),
      currency: dict('currency', { width: 80 }),
      /** Cash on delivery, as it was entered; what becomes of it is money's matter. */
      codAmount: text({ readOnly: true, width: 110 }),
      codCurrency: dict('currency', { readOnly: true, filter: 'in', width: 100 }),
      orderMethod: dict('order_method', { filter: 'in', width: 110, show: ['detail'] }),
      locationStatus: dict('location_status', { width: 110, show: ['detail'] }),
      flags: int({ show: ['detail'] }),
      importId: text({ filter: 'eq', show: ['detail'] }),
      // Given by the kit to every row; named here so that a list can be narrowed by it.
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      confirmTime: datetime({ filter: 'range', sort: true, width: 160, show: ['detail'] }),
      remark: textarea({ show: ['detail'] }),
    },
    filters: orderFilters,
  }),
  {
    path: '/erp/shipment',
    perm: ORDER_PERMS,
    verbs: [],
    byHand: ['list', 'exportXls'],
  },
)

const ids = z.object({ ids: idList })
/** What every verb on orders answers and makes outdated. */
const changes = {
  out: bulkResult,
  idempotency: 'accepted',
  touches: ['/erp/shipment', '/rwms/dashboard'],
} as const
const choice = z.object({ value: z.string(), text: z.string() })

export const shipments = endpoints({
  list: shipmentList.endpoints.list,
  /** The rows of a list as a file that is named by their kind. */
  exportXls: shipmentList.endpoints.exportXls,
  queryById: {
    method: 'GET',
    path: '/erp/shipment/queryById',
    perm: orderPerms('list'),
    in: z.object({ id: idText }),
    out: orderDetail,
  },
  /** What was done with an order beyond its detail, oldest first. */
  history: {
    method: 'GET',
    path: '/erp/shipment/history',
    perm: orderPerms('list'),
    in: z.object({ id: idText }),
    out: z.array(orderStep),
  },
  add: {
    method: 'POST',
    path: '/erp/shipment/add',
    limit: ORDER_BYTES,
    perm: orderPerms('add'),
    in: orderDraft,
    out: orderDetail,
    idempotency: 'accepted',
    message: 'ok.added',
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipment/edit',
    limit: ORDER_BYTES,
    perm: orderPerms('edit'),
    takesMasks: true,
    in: orderDraft.extend({ id: idText, version: rowVersion }),
    ...changes,
    out: orderDetail,
    message: 'ok.edited',
  },
  /**
   * Price of an order that is being written, line by line; nothing is stored. `result.issues` where
   * it cannot be priced, or goes beyond a sub-account's cap. Who sees no prices gets the issues
   * alone.
   */
  quote: {
    method: 'POST',
    path: '/erp/shipment/quote',
    limit: ORDER_BYTES,
    perm: orderPerms('list'),
    takesMasks: true,
    in: orderDraft.partial().loose(),
    out: z.object({
      quote: quoteOut.nullable(),
      issues: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  },
  confirm: {
    method: 'PUT',
    path: '/erp/shipment/confirm',
    perm: orderPerms('confirm'),
    in: ids,
    ...changes,
    /** With what those that were confirmed cost together; none for those who see no prices. */
    out: bulkResult.extend({ sums: z.array(priceSum.extend({ currency: z.string() })) }),
  },
  withdraw: {
    method: 'PUT',
    path: '/erp/shipment/withdraw',
    perm: orderPerms('withdraw'),
    in: ids,
    ...changes,
  },
  cancel: {
    method: 'PUT',
    path: '/erp/shipment/cancel',
    perm: orderPerms('cancel'),
    in: ids.extend({ reason: z.string().trim().max(200).optional() }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/erp/revokeTask', '/rwms/dashboard'],
  },
  /** Keeps back the parcels that lie in the depot; the reason is shown wherever they are scanned. */
  hold: {
    method: 'PUT',
    path: '/erp/shipment/hold',
    perm: orderPerms('hold'),
    in: ids.extend({
      reason: z.string().trim().min(1, { error: 'field.required' }).max(200),
      /** Of one order: only these of its parcels. */
      parcelIds: z
        .array(idText)
        .min(1, { error: 'field.required' })
        .max(MAX_PARCELS, { error: 'field.tooMany' })
        .optional(),
    }),
    ...changes,
  },
  release: {
    method: 'PUT',
    path: '/erp/shipment/release',
    perm: orderPerms('release'),
    in: ids,
    ...changes,
  },
  /** Writes off the parcels that left the depot and cannot be found. */
  lost: {
    method: 'PUT',
    path: '/erp/shipment/lost',
    perm: orderPerms('lost'),
    in: ids.extend({ reason: z.string().trim().min(1, { error: 'field.required' }).max(200) }),
    ...changes,
  },
  /**
   * Gives parcels that lie in the depot back to the customer: their labels are taken back, and with
   * that they are revoked.
   */
  revoke: {
    method: 'PUT',
    path: '/erp/shipment/revoke',
    perm: orderPerms('revoke'),
    in: ids.extend({ reason: z.string().trim().min(1, { error: 'field.required' }).max(200) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/erp/revokeTask', '/rwms/dashboard'],
  },
  /** Destroys held parcels. */
  destroy: {
    method: 'PUT',
    path: '/erp/shipment/destroy',
    perm: orderPerms('destroy'),
    in: ids.extend({ reason: z.string().trim().min(1, { error: 'field.required' }).max(200) }),
    ...changes,
  },
  /** Takes parcels the carrier brought back into the depot. */
  returned: {
    method: 'PUT',
    path: '/erp/shipment/returned',
    perm: orderPerms('returned'),
    in: ids,
    ...changes,
  },
  /** Moves parcels into a new order with the same head, before a label is made. */
  split: {
    method: 'POST',
    path: '/erp/shipment/split',
    perm: orderPerms('split'),
    in: z.object({
      id: idText,
      version: rowVersion,
      parcelIds: z.array(idText).min(1, { error: 'field.required' }).max(MAX_PARCELS),
      /** Of the new order; without it the reference of the old one with a count. */
      reference: numberLine(60),
    }),
    out: z.object({ order: orderDetail, added: orderDetail }),
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
  /** Moves the parcels of orders to the same place into the order of `id`; the others end. */
  merge: {
    method: 'POST',
    path: '/erp/shipment/merge',
    perm: orderPerms('merge'),
    in: z.object({
      id: idText,
      version: rowVersion,
      ids: z.array(idText).min(1, { error: 'field.required' }).max(100, { error: 'field.tooMany' }),
    }),
    out: orderDetail,
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
  /**
   * What an order may be sent by: open to its customer, and allowed to the sub-account that asks;
   * with what is left of its cap. `kinds`: those a service takes, where it does not take all.
   */
  choices: {
    method: 'GET',
    path: '/erp/shipment/choices',
    perm: [...orderPerms('add'), ...orderPerms('edit'), ...orderPerms('import')],
    in: z.object({ customerId: idText.optional() }),
    out: z.object({
      services: z.array(choice.extend({ kinds: z.array(z.string()).optional() })),
      depots: z.array(choice.extend({ address: z.string() })),
      /** What is printed where an order names no sender, in one line; none: its depot's address. */
      sender: z.string().nullable(),
      userDepots: z.array(choice),
      /** By service: the value-added services it can do; one that is missing can do all. */
      valueAdded: z.record(z.string(), z.array(z.string())),
      limit: z
        .object({
          cap: z.string(),
          used: z.string(),
          left: z.string(),
          currency: z.string(),
          period: z.enum(['all', 'month']),
        })
        .nullable(),
    }),
  },
})
