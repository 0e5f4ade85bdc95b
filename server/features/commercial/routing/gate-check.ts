import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { GATES_NAMED_MAX, type routing } from '#contracts/commercial/zones/routing.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/**
 * Gates that routing tables of today or later name, and which of them a depot has not. A routing row
 * names no depot of ours, so that a gate of another depot is named with it.
 */
export async function checkGates(
  ctx: Ctx,
  { depotId }: In<typeof routing.gateCheck>,
): Promise<Out<typeof routing.gateCheck>> {
  const depot = await sql`select 1 from ${ctx.rows('depot').as('d')}
    where d.id = ${depotId}`.execute(ctx.db)
  if (depot.rows.length === 0) failMissing()
  const found = await sql<{
    gate: string
    rows: number
    sortCodes: string[]
    tables: string[]
    elsewhere: string[]
  }>`with named as (
      select c.gate, count(*)::int as rows, (array_agg(distinct c.sort_code))[1:50] as sort_codes,
        array_agg(distinct t.name) as tables
      from ${ctx.rows('routingTable').as('t')} join ${ctx.rows('routingCode').as('c')}
        on c.table_id = t.id
      where c.gate is not null and (t.valid_to is null or t.valid_to >= ${await businessDay(ctx)}::date)
      group by c.gate)
    select n.gate, n.rows, n.sort_codes, n.tables,
      coalesce((select array_agg(d.code order by d.code)
        from ${ctx.rows('depotGate').as('o')} join ${ctx.rows('depot').as('d')}
          on d.id = o.depot_id
        where o.code = n.gate and o.enabled and o.depot_id <> ${depotId}), '{}') as elsewhere
    from named n
    where not exists (select 1 from ${ctx.rows('depotGate').as('g')}
      where g.depot_id = ${depotId} and g.code = n.gate and g.enabled)
    order by n.rows desc, n.gate limit ${GATES_NAMED_MAX}`.execute(ctx.db)
  return { missing: found.rows }
}
