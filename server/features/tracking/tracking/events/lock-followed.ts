import { sql } from 'kysely'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { PersonalData } from './contains-personal-data.ts'
import type { PolledParcel } from '../polling/poll-schedule.ts'

export interface FollowedParcel extends PolledParcel, PersonalData {
  id: string
  shipmentId: string
  parcelStatus: number
  number: string
  trackingStatus: number
  trackingSub: string | null
  lastEventAt: string | null
  nextPollAt: string | null
  deliveredAt: string | null
  trackingQuestion: string | null
}

/**
 * Locks parcels and answers what folding and planning ask of them. Those out of reach are missing
 * from the answer.
 */
export async function lockFollowed(
  tx: Tx,
  parcelIds: readonly string[],
): Promise<Map<string, FollowedParcel>> {
  await lockParcels(tx, parcelIds)
  const found = await sql<FollowedParcel>`select p.id, p.shipment_id, p.parcel_status,
        coalesce(p.track_no, p.serial_number) as number, p.tracking_status, p.tracking_sub,
      p.last_event_at, p.next_poll_at, p.delivered_at, p.tracking_question, p.last_polled_at,
      p.poll_failures,
      coalesce(p.polling_since, p.outbound_at, p.confirmed_at, p.create_time) as polling_since,
      sp.speed,
      coalesce((p.outbound_at is not null or p.polling_since is not null) and c.polling
        and c.enabled and c.adapter <> 'none', false) as watched,
      s.consignee_name, s.phone, s.email, s.street
    from parcel as p join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      left join tracking_number as n on n.number = p.track_no and n.tenant_id = p.tenant_id
        and n.state = 1
      left join courier as c on c.tenant_id = n.tenant_id and c.code = n.courier_code
      left join simulator_parcel as sp on sp.number = p.track_no and c.api_base is null
    where ${tx.rows('parcel').where('p')} and p.id = any(${parcelIds}::bigint[])
    order by p.id`.execute(tx.db)
  return new Map(found.rows.map((row) => [row.id, row]))
}
