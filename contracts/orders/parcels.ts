import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { datetime, dict, int, ref, text, weight } from '../kit/field.ts'

/** Parcels of all kinds of orders: the list their figures lead to. Orders and scans change them. */
export const parcels = crud(
  entity({
    name: 'parcels',
    table: 'parcel',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'shipment', column: 'shipment_id' },
    label: 'serialNumber',
    fields: {
      serialNumber: text({ readOnly: true, filter: 'like' }),
      trackNo: text({ readOnly: true, filter: 'like', width: 200 }),
      reference: text({ readOnly: true }),
      fbaCode: text({ readOnly: true, show: ['detail'] }),
      customerId: ref('customers', { readOnly: true, perm: 'base:customer:list', filter: 'in' }),
      serviceId: ref('delivery-services', { readOnly: true }),
      depotId: ref('depots', { readOnly: true, filter: 'in' }),
      parcelStatus: dict('parcel_status', { readOnly: true, filter: 'in' }),
      heldReason: text({ readOnly: true, perm: 'wh:in:scan', width: 220 }),
      locationStatus: dict('location_status', { readOnly: true }),
      trackingStatus: int({ readOnly: true, show: [] }),
      weight: weight({ readOnly: true }),
      measuredWeight: weight({ readOnly: true }),
      receivedAt: datetime({ readOnly: true, filter: 'range' }),
      outboundAt: datetime({ readOnly: true, filter: 'range' }),
      deliveredAt: datetime({ readOnly: true, filter: 'range' }),
    },
  }),
  { path: '/erp/parcel', perm: 'ship:parcel', verbs: ['list'] },
)
