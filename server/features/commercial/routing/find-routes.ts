import { sql } from 'kysely'
import type { MatchType } from '#contracts/commercial/rating.ts'
import {
  addressKeys,
  matchRules,
  normalisePostcode,
  type AreaRule,
  type RatingAddress,
} from '#server/features/commercial/rating/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** Where a parcel of a service goes, asked for a day. */
export interface RouteAsked {
  serviceId: string
  address: RatingAddress
  date: string
}
export interface Route {
  sortCode: string
  gate: string | null
  destDepot: string | null
  barcodeText: string | null
}
/** A row of a routing table that may be for an address. */
export type RouteRow = AreaRule &
  Route & {
    tableId: string
    tableName: string
    /** 0: the table is the service's own, 1: its supplier's. */
    rank: number
  }

interface Found extends Route {
  n: number
  id: string
  country: string | null
  matchType: string
  valueFrom: string | null
  valueTo: string | null
  priority: number
  tableId: string
  tableName: string
  serviceId: string | null
  validFrom: string
  validTo: string | null
}

/**
 * The rows that can match, for each address asked about, of tables valid on the day or, with
 * `anyDay`, of all of them. Found by index: by the address's keys, and on each level the one range
 * that may be around its postcode.
 */
export async function routeRows(
  ctx: Ctx,
  asked: readonly RouteAsked[],
  { anyDay = false } = {},
): Promise<RouteRow[][]> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const list = asked.map(({ serviceId, address, date }, n) => ({
    n,
    service: serviceId,
    day: date,
    ...addressKeys(address),
  }))
  const found = await sql<Found>`
    with a as (
      select x.n, x.point, x.keys, t.id as table_id, t.name as table_name, t.service_id, t.levels,
        t.valid_from, t.valid_to
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as x(n int, service bigint, day date, point text, keys text[])
      join ${system.rows('deliveryService').as('s')} on s.id = x.service
      join ${system.rows('channel').as('h')} on h.id = s.channel_id
      join ${system.rows('routingTable').as('t')} on t.supplier_id = h.supplier_id
        and (t.service_id = s.id or t.service_id is null)
        and (${anyDay} or (t.valid_from <= x.day and (t.valid_to is null or t.valid_to >= x.day))))
    select a.n, c.id, c.country, c.match_type, c.value_from, c.value_to, c.priority, c.sort_code,
      c.gate, c.dest_depot, c.barcode_text, a.table_id, a.table_name, a.service_id, a.valid_from,
      a.valid_to
    from a cross join lateral (
      select r.* from ${system.rows('routingCode').as('r')}
        where r.table_id = a.table_id and r.match_key = any(a.keys)
      union all
      select b.* from generate_series(0, a.levels - 1) as g(level) cross join lateral (
        select r.* from ${system.rows('routingCode').as('r')}
        where r.table_id = a.table_id and r.level = g.level and r.low <= a.point
        order by r.low desc limit 1) as b
        where b.high >= a.point) as c`.execute(system.db)
  const rows = asked.map((): RouteRow[] => [])
  for (const { n, country, matchType, valueFrom, valueTo, serviceId, ...row } of found.rows)
    rows[n]?.push({
      ...row,
      country: country ?? '',
      matchType: matchType as MatchType,
      from: valueFrom,
      to: valueTo,
      rank: serviceId === null ? 1 : 0,
    })
  return rows
}

/** The row that decides, of the service's own table before the supplier's. */
export function decideRoute(
  rows: readonly RouteRow[],
  { address, date }: Pick<RouteAsked, 'address' | 'date'>,
): RouteRow | null {
  for (const rank of [0, 1]) {
    const [row] = matchRules(
      rows.filter((one) => one.rank === rank),
      address,
      date,
    )
    if (row) return row
  }
  return null
}

/** Sort code and gate of each address, null where no table has a row for it. */
export async function findRoutes(
  ctx: Ctx,
  asked: readonly RouteAsked[],
): Promise<(Route | null)[]> {
  if (asked.length === 0) return []
  const rows = await routeRows(ctx, asked)
  return asked.map((one, at) => {
    const row = decideRoute(rows[at] ?? [], one)
    return row && routeOf(row, one.address)
  })
}

/** What goes on the label; the barcode's text with the address's own values. */
export function routeOf(row: Route, address: RatingAddress): Route {
  const { sortCode, gate, destDepot, barcodeText } = row
  const country = address.country.toUpperCase()
  const postcode = normalisePostcode(address.postalCode, country)
  return {
    sortCode,
    gate,
    destDepot,
    barcodeText:
      barcodeText?.replaceAll('{postcode}', postcode).replaceAll('{country}', country) ?? null,
  }
}
