import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { depotDesk } from '#contracts/parties/depot-desk.ts'
import { weekText, type Holiday, type WeekPeriod } from '#contracts/parties/depot-hours.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { addressLines, type DepotAddress } from './address-lines.ts'

/** Where a depot is and when it is open. */
export async function readHours(
  ctx: Ctx,
  { id }: In<typeof depotDesk.hours>,
): Promise<Out<typeof depotDesk.hours>> {
  const depot = await sql<
    DepotAddress & { id: string; version: number; timeZone: string }
  >`select d.id, d.version, d.time_zone, d.code, d.paper_name, d.contact, d.phone, d.street, d.house,
      d.postal_code, d.city, d.state, d.country
    from ${ctx.rows('depot').as('d')} where d.id = ${id}`.execute(ctx.db)
  const row = depot.rows[0] ?? failMissing()
  const hours = await hoursOf(ctx, id)
  return {
    id: row.id,
    version: row.version,
    timeZone: row.timeZone,
    address: addressLines(row),
    hours,
    holidays: await holidaysOf(ctx, id),
    text: weekLine(ctx.lang, hours),
  }
}

export async function hoursOf(ctx: Ctx, depotId: string): Promise<WeekPeriod[]> {
  const found = await sql<WeekPeriod>`select h.weekday, h.opens, h.closes
    from ${ctx.rows('depotHours').as('h')} where h.depot_id = ${depotId}
    order by h.weekday, h.opens`.execute(ctx.db)
  return found.rows
}

/** Of the last month and to come: what is older is kept and not shown. */
export async function holidaysOf(ctx: Ctx, depotId: string): Promise<Holiday[]> {
  const found = await sql<Holiday>`select h.day::text as day, h.name, h.opens, h.closes
    from ${ctx.rows('depotHoliday').as('h')}
    where h.depot_id = ${depotId} and h.day >= ${await businessDay(ctx)}::date - 31 order by h.day`.execute(
    ctx.db,
  )
  return found.rows
}

const weekLine = (lang: Lang, hours: readonly WeekPeriod[]): string =>
  weekText(hours, (weekday) => translate(lang, 'depots', `weekday.${weekday}`))

/** The weeks of some depots, each in a line of the reader's language. */
export async function hoursTextOf(
  ctx: Ctx,
  depotIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await sql<WeekPeriod & { depotId: string }>`select h.depot_id, h.weekday, h.opens,
      h.closes
    from ${ctx.rows('depotHours').as('h')} where h.depot_id = any(${depotIds}::bigint[])
    order by h.weekday, h.opens`.execute(ctx.db)
  return new Map(
    [...Map.groupBy(found.rows, (row) => row.depotId)].map(([id, rows]) => [
      id,
      weekLine(ctx.lang, rows),
    ]),
  )
}
