import { sql } from 'kysely'
import { OUT_HOURS, OUT_PARCELS_MAX, type OutProblem } from '#contracts/depot/outbound-tracks.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { now } from '#server/kit/runtime/clock.ts'

interface Stored {
  parcelId: string
  trackNo: string | null
  serialNumber: string
  orderNo: string
  batchNo: string | null
  supplierId: string
  supplierName: string
  supplierEmail: string | null
  country: string
  city: string
  outboundAt: string
  trackingStatus: number
  trackingSub: string | null
  firstScanAt: string | null
  lastScanAt: string | null
}
export type OutRow = Stored & { silentHours: number; problem: OutProblem | null }

export interface Wanted {
  batchNo?: string | null | undefined
  nos?: readonly string[] | null | undefined
  parcelIds?: readonly string[]
}

/**
 * Parcels that left the depot, the longest silent first: of a batch, of numbers, or all that are
 * still on their way.
 */
export async function outRows(ctx: Ctx, { batchNo, nos, parcelIds }: Wanted): Promise<OutRow[]> {
  const numbers = nos && nos.length > 0 ? [...new Set(nos.flatMap(spellingsOf))] : null
  const ids = parcelIds ?? null
  const batch = batchNo || null
  const open = numbers === null && ids === null && batch === null
  const found = await sql<Stored>`select p.id as parcel_id, p.track_no, p.serial_number,
      s.serial_number as order_no, b.no as batch_no, u.id as supplier_id, u.name as supplier_name,
      u.email as supplier_email, s.country, s.city, p.outbound_at, p.tracking_status,
      p.tracking_sub, e.first_scan_at, e.last_scan_at
    from ${ctx.rows('parcel').as('p')}
      join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join delivery_service as v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel as h on h.tenant_id = p.tenant_id and h.id = v.channel_id
      join supplier as u on u.tenant_id = p.tenant_id and u.id = h.supplier_id
      left join lateral (select o.no from out_batch_parcel as x
          join out_batch as o on o.tenant_id = x.tenant_id and o.id = x.batch_id
        where x.tenant_id = p.tenant_id and x.parcel_id = p.id
        order by x.batch_id desc limit 1) as b on true
      left join lateral (select min(coalesce(t.at, t.received_at)) as first_scan_at,
          max(coalesce(t.at, t.received_at)) as last_scan_at
        from tracking_event as t
        where t.tenant_id = p.tenant_id and t.parcel_id = p.id and t.effect = 'move'
          and not t.cancelled and t.courier <> 'own' and t.status >= ${TRACK.ACCEPTED}
          and t.status < ${TRACK.EXPIRED}) as e on true
    where p.outbound_at is not null
      and (${!open}::boolean or p.tracking_status not in (${TRACK.DELIVERED}, ${TRACK.RETURNED},
        ${TRACK.DESTROYED}, ${TRACK.CANCELLED}))
      and (${ids}::bigint[] is null or p.id = any(${ids}::bigint[]))
      and (${batch}::text is null or b.no = ${batch})
      and (${numbers}::text[] is null or p.track_no = any(${numbers}::text[])
        or p.serial_number = any(${numbers}::text[]) or s.serial_number = any(${numbers}::text[]))
    order by coalesce(e.last_scan_at, p.outbound_at), p.id limit ${OUT_PARCELS_MAX}`.execute(ctx.db)
  const present = now()
  return found.rows.map((row) => {
    const silentHours = Math.max(
      0,
      Math.floor((present - Date.parse(row.lastScanAt ?? row.outboundAt)) / 3_600_000),
    )
    return { ...row, silentHours, problem: problemOf(row, silentHours) }
  })
}

const ENDED: ReadonlySet<number> = new Set([
  TRACK.DELIVERED,
  TRACK.RETURNED,
  TRACK.DESTROYED,
  TRACK.CANCELLED,
])

/** What may be wrong with a parcel its carrier has not scanned for so many hours. */
export function problemOf(
  row: Pick<Stored, 'trackingStatus' | 'trackingSub' | 'firstScanAt'>,
  silentHours: number,
): OutProblem | null {
  const { trackingStatus: status, trackingSub: sub, firstScanAt } = row
  if (ENDED.has(status)) return null
  if (sub === 'lost' || silentHours >= OUT_HOURS.lost) return 'lost'
  if (firstScanAt === null) return silentHours >= OUT_HOURS.noFirstScan ? 'noFirstScan' : null
  const patience =
    status === TRACK.CUSTOMS
      ? OUT_HOURS.customs
      : status === TRACK.READY_FOR_PICKUP
        ? OUT_HOURS.pickup
        : OUT_HOURS.stuck
  return silentHours >= patience ? 'stuck' : null
}
