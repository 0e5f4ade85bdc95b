import { sql } from 'kysely'
import { spellingsOf } from '#contracts/commercial/normalise-number.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** `at` is the place of the asked number in the list. */
export interface Match {
  at: number
  rank: number
  parcelId: string
  shipmentId: string
  customerId: string
  depotId: string
  parcelStatus: number
}

/**
 * Parcels a number may mean, within the caller's reach: the parcel's own numbers (track number,
 * serial) go before the order's serial, then the parcel's reference, then the order's reference.
 * Only the best kind that matches is answered, so an order's number gives all its parcels. Every
 * branch is an exact look-up in an index of its own.
 */
export async function findParcels(ctx: Ctx, nos: readonly string[]): Promise<Match[][]> {
  const requested = nos.flatMap((no, at) => spellingsOf(no).map((text) => ({ at, text })))
  const parcel = () => ctx.rows('parcel').as('p')
  const order = () => ctx.rows('shipment').as('s')
  const facts = sql`p.id as parcel_id, p.shipment_id, p.customer_id, p.depot_id, p.parcel_status`
  const found = await sql<Match>`with asked as (select *
        from unnest(${requested.map((one) => one.at)}::int[],
          ${requested.map((one) => one.text)}::text[]) as x(at, n))
    select distinct * from (
      select a.at, 1 as rank, ${facts} from asked a join ${parcel()} on p.serial_number = a.n
      union all select a.at, 1, ${facts} from asked a join ${parcel()} on p.track_no = a.n
      union all select a.at, 1, ${facts} from asked a
      join ${ctx.rows('trackingNumber').as('t')} on t.number = a.n and t.state = 1
      join ${parcel()} on p.id = t.parcel_id
      union all select a.at, 2, ${facts} from asked a join ${order()} on s.serial_number = a.n
      join ${parcel()} on p.shipment_id = s.id
      union all select a.at, 3, ${facts} from asked a join ${parcel()} on p.reference = a.n
      union all select a.at, 4, ${facts} from asked a join ${order()} on s.reference = a.n
      join ${parcel()} on p.shipment_id = s.id
    ) as found order by at, rank, parcel_id`.execute(ctx.db)
  const best = nos.map<Match[]>(() => [])
  for (const match of found.rows) {
    const list = best[match.at]!
    if (list.length === 0 || list[0]!.rank === match.rank) list.push(match)
  }
  return best
}
