import { entity } from '../kit/entity.ts'
import { datetime, dict, int, ref, text, weight } from '../kit/field.ts'

/**
 * Parcels: described for data rules and figures. They have no calls of their own; orders and scans
 * change them.
 */
export const parcels = entity({
  name: 'parcels',
  table: 'parcel',
  scope: 'owner',
  creator: true,
  depot: 'depot_id',
  follows: { table: 'shipment', column: 'shipment_id' },
  label: 'serialNumber',
  fields: {
    serialNumber: text({ readOnly: true }),
    trackNo: text({ readOnly: true }),
    reference: text({ readOnly: true }),
    fbaCode: text({ readOnly: true }),
    customerId: ref('customers', { readOnly: true, filter: 'in' }),
    serviceId: ref('delivery-services', { readOnly: true }),
    depotId: ref('depots', { readOnly: true, filter: 'in' }),
    parcelStatus: dict('parcel_status', { readOnly: true }),
    locationStatus: dict('location_status', { readOnly: true }),
    trackingStatus: int({ readOnly: true }),
    weight: weight({ readOnly: true }),
    measuredWeight: weight({ readOnly: true }),
    receivedAt: datetime({ readOnly: true, filter: 'range' }),
    outboundAt: datetime({ readOnly: true, filter: 'range' }),
    deliveredAt: datetime({ readOnly: true, filter: 'range' }),
  },
})
