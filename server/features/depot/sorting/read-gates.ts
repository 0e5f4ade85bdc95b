import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { DETAIL_ROWS } from '#contracts/depot/scans.states.ts'
import { gateBarcode, type sorting } from '#contracts/depot/sorting.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay, companyTerms } from '#server/kit/db/business-day.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { stationDepot, type Why } from './find-gate.ts'
import { whyText } from './places.ts'
import { wrongScans } from './sorting-scan.ts'

interface Row {
  id: string
  version: number
  code: string
  name: string | null
  direction: string
  sortCodes: string | null
  closedAt: string | null
  closedBy: string | null
  rerouteId: string | null
  rerouteCode: string | null
  services: { id: string; name: string }[]
  sent: number
  inside: number
  today: number
  since: string
}

/** The gates of a depot with what is on its way to them and what lies there. */
export async function readGates(
  ctx: Ctx,
  { depotId }: In<typeof sorting.gates>,
): Promise<Out<typeof sorting.gates>> {
  const depot = await stationDepot(ctx, depotId)
  const { timeZone } = await companyTerms(ctx)
  const since = sql`${await businessDay(ctx)}::timestamp at time zone ${timeZone}`
  const found = await sql<Row>`select g.id, g.version, g.code, g.name,
      g.direction, g.sort_codes, g.closed_at, g.closed_by, g.reroute_id, r.code as reroute_code,
      coalesce((select json_agg(json_build_object('id', v.id::text,
          'name', ${nameIn(ctx.lang, 'v.name')}) order by v.code)
        from ${ctx.rows('gateService').as('x')}
          join ${ctx.rows('deliveryService').as('v')} on v.id = x.service_id
        where x.gate_id = g.id), '[]') as services,
      coalesce(n.sent, 0) as sent, coalesce(n.inside, 0) as inside, coalesce(n.today, 0) as today,
      to_char(${since} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from ${ctx.rows('depotGate').as('g')}
      left join ${ctx.rows('depotGate').as('r')} on r.id = g.reroute_id
      left join (select o.gate_id,
          count(*) filter (where o.state = '1' and p.parcel_status = ${PARCEL.RECEIVED})::int as sent,
          count(*) filter (where o.state = '2' and p.parcel_status = ${PARCEL.SORTED})::int as inside,
          count(*) filter (where o.state = '2' and o.sorted_at >= ${since})::int as today
        from ${ctx.rows('parcelSort').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
        where o.depot_id = ${depot.id} group by o.gate_id) as n on n.gate_id = g.id
    where g.depot_id = ${depot.id} and g.enabled and g.direction in ('1', '3')
    order by g.direction, g.code, g.id`.execute(ctx.db)
  const wrong = found.rows[0] ? await wrongScans(ctx, depot.id, found.rows[0].since) : new Map()
  return {
    depotId: depot.id,
    depotCode: depot.code,
    gates: found.rows.map(({ since: _, ...row }) => ({
      ...row,
      barcode: gateBarcode(row.id),
      wrong: wrong.get(row.id) ?? 0,
    })),
    unroutable: await countExceptions(ctx, depot.id),
  }
}

async function countExceptions(ctx: Ctx, depotId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('parcelSort').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
    where o.depot_id = ${depotId} and o.state = '3'
      and p.parcel_status = ${PARCEL.RECEIVED}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

interface Exception {
  parcelId: string
  trackNo: string | null
  serialNumber: string
  customerName: string
  serviceName: string
  country: string
  postalCode: string | null
  city: string
  gate: string | null
  why: Why
  scannedAt: string
  scannedBy: string
}

/** Parcels in stock no gate was found for, with the reason, those scanned last first. */
export async function readUnroutable(
  ctx: Ctx,
  { depotId }: In<typeof sorting.unroutable>,
): Promise<Out<typeof sorting.unroutable>> {
  const depot = await stationDepot(ctx, depotId)
  const { rows } = await sql<Exception>`select o.parcel_id, p.track_no, p.serial_number,
      c.name as customer_name, ${nameIn(ctx.lang, 'v.name')} as service_name, s.country,
      s.postal_code, s.city, o.gate_code as gate, o.why, o.scanned_at, o.scanned_by
    from ${ctx.rows('parcelSort').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join customer c on c.tenant_id = p.tenant_id and c.id = p.customer_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
    where o.depot_id = ${depot.id} and o.state = '3' and p.parcel_status = ${PARCEL.RECEIVED}
    order by o.scanned_at desc, o.parcel_id limit ${DETAIL_ROWS}`.execute(ctx.db)
  return rows.map((row) => ({ ...row, why: whyText(ctx, row.why) }))
}
