import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { snake } from '#contracts/kit/entity.ts'
import type { Tx } from '../access/ctx.ts'
import type { TableName } from '../access/rows.ts'

/** Ids of rows and of their copies. */
export type Copies = ReadonlyMap<string, string>

export interface CopyOptions {
  /** A condition on `r`. */
  where: RawBuilder<SqlBool>
  /** Columns of the copies that have another value: the same for all, or by row. */
  change?: Readonly<Record<string, unknown>> | ((id: string) => Readonly<Record<string, unknown>>)
  /** Columns that point at copied rows: they point at the copies, and stay where there is none. */
  follow?: Readonly<Record<string, Copies>>
}

/**
 * Rows once more with all their columns, whatever is added to the table later; the copies are new
 * rows, made by the caller. Within the caller's reach, in the order of their ids.
 */
export async function copyRows(
  tx: Tx,
  table: TableName,
  { where, change = {}, follow = {} }: CopyOptions,
): Promise<Copies> {
  const name = snake(table)
  const followed = Object.keys(follow)
  const named = followed.map(
    (column) => sql`, ${sql.ref(`r.${column}`)}::text as ${sql.id(column)}`,
  )
  const found = await sql`select
      r.id::text as id, nextval(pg_get_serial_sequence(${name}, 'id'))::text as next
      ${sql.join(named, sql``)}
    from ${tx.rows(table).as('r')} where ${where} order by r.id`.execute(tx.db)
  const rows = found.rows as ({ id: string; next: string } & Record<string, string | null>)[]
  if (rows.length === 0) return new Map()
  const copies = rows.map(({ id, next, ...row }) => ({
    id,
    patch: {
      ...Object.fromEntries(
        followed.map((column) => {
          const at = row[camel(column)] ?? null
          return [column, at === null ? null : (follow[column]?.get(at) ?? at)]
        }),
      ),
      ...(typeof change === 'function' ? change(id) : change),
      id: next,
      version: 1,
      create_by: tx.principal.username,
      update_by: null,
      update_time: null,
    },
  }))
  await sql`insert into ${sql.table(name)} select c.*
    from ${tx.rows(table).as('r')}
    join json_to_recordset(${JSON.stringify(copies)}::json) as x(id bigint, patch jsonb)
      on x.id = r.id
    cross join lateral jsonb_populate_record(null::${sql.table(name)},
      to_jsonb(r) || jsonb_build_object('create_time', now()) || x.patch) as c
    order by r.id`.execute(tx.db)
  return new Map(rows.map(({ id, next }) => [id, next]))
}

const camel = (column: string) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
