import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { depotDesk } from '#contracts/parties/depot-desk.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { lockDepot, nextVersion } from './lock-depot.ts'
import { holidaysOf, hoursOf } from './read-hours.ts'

type Sent = In<typeof depotDesk.saveHours>

/** The week and the holidays as they were sent; holidays longer ago than a month stay. */
export function saveHours(ctx: Ctx, sent: Sent): Promise<Out<typeof depotDesk.saveHours>> {
  const { id, version, hours, holidays } = sent
  return inTx(ctx, async (tx) => {
    await lockDepot(tx, id, version)
    const issues = [...weekIssues(hours), ...holidayIssues(holidays)]
    if (issues.length > 0) failFields(issues)
    const before = { hours: await hoursOf(tx, id), holidays: await holidaysOf(tx, id) }
    await sql`delete from depot_hours as h
      where ${tx.rows('depotHours').where('h')} and h.depot_id = ${id}`.execute(tx.db)
    await sql`insert into depot_hours (tenant_id, depot_id, weekday, opens, closes)
      select ${tx.principal.tenantId}, ${id}, x.weekday, x.opens, x.closes
      from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb)
        as x(weekday int, opens text, closes text)`.execute(tx.db)
    await sql`delete from depot_holiday as h
      where ${tx.rows('depotHoliday').where('h')} and h.depot_id = ${id}
        and (h.day >= ${await businessDay(tx)}::date - 31
          or h.day = any(${holidays.map(({ day }) => day)}::date[]))`.execute(tx.db)
    await sql`insert into depot_holiday (tenant_id, depot_id, day, name, opens, closes)
      select ${tx.principal.tenantId}, ${id}, x.day, x.name, x.opens, x.closes
      from jsonb_to_recordset(${JSON.stringify(holidays)}::jsonb)
        as x(day date, name text, opens text, closes text)`.execute(tx.db)
    const after = { hours: await hoursOf(tx, id), holidays: await holidaysOf(tx, id) }
    await tx.audit('depot', id, 'edit', before, after)
    return { version: await nextVersion(tx, id) }
  })
}

function weekIssues(hours: Sent['hours']): RawIssue[] {
  return hours.flatMap(({ weekday, opens, closes }, at): RawIssue[] => {
    const path = `hours.${at}.closes`
    if (opens >= closes) return [{ path, code: 'depot.hoursReversed' }]
    const clash = hours.some(
      (other, index) =>
        index !== at && other.weekday === weekday && other.opens < closes && opens < other.closes,
    )
    return clash ? [{ path: `hours.${at}.opens`, code: 'depot.hoursOverlap' }] : []
  })
}

function holidayIssues(holidays: Sent['holidays']): RawIssue[] {
  const seen = new Set<string>()
  return holidays.flatMap(({ day, opens, closes }, at): RawIssue[] => {
    if (seen.has(day))
      return [{ path: `holidays.${at}.day`, code: 'field.duplicate', data: { value: day } }]
    seen.add(day)
    const path = `holidays.${at}.closes`
    if ((opens === null) !== (closes === null)) return [{ path, code: 'field.required' }]
    return opens !== null && closes !== null && opens >= closes
      ? [{ path, code: 'depot.hoursReversed' }]
      : []
  })
}
