import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'

export interface LockedParcel {
  id: string
  shipmentId: string
  customerId: string
  serviceId: string
  depotId: string
  parcelStatus: number
  serialNumber: string
  trackNo: string | null
  heldReason: string | null
  confirmedAt: string | null
  weight: number
  length: number | null
  width: number | null
  height: number | null
  measuredWeight: number | null
  measuredLength: number | null
  measuredWidth: number | null
  measuredHeight: number | null
  volumeWeight: number | null
  chargeableWeight: number | null
}

/**
 * Holds parcels and, before them, their orders, each in id order: the order in which confirming and cancelling lock,
 * so a scan and a cancellation wait for each other instead of blocking each other.
 */
export async function lockParcels(
  tx: Tx,
  found: readonly { parcelId: string; shipmentId: string }[],
): Promise<LockedParcel[]> {
  if (found.length === 0) return []
  const orders = [...new Set(found.map((one) => one.shipmentId))]
  await sql`select 1 from shipment as s where ${tx.rows('shipment').where('s')} and s.id = any(${orders}::bigint[]) order by s.id for update`.execute(
    tx.db,
  )
  const held =
    await sql<LockedParcel>`select id, shipment_id, customer_id, service_id, depot_id, parcel_status, serial_number, track_no, held_reason, confirmed_at, weight, length, width, height,
      measured_weight, measured_length, measured_width, measured_height, volume_weight, chargeable_weight
    from parcel as p where ${tx.rows('parcel').where('p')} and p.id = any(${found.map((one) => one.parcelId)}::bigint[]) order by p.id for update`.execute(
      tx.db,
    )
  return held.rows
}
