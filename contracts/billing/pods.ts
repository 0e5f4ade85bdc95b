import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { datetime, dict, int, money, ref, text } from '../kit/field.ts'

/** Proofs of delivery: of parcels, and of orders whose cartons went into a warehouse. */
export const podList = crud(
  entity({
    name: 'pods',
    table: 'pod',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'shipment', column: 'shipment_id' },
    label: 'serialNumber',
    fields: {
      serialNumber: text({ readOnly: true, filter: 'prefix', sort: true, width: 160 }),
      trackNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 180 }),
      formerNo: text({ readOnly: true, filter: 'prefix', show: ['detail'] }),
      fbaCode: text({ readOnly: true, filter: 'prefix', sort: true, width: 140 }),
      kind: dict('pod_carrier_kind', { readOnly: true, filter: 'in', width: 90 }),
      podCarrierId: ref('pod-carriers', { readOnly: true, filter: 'in', width: 140 }),
      state: dict('pod_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      deliveredAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      dueAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      requestedAt: datetime({ readOnly: true, show: ['detail'] }),
      receivedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      source: dict('pod_source', { readOnly: true, filter: 'in', width: 100 }),
      pages: int({ readOnly: true, width: 70 }),
      signedBy: text({ readOnly: true, filter: 'like', width: 130 }),
      signedAt: datetime({ readOnly: true, show: ['detail'] }),
      checkedAt: datetime({ readOnly: true, show: ['detail'] }),
      checkedBy: text({ readOnly: true, show: ['detail'] }),
      reason: text({ readOnly: true, width: 160 }),
      amount: money({ currencyFrom: 'currency', readOnly: true, width: 100 }),
      currency: dict('currency', { readOnly: true, show: ['detail'] }),
      billedAt: datetime({ readOnly: true, show: ['detail'] }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 150 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
    },
    // Days since the delivery, at least; of proofs that have not come.
    filters: { age: int({ filter: 'eq' }) },
  }),
  {
    path: '/erp/pod',
    perm: 'pod:pod',
    verbs: ['list', 'queryById', 'exportXls'],
    sort: { column: 'deliveredAt', order: 'desc' },
  },
)

const ids = z.object({ ids: idList, versions: z.record(idText, rowVersion).optional() })
const reason = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(200, { error: 'field.tooLong' })
const touches = ['/erp/pod', '/erp/podCarrier', '/erp/fbaOrder'] as const
const change = {
  method: 'PUT',
  staff: true,
  out: bulkResult,
  idempotency: 'accepted',
  touches,
} as const

export const pods = endpoints({
  verify: { ...change, path: '/erp/pod/verify', perm: 'pod:pod:verify', in: ids },
  reject: {
    ...change,
    path: '/erp/pod/reject',
    perm: 'pod:pod:verify',
    in: ids.extend({ reason }),
  },
  /** By mail: a carrier gets one with all proofs it was just asked for. */
  request: { ...change, path: '/erp/pod/request', perm: 'pod:pod:request', in: ids },
  miss: {
    ...change,
    path: '/erp/pod/miss',
    perm: 'pod:pod:request',
    in: ids.extend({ reason: reason.optional() }),
  },
  /** Charges the customer what the carrier's proofs cost, each once. */
  bill: { ...change, path: '/erp/pod/bill', perm: 'pod:pod:bill', in: ids },
  assign: {
    ...change,
    path: '/erp/pod/assign',
    perm: 'pod:pod:edit',
    in: ids.extend({ podCarrierId: idText }),
  },
  /** Asks the carriers' APIs for the proofs. */
  refresh: {
    ...change,
    path: '/erp/pod/refresh',
    perm: 'pod:pod:fetch',
    rate: 'heavy',
    in: ids.extend({ ids: idList.pipe(z.array(idText).max(50, { error: 'field.tooMany' })) }),
  },
  file: {
    method: 'GET',
    path: '/erp/pod/file',
    perm: 'pod:pod:list',
    reply: 'file',
    in: z.object({ id: idText }),
    out: z.null(),
  },
  zip: {
    method: 'POST',
    path: '/erp/pod/zip',
    perm: 'pod:pod:list',
    rate: 'heavy',
    reply: 'file',
    in: z.object({ ids: idList }),
    out: z.null(),
  },
})
