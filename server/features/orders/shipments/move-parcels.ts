import { sql } from 'kysely'
import {
  deriveShipment,
  FLAG,
  locationOf,
  mayMove,
  PARCEL,
  type ParcelState,
} from '#contracts/orders/shipments.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failConflict } from '#server/kit/http/errors.ts'

/** Columns a move may set beside the state. */
export interface ParcelPatch {
  measuredWeight?: number | null
  measuredLength?: number | null
  measuredWidth?: number | null
  measuredHeight?: number | null
  volumeWeight?: number | null
  chargeableWeight?: number | null
  heldReason?: string | null
  depotId?: string
  confirmedAt?: string | null
  receivedAt?: string | null
  outboundAt?: string | null
  deliveredAt?: string | null
}
const COLUMNS: Record<keyof ParcelPatch, string> = {
  measuredWeight: 'measured_weight',
  measuredLength: 'measured_length',
  measuredWidth: 'measured_width',
  measuredHeight: 'measured_height',
  volumeWeight: 'volume_weight',
  chargeableWeight: 'chargeable_weight',
  heldReason: 'held_reason',
  depotId: 'depot_id',
  confirmedAt: 'confirmed_at',
  receivedAt: 'received_at',
  outboundAt: 'outbound_at',
  deliveredAt: 'delivered_at',
}

/**
 * Moves parcels to a state and brings their shipments' status along, in one transaction. The parcels are locked first
 * (in id order, so two movers cannot deadlock); a move the state table forbids is refused for all.
 */
export async function moveParcels(
  tx: Tx,
  parcelIds: readonly string[],
  to: ParcelState,
  patch: ParcelPatch = {},
): Promise<void> {
  if (parcelIds.length === 0) return
  const found = await sql<{
    id: string
    shipmentId: string
    parcelStatus: number
  }>`select id, shipment_id, parcel_status from parcel as p
    where ${tx.rows('parcel').where('p')} and p.id = any(${parcelIds}::bigint[]) order by id for update`.execute(
    tx.db,
  )
  const wrong = found.rows.find((row) => row.parcelStatus !== to && !mayMove(row.parcelStatus, to))
  if (wrong) failConflict('parcel.move', { id: wrong.id, from: wrong.parcelStatus, to })
  const sets = Object.entries(patch).map(
    ([key, value]) => sql`${sql.id(COLUMNS[key as keyof ParcelPatch])} = ${value}`,
  )
  const ids = found.rows.map((row) => row.id)
  await sql`update parcel as p set ${sql.join([sql`parcel_status = ${to}`, sql`location_status = ${locationOf(to)}`, sql`version = version + 1`, sql`update_by = ${tx.who.username}`, sql`update_time = now()`, ...sets])}
    where ${tx.rows('parcel').where('p')} and p.id = any(${ids}::bigint[])`.execute(tx.db)
  for (const row of found.rows)
    await tx.audit(
      'parcel',
      row.id,
      'edit',
      { parcelStatus: row.parcelStatus },
      { parcelStatus: to, ...patch },
    )
  await followParcels(tx, [...new Set(found.rows.map((row) => row.shipmentId))])
}

/**
 * Sets shipments' derived status, flags and location from their parcels as they are now. The orders are held first and
 * the parcels read after: whoever waited for the order must see what the one before wrote, or two parcels of an order
 * received at once leave it half received for ever.
 */
export async function followParcels(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  const ids = [...shipmentIds].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  await sql`select 1 from shipment as s where ${tx.rows('shipment').where('s')} and s.id = any(${ids}::bigint[]) order by s.id for update`.execute(
    tx.db,
  )
  const found = await sql<{
    id: string
    was: number
    flags: number
    states: number[]
    unconfirmed: boolean
  }>`select s.id, s.shipment_status as was, s.flags, array(select parcel_status from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as states,
      exists (select 1 from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id and p.parcel_status >= ${PARCEL.RECEIVED} and p.confirmed_at is null) as unconfirmed
    from ${tx.rows('shipment').as('s')} where s.id = any(${ids}::bigint[]) order by s.id`.execute(
    tx.db,
  )
  for (const row of found.rows) {
    const { status, flags: derived } = deriveShipment(row.states)
    // Came in before it was confirmed (domain §3.2): stays marked until somebody confirms it.
    const flags = derived | (row.unconfirmed ? FLAG.needConfirm : 0)
    if (status === row.was && flags === row.flags) continue
    await sql`update shipment as s set shipment_status = ${status}, flags = ${flags}, location_status = ${locationOf(status)}, version = version + 1, update_by = ${tx.who.username}, update_time = now()
      where ${tx.rows('shipment').where('s')} and s.id = ${row.id}`.execute(tx.db)
    await tx.audit(
      'shipment',
      row.id,
      'edit',
      { shipmentStatus: row.was },
      { shipmentStatus: status },
    )
  }
}
