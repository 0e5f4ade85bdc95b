import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList } from '../kit/envelope.ts'
import { bool, date, datetime, dict, int, ref, text } from '../kit/field.ts'

/** Labels that are to be taken back, and what their sources answered. */
export const revokeTaskList = crud(
  entity({
    name: 'revoke-tasks',
    table: 'revoke_task',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'shipment', column: 'shipment_id' },
    label: 'serialNumber',
    fields: {
      serialNumber: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      status: dict('revoke_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      /** The order goes on with a corrected address, and a new label. */
      corrects: bool({ readOnly: true, filter: 'eq', width: 100 }),
      source: dict('label_source', { readOnly: true, filter: 'in', width: 120 }),
      parcels: int({ readOnly: true, width: 80 }),
      reason: text({ readOnly: true, width: 180 }),
      answer: text({ readOnly: true, width: 220 }),
      followUp: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 160 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      askedBy: text({ readOnly: true, width: 120 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      endedBy: text({ readOnly: true, show: ['detail'] }),
      endedAt: datetime({ readOnly: true, sort: true, width: 160 }),
      forced: bool({ readOnly: true, show: ['detail'] }),
      shipmentId: text({ readOnly: true, show: [] }),
    },
  }),
  { path: '/erp/revokeTask', perm: 'ship:revoke', verbs: ['list', 'queryById', 'exportXls'] },
)

const touches = ['/erp/revokeTask', '/erp/shipment', '/rwms/dashboard'] as const
const ids = z.object({ ids: idList })

export const revokeTasks = endpoints({
  /** Asks the source once more. */
  retry: {
    method: 'PUT',
    path: '/erp/revokeTask/retry',
    perm: 'ship:revoke:handle',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Ends a task its source refused: the label stays, and the order goes on. */
  close: {
    method: 'PUT',
    path: '/erp/revokeTask/close',
    perm: 'ship:revoke:handle',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Revokes though the source has not agreed; it may still charge for the label. */
  force: {
    method: 'PUT',
    path: '/erp/revokeTask/force',
    perm: 'ship:revoke:force',
    in: ids.extend({ reason: z.string().trim().min(1, { error: 'field.required' }).max(200) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Not a to-do before this day. */
  snooze: {
    method: 'PUT',
    path: '/erp/revokeTask/snooze',
    perm: 'ship:revoke:handle',
    in: ids.extend({ until: z.iso.date({ error: 'field.date' }) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
