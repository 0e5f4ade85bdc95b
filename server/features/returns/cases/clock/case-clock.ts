import { sql } from 'kysely'
import type { Holiday, WeekPeriod } from '#contracts/parties/depot-hours.ts'
import { ANSWER_HOURS, RUNNING, type CaseStatus } from '#contracts/returns/cases/cases.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { StoredRow } from '#server/kit/db/change.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { dueAfter, openMinutes, type ClockDay, type WorkingHours } from './working-time.ts'

type Case = StoredRow<'serviceCase'>
type Clock = Pick<Case, 'clockFrom' | 'clockLeft' | 'dueAt'>

/** Without hours of a depot people work Monday to Friday, nine to five. */
const USUAL: readonly WeekPeriod[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  opens: '09:00',
  closes: '17:00',
}))

export async function hoursOf(ctx: Ctx, depotId: string | null): Promise<WorkingHours> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    zone: string
    hours: WeekPeriod[]
    holidays: Holiday[]
  }>`select d.time_zone as zone,
      (select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', h.opens,
        'closes', h.closes)), '[]') from ${tenant.rows('depotHours').as('h')}
        where h.depot_id = d.id) as hours,
      (select coalesce(json_agg(json_build_object('day', h.day::text, 'name', h.name,
        'opens', h.opens, 'closes', h.closes)), '[]') from ${tenant.rows('depotHoliday').as('h')}
        where h.depot_id = d.id) as holidays
    from ${tenant.rows('depot').as('d')} where d.id = ${depotId}`.execute(ctx.db)
  const found = rows[0] ?? { zone: 'UTC', hours: [], holidays: [] }
  return found.hours.length > 0 ? found : { ...found, hours: USUAL }
}

const minutesText = (at: number): string => new Date(at).toISOString()

/** A new stretch of minutes from now on. */
export async function startClock(
  ctx: Ctx,
  { depotId, type }: Pick<Case, 'depotId' | 'type'>,
  left?: number | null,
): Promise<Clock> {
  const clockLeft = left ?? (await answerMinutes(ctx, type))
  const { at } = dueAfter(await hoursOf(ctx, depotId), now(), clockLeft)
  return { clockFrom: minutesText(now()), clockLeft, dueAt: minutesText(at) }
}

async function answerMinutes(ctx: Ctx, type: string): Promise<number> {
  const { rows } = await sql<{ hours: number }>`select t.answer_hours as hours
    from ${asSystem(ctx, ctx.principal.tenantId).rows('caseTerm').as('t')}
    where t.type = ${type}`.execute(ctx.db)
  return (rows[0]?.hours ?? ANSWER_HOURS) * 60
}

/**
 * What a change of status does to the time to answer: it waits with what is left while the customer
 * is waited for, and begins again once a case was done with.
 */
export async function clockAt(ctx: Ctx, row: Case, status: CaseStatus): Promise<Partial<Clock>> {
  const runs = RUNNING.includes(status)
  const ran = row.clockFrom !== null
  if (runs === ran) return {}
  if (runs) return startClock(ctx, row, row.clockLeft)
  if (status !== 'waitingCustomer') return { clockFrom: null, clockLeft: null, dueAt: null }
  const spent = openMinutes(await hoursOf(ctx, row.depotId), Date.parse(row.clockFrom!), now())
  return { clockFrom: null, clockLeft: Math.max(0, (row.clockLeft ?? 0) - spent), dueAt: null }
}

/** A time set by hand, as the minutes that lead to it. */
export async function clockTo(ctx: Ctx, row: Case, dueAt: string): Promise<Clock> {
  const left = openMinutes(await hoursOf(ctx, row.depotId), now(), Date.parse(dueAt))
  return { clockFrom: minutesText(now()), clockLeft: left, dueAt }
}

/** How the time to answer comes about, day by day. */
export async function explainClock(ctx: Ctx, row: Case): Promise<ClockDay[]> {
  if (row.clockFrom === null || row.clockLeft === null) return []
  return dueAfter(await hoursOf(ctx, row.depotId), Date.parse(row.clockFrom), row.clockLeft).days
}
