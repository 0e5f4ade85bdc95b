import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { channelHealth } from '#contracts/orders/channel-health.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

type Health = Out<typeof channelHealth.health>
const TESTS_SHOWN = 20

/**
 * How the source of a channel answered in the last day and week: labels of other sources by their
 * requests, ours by the parcels that were labelled.
 */
export async function healthOf(ctx: Ctx, { id }: In<typeof channelHealth.health>): Promise<Health> {
  const known = await sql`select 1 from ${ctx.rows('channel').as('c')}
    where c.id = ${id}`.execute(ctx.db)
  if (known.rows.length === 0) failMissing()
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const services = sql`select v.id from ${tenant.rows('deliveryService').as('v')}
    where v.channel_id = ${id}`
  const counted = await sql<{
    day: boolean
    made: number
    refused: number
    unknown: number
    waiting: number
  }>`with asked as (
      select l.state, l.create_time > now() - interval '1 day' as day
      from ${tenant.rows('parcelLabel').as('l')}
        join ${tenant.rows('shipment').as('s')} on s.id = l.shipment_id
      where l.create_time > now() - interval '7 days' and s.service_id in (${services})
      union all
      select 'made', p.labelled_at > now() - interval '1 day'
      from ${tenant.rows('parcel').as('p')}
      where p.labelled_at > now() - interval '7 days' and p.service_id in (${services})
        and not exists (select 1 from ${tenant.rows('parcelLabel').as('n')}
          where n.parcel_id = p.id and n.create_time > now() - interval '7 days'))
    select a.day, (count(*) filter (where a.state = 'made'))::int as made,
      (count(*) filter (where a.state = 'refused'))::int as refused,
      (count(*) filter (where a.state = 'unknown'))::int as unknown,
      (count(*) filter (where a.state in ('wanted', 'sent', 'pending')))::int as waiting
    from asked a group by a.day`.execute(ctx.db)
  const sum = (rows: typeof counted.rows, key: 'made' | 'refused' | 'unknown' | 'waiting') =>
    rows.reduce((total, row) => total + row[key], 0)
  const of = (rows: typeof counted.rows): Health['day'] => ({
    made: sum(rows, 'made'),
    refused: sum(rows, 'refused'),
    unknown: sum(rows, 'unknown'),
    waiting: sum(rows, 'waiting'),
  })
  const last = await sql<{ at: string; reason: string | null; order: string }>`select
      coalesce(l.answered_at, l.asked_at, l.create_time) as at, l.reason,
      l.serial_number as "order"
    from ${tenant.rows('parcelLabel').as('l')}
      join ${tenant.rows('shipment').as('s')} on s.id = l.shipment_id
    where l.state in ('refused', 'unknown') and s.service_id in (${services})
      and l.create_time > now() - interval '90 days'
    order by l.create_time desc, l.id desc limit 1`.execute(ctx.db)
  const tests = await sql<{
    id: string
    at: string
    testedBy: string | null
    source: string
    ok: boolean
    answer: string
    ms: number
  }>`select t.id, t.create_time as at,
      t.create_by as tested_by, t.source, t.ok, t.answer, t.ms
    from ${ctx.rows('channelTest').as('t')} where t.channel_id = ${id}
    order by t.id desc limit ${TESTS_SHOWN}`.execute(ctx.db)
  return {
    day: of(counted.rows.filter(({ day }) => day)),
    week: of(counted.rows),
    lastError: last.rows[0] ?? null,
    tests: tests.rows,
  }
}
