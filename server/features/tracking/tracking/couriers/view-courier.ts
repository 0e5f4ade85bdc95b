import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { courierDesk } from '#contracts/tracking/courier-desk.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { HELD_BACK_DAYS } from '../expected/expected-delivery.ts'

type View = Out<typeof courierDesk.view>
interface Calls {
  total: number
  failed: number
  medianMs: number | null
  lastAt: string | null
  lastError: string | null
  lastPushAt: string | null
}
interface Numbers {
  followed: number
  due: number
  failing: number
}
interface Replay {
  parcels: number
  done: number
  startedAt: string
  finishedAt: string | null
}

interface Check {
  parcels: number
  within: number
  medianOffHours: number
  highOffHours: number
  measuredAt: string
}

/** How a courier does: its calls of a day, its numbers, what of it is not mapped. */
export async function viewCourier(ctx: Ctx, { id }: In<typeof courierDesk.view>): Promise<View> {
  const found = await sql<{ code: string }>`select c.code
    from ${ctx.rows('courier').as('c')} where c.id = ${id}`.execute(ctx.db)
  const { code } = found.rows[0] ?? failMissing()
  const calls = await sql<Calls>`select count(*)::int as total,
      (count(*) filter (where c.error is not null))::int as failed,
      (percentile_disc(0.5) within group (order by c.ms))::int as median_ms, max(c.at) as last_at,
      (array_agg(c.error order by c.at desc) filter (where c.error is not null))[1] as last_error,
      (select max(q.received_at) from ${ctx.rows('carrierPush').as('q')}
        where q.courier = ${code}) as last_push_at
    from ${ctx.rows('carrierCall').as('c')}
    where c.courier = ${code} and c.at > ${nowIso()}::timestamptz - interval '1 day'`.execute(
    ctx.db,
  )
  const numbers = await sql<Numbers>`select count(*)::int as followed,
      (count(*) filter (where p.next_poll_at <= ${nowIso()}))::int as due,
      (count(*) filter (where p.poll_failures > 0))::int as failing
    from ${ctx.rows('parcel').as('p')}
      join tracking_number as n on n.tenant_id = p.tenant_id and n.parcel_id = p.id
    where p.next_poll_at is not null and n.courier_code = ${code} and n.state = 1
      and n.stopped_at is null`.execute(ctx.db)
  const codes = await sql<{ n: number }>`select count(*)::int as n from (
      select distinct e.raw_code, e.raw_reason from ${ctx.rows('trackingEvent').as('e')}
      where e.unmapped and e.courier = ${code}) as x`.execute(ctx.db)
  const replays = await sql<Replay>`select r.parcels, r.done, r.started_at,
      r.finished_at
    from ${ctx.rows('mappingReplay').as('r')} where r.courier = ${code}`.execute(ctx.db)
  const checks = await sql<Check>`select d.parcels, d.within, d.median_off_hours,
      d.high_off_hours, d.measured_at
    from ${ctx.rows('deliveryCheck').as('d')} where d.courier = ${code}`.execute(ctx.db)
  const { lastPushAt, ...ofCalls } = calls.rows[0]!
  return {
    code,
    calls: ofCalls,
    lastPushAt,
    numbers: numbers.rows[0]!,
    unmappedCodes: codes.rows[0]!.n,
    expected: checks.rows[0] ? { days: HELD_BACK_DAYS, ...checks.rows[0] } : null,
    replay: replays.rows[0] ?? null,
  }
}
