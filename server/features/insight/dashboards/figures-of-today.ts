import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { dashboards, TodayFigures } from '#contracts/insight/dashboards.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { ofKind } from './count-by-status.ts'

/** What happened since midnight where the caller is, and what stands still now. */
export async function figuresOfToday(
  ctx: Ctx,
  { zone, shipmentResource }: In<typeof dashboards.today>,
): Promise<TodayFigures> {
  const from =
    startOfDay(new Date(), zone ?? 'UTC') ?? failFields([{ path: 'zone', code: 'field.invalid' }])
  const since = (column: string) =>
    sql`(select count(*)::int from ${ctx.rows('parcel').as('p')} where ${sql.ref(`p.${column}`)} >= ${from})`
  const orders = (where: RawBuilder<SqlBool>) =>
    sql`(select count(*)::int from ${ctx.rows('shipment').as('s')} where ${where} and ${ofKind('s', shipmentResource)})`
  const now = (status: number) => orders(sql`s.shipment_status = ${status}`)
  const found = await sql<TodayFigures>`select ${orders(sql`s.create_time >= ${from}`)} as added,
    ${since('received_at')} as received, ${since('outbound_at')} as outbound, ${since('delivered_at')} as delivered, ${now(PARCEL.EXCEPTION)} as exceptions, ${now(PARCEL.HELD)} as held`.execute(
    ctx.db,
  )
  return found.rows[0]!
}

/** The last midnight before `now` in a zone, as ISO UTC; null for a zone nobody knows. Right on days the clocks change. */
export function startOfDay(now: Date, zone: string): string | null {
  const clock = clockIn(zone)
  if (!clock) return null
  const wall = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
  const midnight = Math.floor(wall(now.getTime()) / 86_400_000) * 86_400_000
  // The offset that counts is midnight's own; it may differ from now's, hence the second look.
  const guess = midnight - (wall(now.getTime()) - Math.floor(now.getTime() / 1000) * 1000)
  const exact = midnight - (wall(guess) - guess)
  return new Date(wall(exact) === midnight ? exact : guess).toISOString()
}

function clockIn(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: zone,
    })
  } catch {
    return null
  }
}
