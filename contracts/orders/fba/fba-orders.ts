import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { bool, datetime, dict, int, ref, text } from '../../kit/field.ts'

/** Orders on their way into a warehouse: appointment, delivery and its proof. */
export const fbaOrderList = crud(
  entity({
    name: 'fba-orders',
    table: 'fba_order',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'shipment', column: 'id' },
    label: 'serialNumber',
    fields: {
      serialNumber: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      fbaCode: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      warehouseCode: text({ readOnly: true, filter: 'prefix', sort: true, width: 100 }),
      appointmentState: dict('fba_appointment_state', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      slotFrom: datetime({ readOnly: true, filter: 'range', sort: true, width: 190 }),
      slotTo: datetime({ readOnly: true, show: ['detail'] }),
      appointmentNo: text({ readOnly: true, filter: 'prefix', width: 130 }),
      deliveryState: dict('fba_delivery_state', {
        readOnly: true,
        filter: 'in',
        sort: true,
        width: 110,
      }),
      podState: dict('fba_pod_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 160 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      poCode: text({ readOnly: true, filter: 'prefix', width: 130 }),
      referenceId: text({ readOnly: true, filter: 'prefix', show: ['detail'] }),
      bolNo: text({ readOnly: true, filter: 'prefix', show: ['detail'] }),
      proNos: text({ readOnly: true, show: ['detail'] }),
      batchNo: text({ readOnly: true, filter: 'prefix', width: 130 }),
      requestedTime: datetime({ readOnly: true, show: ['detail'] }),
      expectedTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      realTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      receivedBy: text({ readOnly: true, show: ['detail'] }),
      detentionMinutes: int({ readOnly: true, show: ['detail'] }),
      refusedTime: datetime({ readOnly: true, show: ['detail'] }),
      refusedReason: text({ readOnly: true, show: ['detail'] }),
      podTime: datetime({ readOnly: true, show: ['detail'] }),
      podReason: text({ readOnly: true, show: ['detail'] }),
    },
    // Whether it can be put on a waybill: found from its cartons, their labels, the appointment.
    filters: { ready: bool({ filter: 'eq' }) },
  }),
  {
    path: '/erp/fbaOrder',
    perm: 'ship:delivery',
    verbs: ['list', 'queryById', 'exportXls'],
  },
)
