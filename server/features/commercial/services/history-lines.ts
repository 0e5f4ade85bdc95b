import { sql } from 'kysely'
import { mayReadPast } from '#server/features/platform/logs/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

export type Change = Readonly<Record<string, readonly [before: unknown, after: unknown]>>
export interface Line {
  id: string
  dataTable: string
  dataId: string
  action: 'add' | 'edit' | 'delete'
  diff: Change
  who: string | null
  whoName: string | null
  byPlatform: boolean
  at: string
}

/** Prices of a table edited one by one whose past is looked up. */
const CELLS_MAX = 5_000

/** What a service is made of, as table and id; of price tables only what the caller may read. */
async function partsOf(ctx: Ctx, serviceId: string): Promise<{ table: string; id: string }[]> {
  const fees = sql`select f.id from ${ctx.rows('fee').as('f')} where f.service_id = ${serviceId}
    or exists (select 1 from ${ctx.rows('deliveryService').as('s')}
      where s.id = ${serviceId} and s.fee_id = f.id)`
  const zones = sql`select p.id from ${ctx.rows('deliveryPartition').as('p')}
    where p.service_id = ${serviceId}`
  const found = await sql<{ table: string; id: string }>`
    select 'delivery_service' as table, ${serviceId}::text as id
    union all select 'service_rule', r.id::text from ${ctx.rows('serviceRule').as('r')}
      where r.service_id = ${serviceId}
    union all select 'delivery_partition', z.id::text from (${zones}) as z
    union all select 'partition_config', c.id::text from ${ctx.rows('partitionConfig').as('c')}
      where c.partition_id in (${zones})
    union all select 'number_segment', n.id::text from ${ctx.rows('numberSegment').as('n')}
      where n.service_id = ${serviceId}
    union all select 'fee', f.id::text from (${fees}) as f
    union all select 'fee_version', v.id::text from ${ctx.rows('feeVersion').as('v')}
      where v.fee_id in (${fees})
    union all select 'surcharge', x.id::text from ${ctx.rows('surcharge').as('x')}
      where x.fee_id in (${fees})
    union all (select 'fee_cell', g.id::text from ${ctx.rows('feeCell').as('g')}
      where g.fee_id in (${fees}) order by g.id desc limit ${CELLS_MAX})`.execute(ctx.db)
  return found.rows.filter(({ table }) => mayReadPast(ctx, table))
}

/** Parts that are gone name what they were a part of. */
const GONE: Readonly<Record<string, readonly [of: string, field: string]>> = {
  service_rule: ['delivery_service', 'serviceId'],
  delivery_partition: ['delivery_service', 'serviceId'],
  number_segment: ['delivery_service', 'serviceId'],
  partition_config: ['delivery_partition', 'partitionId'],
  surcharge: ['fee', 'feeId'],
  fee_cell: ['fee', 'feeId'],
}

const SELECTED = sql`l.id, l.table_name as data_table, l.row_id as data_id, l.action, l.diff,
  l.actor as who, l.at,
  (select u.realname from sys_user u where u.id = l.actor_id) as who_name,
  exists (select 1 from sys_user p where p.tenant_id = 0 and p.id = l.actor_id) as by_platform`

/** Lines of the data log about a service and its parts, the newest first. */
export async function linesAbout(
  ctx: Ctx,
  serviceId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Line[]> {
  const parts = await partsOf(ctx, serviceId)
  const idsOf = (table: string) => parts.flatMap((one) => (one.table === table ? [one.id] : []))
  const gone: string[] = []
  for (const [table, [of, field]] of Object.entries(GONE))
    if (mayReadPast(ctx, table)) gone.push(...(await deletedOf(ctx, table, field, idsOf(of))))
  const found = await sql<Line>`select ${SELECTED} from ${ctx.rows('dataLog').as('l')}
    where (l.id = any(${gone}::bigint[]) or l.id in (
        select o.id from unnest(${parts.map(({ table }) => table)}::text[],
            ${parts.map(({ id }) => id)}::text[]) as x(name, part)
          join ${ctx.rows('dataLog').as('o')} on o.table_name = x.name and o.row_id = x.part))
      and (${before}::bigint is null or l.id < ${before}::bigint)
    order by l.id desc limit ${limit}`.execute(ctx.db)
  return found.rows
}

async function deletedOf(
  ctx: Ctx,
  table: string,
  field: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await sql<{ id: string }>`select l.id from ${ctx.rows('dataLog').as('l')}
    where l.table_name = ${table} and l.action = 'delete'
      and l.diff -> ${field}::text ->> 0 = any(${ids}::text[])`.execute(ctx.db)
  return found.rows.map(({ id }) => id)
}
