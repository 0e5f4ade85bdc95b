import { sql, type RawBuilder } from 'kysely'
import { OUT_HOURS, OUT_PARCELS_MAX, type OutProblem } from '#contracts/depot/outbound-tracks.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

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
export type OutCounts = Record<OutProblem | 'total', number>

export interface Wanted {
  batchNo?: string | null | undefined
  nos?: readonly string[] | null | undefined
  parcelIds?: readonly string[]
  problem?: OutProblem | null | undefined
}

/**
 * Parcels that left the depot, the longest silent first: of a batch, of numbers, or all that are
 * still on their way; with one problem, or any. The counts are of all of them, whatever their
 * problem and however many rows are answered.
 */
export async function outRows(
  ctx: Ctx,
  { batchNo, nos, parcelIds, problem }: Wanted,
): Promise<{ rows: OutRow[]; counts: OutCounts }> {
  const numbers = nos && nos.length > 0 ? [...new Set(nos.flatMap(spellingsOf))] : null
  const ids = parcelIds ?? null
  const batch = batchNo || null
  const open = numbers === null && ids === null && batch === null
  const found = await sql<Found>`with o as materialized (select p.id as parcel_id, p.track_no,
      p.serial_number, s.serial_number as order_no, b.no as batch_no, u.id as supplier_id,
      u.name as supplier_name, u.email as supplier_email, s.country, s.city, p.outbound_at,
      p.tracking_status, p.tracking_sub, e.first_scan_at, e.last_scan_at,
      greatest(0, floor(extract(epoch from ${nowIso()}::timestamptz
        - coalesce(e.last_scan_at, p.outbound_at)) / 3600))::int as silent_hours
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
        or p.serial_number = any(${numbers}::text[]) or s.serial_number = any(${numbers}::text[]))),
    j as materialized (select o.*, ${outProblem} as problem from o),
    c as (select count(*)::int as n_total,
        (count(*) filter (where j.problem = 'noFirstScan'))::int as n_no_first_scan,
        (count(*) filter (where j.problem = 'stuck'))::int as n_stuck,
        (count(*) filter (where j.problem = 'lost'))::int as n_lost from j)
    select r.*, c.n_total, c.n_no_first_scan, c.n_stuck, c.n_lost from c
      left join lateral (select * from j
        where ${problem ?? null}::text is null or j.problem = ${problem ?? null}
        order by coalesce(j.last_scan_at, j.outbound_at), j.parcel_id
        limit ${OUT_PARCELS_MAX}) as r on true
    order by coalesce(r.last_scan_at, r.outbound_at), r.parcel_id`.execute(ctx.db)
  const [first] = found.rows
  return {
    rows: found.rows
      .filter(({ parcelId }) => parcelId !== null)
      .map(({ nTotal: _, nNoFirstScan: __, nStuck: ___, nLost: ____, ...row }) => row),
    counts: {
      total: first?.nTotal ?? 0,
      noFirstScan: first?.nNoFirstScan ?? 0,
      stuck: first?.nStuck ?? 0,
      lost: first?.nLost ?? 0,
    },
  }
}

interface Found extends OutRow {
  nTotal: number
  nNoFirstScan: number
  nStuck: number
  nLost: number
}

/** What may be wrong with a parcel `o` its carrier has not scanned for so many hours. */
export const outProblem: RawBuilder<OutProblem | null> = sql`case
    when o.tracking_status in (${TRACK.DELIVERED}, ${TRACK.RETURNED}, ${TRACK.DESTROYED},
      ${TRACK.CANCELLED}) then null
    when o.tracking_sub = 'lost' or o.silent_hours >= ${OUT_HOURS.lost} then 'lost'
    when o.first_scan_at is null then
      case when o.silent_hours >= ${OUT_HOURS.noFirstScan} then 'noFirstScan' end
    when o.silent_hours >= case o.tracking_status when ${TRACK.CUSTOMS} then ${OUT_HOURS.customs}::int
      when ${TRACK.READY_FOR_PICKUP} then ${OUT_HOURS.pickup}::int else ${OUT_HOURS.stuck}::int end
      then 'stuck' end`
