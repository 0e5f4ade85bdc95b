import { sql, type RawBuilder } from 'kysely'
import type { Fields } from '#contracts/kit/field.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '../access/ctx.ts'
import type { ColumnMap } from './list-query.ts'

/**
 * Of the values a list was asked for one by one (`missing` names the text field, its `_MultiString`
 * the values): those that none of the rows the whole filter leaves has. Not asked for: undefined.
 */
export async function missingValues(
  ctx: Pick<Ctx, 'db'>,
  fields: Fields,
  query: ListQuery,
  column: ColumnMap,
  from: RawBuilder<unknown>,
): Promise<string[] | undefined> {
  const name = query.missing
  if (typeof name !== 'string' || !Object.hasOwn(fields, name)) return undefined
  const list = query[`${name}_MultiString`]
  if (fields[name]?.type !== 'text' || !fields[name].filter || typeof list !== 'string')
    return undefined
  const found = await sql<{
    value: string | null
  }>`select distinct ${column(name)} as value ${from}`.execute(ctx.db)
  const known = new Set(found.rows.map((row) => row.value))
  return [
    ...new Set(
      list
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    ),
  ].filter((value) => !known.has(value))
}
