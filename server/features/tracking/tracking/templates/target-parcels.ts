import { sql } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { EVENT_PARCELS_MAX } from '#contracts/tracking/parcel-events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

/** What an event goes to: a parcel, or a number that leads to none. */
export interface Target {
  no: string
  parcelId: string | null
}

/** The parcels of numbers of any kind, in the order asked; a number may lead to several. */
export async function parcelsOfNumbers(ctx: Ctx, nos: readonly string[]): Promise<Target[]> {
  const requested = [...new Set(nos)]
  const spellings = [...new Set(requested.flatMap(spellingsOf))]
  const parcel = ctx.rows('parcel').as('p')
  const order = ctx.rows('shipment').as('o')
  const found = await sql<{ no: string; id: string }>`select t.number as no, t.parcel_id as id
      from ${ctx.rows('trackingNumber').as('t')} where t.number = any(${spellings}::text[])
      union select p.serial_number, p.id
      from ${parcel} where p.serial_number = any(${spellings}::text[])
      union select p.reference, p.id from ${parcel} where p.reference = any(${spellings}::text[])
      union select p.fba_code, p.id from ${parcel} where p.fba_code = any(${spellings}::text[])
      union select o.serial_number, p.id from ${order} join ${parcel} on p.shipment_id = o.id
      where o.serial_number = any(${spellings}::text[])
      union select o.reference, p.id from ${order} join ${parcel} on p.shipment_id = o.id
      where o.reference = any(${spellings}::text[])
      order by 2
      limit ${EVENT_PARCELS_MAX + 1}`.execute(ctx.db)
  atMost(found.rows)
  const byNo = Map.groupBy(found.rows, ({ no }) => no)
  const seen = new Set<string>()
  return requested.flatMap((no): Target[] => {
    const ids = spellingsOf(no).flatMap((one) => (byNo.get(one) ?? []).map(({ id }) => id))
    if (ids.length === 0) return [{ no, parcelId: null }]
    const fresh = [...new Set(ids)].filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    return fresh.map((parcelId) => ({ no, parcelId }))
  })
}

/** The parcels of orders; one without parcels, or out of reach, is a row of its own. */
export async function parcelsOfOrders(ctx: Ctx, ids: readonly string[]): Promise<Target[]> {
  const requested = [...new Set(ids)]
  const found = await sql<{
    shipmentId: string
    id: string
    no: string
  }>`select p.shipment_id, p.id, coalesce(p.track_no, p.serial_number) as no
    from ${ctx.rows('parcel').as('p')} where p.shipment_id = any(${requested}::bigint[])
    order by p.id limit ${EVENT_PARCELS_MAX + 1}`.execute(ctx.db)
  atMost(found.rows)
  const byOrder = Map.groupBy(found.rows, ({ shipmentId }) => shipmentId)
  return requested.flatMap((id): Target[] => {
    const parcels = byOrder.get(id) ?? []
    return parcels.length === 0
      ? [{ no: id, parcelId: null }]
      : parcels.map((parcel) => ({ no: parcel.no, parcelId: parcel.id }))
  })
}

function atMost(rows: readonly unknown[]): void {
  if (rows.length > EVENT_PARCELS_MAX)
    failFields([{ path: 'nos', code: 'field.tooMany', data: { max: EVENT_PARCELS_MAX } }])
}
