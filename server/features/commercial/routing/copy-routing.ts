import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { copyRows } from '#server/kit/resource/copy-rows.ts'

/** The routing tables of a service with all their codes, for another one; a file has 300,000. */
export async function copyRouting(tx: Tx, from: string, to: string): Promise<void> {
  const tables = await copyRows(tx, 'routingTable', {
    where: sql`r.service_id = ${from}`,
    change: { service_id: to },
  })
  await sql`insert into routing_code select c.*
    from ${tx.rows('routingCode').as('r')}
    join unnest(${[...tables.keys()]}::bigint[], ${[...tables.values()]}::bigint[])
      as x(id, next) on x.id = r.table_id
    cross join lateral jsonb_populate_record(null::routing_code, to_jsonb(r)
      || jsonb_build_object('id', nextval(pg_get_serial_sequence('routing_code', 'id')),
        'table_id', x.next, 'version', 1, 'create_time', now(),
        'create_by', ${tx.principal.username}::text, 'update_by', null, 'update_time', null)) as c
    order by r.id`.execute(tx.db)
  await tx.auditMany(
    'routing_table',
    'add',
    [...tables].map(([old, id]) => ({ id, before: null, after: { serviceId: to, copyOf: old } })),
  )
}
