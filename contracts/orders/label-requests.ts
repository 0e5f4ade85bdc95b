import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList } from '../kit/envelope.ts'
import { datetime, dict, int, ref, text } from '../kit/field.ts'

/** Labels other sources were asked for that are not there: still to come, or refused. */
export const labelRequestList = crud(
  entity({
    name: 'label-requests',
    table: 'parcel_label',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'parcel', column: 'parcel_id' },
    label: 'serialNumber',
    fields: {
      serialNumber: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      state: dict('label_state', { readOnly: true, filter: 'in', sort: true, width: 120 }),
      reason: text({ readOnly: true, width: 260 }),
      source: dict('label_source', { readOnly: true, filter: 'in', width: 120 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      asked: int({ readOnly: true, width: 90 }),
      askedAt: datetime({ readOnly: true, sort: true, width: 160 }),
      answeredAt: datetime({ readOnly: true, show: ['detail'] }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 160 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      shipmentId: text({ readOnly: true, show: [] }),
    },
  }),
  {
    path: '/erp/labelRequest',
    perm: 'ship:labelrequest',
    verbs: ['list', 'queryById', 'exportXls'],
  },
)

const touches = ['/erp/labelRequest', '/erp/shipment', '/rwms/dashboard'] as const
const ids = z.object({ ids: idList })

export const labelRequests = endpoints({
  /** Asks the source again: for an answer that did not come, or for a label it refused. */
  retry: {
    method: 'PUT',
    path: '/erp/labelRequest/retry',
    perm: 'ship:labelrequest:handle',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** No label is wanted any more; one the source makes all the same is taken back. The order stays. */
  giveUp: {
    method: 'PUT',
    path: '/erp/labelRequest/giveUp',
    perm: 'ship:labelrequest:handle',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
