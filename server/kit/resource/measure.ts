import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { filtersOf, type Entity } from '#contracts/kit/entity.ts'
import type { ListFilters, Look, Measure } from '#contracts/kit/measure.ts'
import { listQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '../access/ctx.ts'
import { comparableColumns } from './currency.ts'
import { conditions } from './list-query.ts'
import { entityNamed, listHookOf } from './registry.ts'
import { tableKey, visibleFields } from './resource-rows.ts'
import { boundsOf } from '#contracts/kit/zone-days.ts'

/** Who looks when, and from which IANA zone: days of a filter are days there. */
export type ZoneLook = Look & { readonly zone: string }
/** Rows of a list written by hand under its query: `from … where …`. */
export type HandRows = (ctx: Ctx, query: ListFilters) => RawBuilder<unknown>

/**
 * What makes a row of the entity's table, as `t`, one of the measure's: the filters of its list for
 * this caller.
 */
export function counted(ctx: Ctx, of: Measure, look: ZoneLook): RawBuilder<SqlBool> {
  const entity = entityOf(of)
  const query = listQuery(filtersOf(entity)).parse(listFilters(of, look))
  const filters = [
    ...conditions(visibleFields(ctx, entity.fields), query, comparableColumns(entity)),
    ...(listHookOf(entity.name)?.(ctx, query, 'list') ?? []),
  ]
  return filters.length > 0 ? sql<SqlBool>`${sql.join(filters, sql` and `)}` : sql<SqlBool>`true`
}

const entityOf = (of: Measure): Entity =>
  entityNamed(of.entity ?? '') ?? missing(of.entity ?? of.list ?? '')

function rowsOf(
  ctx: Ctx,
  of: Measure,
  look: ZoneLook,
  byHand: Readonly<Record<string, HandRows>> = {},
): RawBuilder<unknown> {
  if (of.list !== null) return (byHand[of.list] ?? missing(of.list))(ctx, listFilters(of, look))
  return sql`from ${ctx.rows(tableKey(entityOf(of).table)).as('t')} where ${counted(ctx, of, look)}`
}

/** Counts several measures in one statement, none further than `cap`. */
export async function countMeasures<K extends string>(
  ctx: Ctx,
  measures: Readonly<Record<K, Measure>>,
  look: ZoneLook,
  { cap, byHand }: { cap?: number; byHand?: Readonly<Record<string, HandRows>> } = {},
): Promise<Record<K, number>> {
  const names = Object.keys(measures) as K[]
  const counts = names.map(
    (name) =>
      sql`select ${name}::text as name,
          (select count(*)::int
            from (select 1 ${rowsOf(ctx, measures[name], look, byHand)}
              ${cap === undefined ? sql`` : sql`limit ${cap}`}) as found) as n`,
  )
  const found =
    names.length === 0
      ? []
      : (await sql<{ name: K; n: number }>`${sql.join(counts, sql` union all `)}`.execute(ctx.db))
          .rows
  return Object.fromEntries(found.map(({ name, n }) => [name, n])) as Record<K, number>
}

/** Counts a measure by its field `by`; keys are wire values. */
export async function countBy(
  ctx: Ctx,
  of: Measure,
  look: ZoneLook,
): Promise<Record<string, number>> {
  const column = comparableColumns(entityOf(of))(of.by ?? missing('by'))
  const found = await sql<{
    key: string
    n: number
  }>`select ${column}::text as key, count(*)::int as n ${rowsOf(ctx, of, look)} group by 1`.execute(
    ctx.db,
  )
  return Object.fromEntries(found.rows.map(({ key, n }) => [key, n]))
}

/**
 * The query of the measure's list, as its screen sends it: days as moments where the column is one.
 */
function listFilters(of: Measure, look: ZoneLook): ListFilters {
  const fields = entityNamed(of.entity ?? '')?.fields
  return Object.fromEntries(
    Object.entries({ ...of.fixed, ...of.filter(look) }).map(([name, value]) => {
      const [, field = '', end] = /^(\w+)_(begin|end)$/.exec(name) ?? []
      if (field !== 'createTime' && fields?.[field]?.type !== 'datetime') return [name, value]
      const { first, last } = boundsOf(value, look.zone)
      return [name, end === 'begin' ? first : last]
    }),
  )
}

function missing(name: string): never {
  throw new Error(`a measure counts no known list: ${name}`)
}
