import { sql, type RawBuilder } from 'kysely'
import { addressUsage } from '#contracts/insight/address-usage.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'

/** Orders that name each shipper, as far as the caller sees them. */
async function shippers(
  ctx: Ctx,
  { ids }: In<typeof addressUsage.shippers>,
): Promise<Out<typeof addressUsage.shippers>> {
  const found = await sql<{ id: string; used: number; lastUsed: string | null }>`select h.id,
      count(s.id)::int as used, max(s.create_time) as last_used
    from ${ctx.rows('shipper').as('h')} left join ${ctx.rows('shipment').as('s')} on s.shipper_id = h.id
    where h.id = any(${ids}::bigint[]) group by h.id`.execute(ctx.db)
  return found.rows
}

/** Events of a delivery that did not go as it should. */
const PROBLEMS = [TRACK.ATTEMPT_FAILED, TRACK.EXCEPTION, TRACK.RETURNING] as const

/** Without case, blanks and signs: Muster Ltd. and MUSTER LTD are the same. */
const plain = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`regexp_replace(lower(coalesce(${column}, '')), '[\\s.,-]', '', 'g')`
const samePlace = sql`(s.country = c.country
  and ${plain(sql`s.postal_code`)} = ${plain(sql`c.postal_code`)})`
const sameName = sql`${plain(sql`s.consignee_name`)} = ${plain(sql`c.name`)}`

/**
 * Orders to the same name at the same place of the same customer, and those with the same phone or
 * mail where name or place is the same, too; and what went wrong with them.
 */
async function consignees(
  ctx: Ctx,
  { ids }: In<typeof addressUsage.consignees>,
): Promise<Out<typeof addressUsage.consignees>> {
  const own = sql`select s.id, s.create_time from ${ctx.rows('shipment').as('s')}
    where s.customer_id = c.customer_id`
  // One index for each way; an order found twice is counted once.
  const orders = sql`lateral (
      ${own} and lower(s.consignee_name) = lower(c.name) and ${samePlace}
      union ${own} and phone_key(s.phone) = phone_key(c.phone)
        and length(phone_key(c.phone)) >= 7 and (${sameName} or ${samePlace})
      union ${own} and lower(s.email) = lower(c.email) and (${sameName} or ${samePlace})
    ) as o on true`
  const chosen = sql`${ctx.rows('consignee').as('c')}`
  const used = await sql<{ id: string; used: number; lastUsed: string | null }>`select c.id,
      count(o.id)::int as used, max(o.create_time) as last_used
    from ${chosen} left join ${orders}
    where c.id = any(${ids}::bigint[]) group by c.id`.execute(ctx.db)
  const problems = await sql<{
    id: string
    status: number
    count: number
    lastAt: string | null
  }>`select c.id, e.status, count(distinct p.id)::int as count, max(e.at) as last_at
    from ${chosen} join ${orders} join ${ctx.rows('parcel').as('p')} on p.shipment_id = o.id
    join ${ctx.rows('trackingEvent').as('e')} on e.parcel_id = p.id
    where c.id = any(${ids}::bigint[]) and e.status = any(${[...PROBLEMS]}::smallint[])
      and e.effect = 'move' and not e.cancelled
    group by c.id, e.status order by count desc, e.status`.execute(ctx.db)
  const text = await dictTexts(ctx)
  return used.rows.map((row) => ({
    ...row,
    problems: problems.rows
      .filter(({ id }) => id === row.id)
      .map(({ status, count, lastAt }) => ({
        status: String(status),
        status_dictText: text('tracking_status', String(status)),
        count,
        lastAt,
      })),
  }))
}

export const addressUsageCalls = (): BoundEndpoint[] =>
  bindEndpoints(addressUsage, { shippers, consignees })
