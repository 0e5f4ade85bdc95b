import { sql } from 'kysely'
import type { logs } from '#contracts/platform/operations/logs.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, failFields } from '#server/kit/http/errors.ts'

/** Where the family's clients count their days, by default. */
const USUAL = 'Asia/Shanghai'

function zoneOf({ zone = USUAL }: { zone?: string | undefined }): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    failFields([{ path: 'zone', code: 'field.invalid' }])
  }
}

/** How busy the company is, is its own people's business. */
function refuseCustomers(ctx: Ctx): void {
  if (ctx.principal.customerId !== null) failDenied()
}

/** Sign-ins to this tenant: ever, today, and from how many addresses today. */
export async function countVisits(
  ctx: Ctx,
  input: In<typeof logs.visits>,
): Promise<Out<typeof logs.visits>> {
  refuseCustomers(ctx)
  const zone = zoneOf(input)
  const today = sql`(l.at at time zone ${zone})::date = (${nowIso()}::timestamptz at time zone ${zone})::date
    and l.at > ${nowIso()}::timestamptz - interval '2 days'`
  const found = await sql<Out<typeof logs.visits>>`select count(*)::int as total_visit_count,
      (count(*) filter (where ${today}))::int as today_visit_count,
      (count(distinct l.ip) filter (where ${today}))::int as today_ip
    from ${ctx.rows('opLog').as('l')} where l.log_type = 1 and l.outcome = 'ok'`.execute(ctx.db)
  return found.rows[0]!
}

/** The last seven days, the present one last; a day without visits counts too. */
export async function visitsByDay(
  ctx: Ctx,
  input: In<typeof logs.visitDays>,
): Promise<Out<typeof logs.visitDays>> {
  refuseCustomers(ctx)
  const zone = zoneOf(input)
  const found = await sql<
    Out<typeof logs.visitDays>[number]
  >`with days as (select ((${nowIso()}::timestamptz at time zone ${zone})::date - n) as day
      from generate_series(0, 6) as n),
      seen as (select (l.at at time zone ${zone})::date as day, l.ip
        from ${ctx.rows('opLog').as('l')} where l.log_type = 1 and l.outcome = 'ok'
          and l.at > ${nowIso()}::timestamptz - interval '8 days')
    select to_char(d.day, 'YYYY-MM-DD') as tian, to_char(d.day, 'MM-DD') as type,
      count(s.day)::int as visit, count(distinct s.ip)::int as ip
    from days as d left join seen as s on s.day = d.day group by d.day order by d.day`.execute(
    ctx.db,
  )
  return found.rows
}
