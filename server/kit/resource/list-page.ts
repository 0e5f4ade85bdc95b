import { sql, type RawBuilder } from 'kysely'
import { COUNT_CAP, type ListQuery, type Page } from '#contracts/kit/page.ts'
import { type Fields } from '#contracts/kit/field.ts'
import type { Ctx } from '../access/ctx.ts'
import { fail } from '../http/errors.ts'
import { shareCalls } from '../db/batch-calls.ts'
import { openTransaction } from '../db/open-transaction.ts'
import { type ColumnMap } from './list-query.ts'

/**
 * Deepest row a page may start at; beyond it the answer asks for a filter (keyset paging is for
 * exports).
 */
export const OFFSET_MAX = 10_000

/**
 * `order by` of a list: a sortable field of the definition, newest first otherwise; the id settles
 * ties.
 */
export function ordering(
  fields: Fields,
  query: ListQuery,
  column: ColumnMap,
  fallback: { column: string; order: 'asc' | 'desc' } = { column: 'createTime', order: 'desc' },
): RawBuilder<unknown> {
  const requested = query.column?.replace(/_dictText$/, '')
  const known =
    requested !== undefined &&
    ((Object.hasOwn(fields, requested) && fields[requested]?.sort === true) ||
      requested === 'createTime' ||
      requested === 'updateTime')
  const name = known ? requested : fallback.column
  const down = (known ? (query.order ?? 'desc') : fallback.order) === 'desc'
  return down
    ? sql`${column(name)} desc, ${column('id')} desc`
    : sql`${column(name)} asc, ${column('id')} asc`
}

/** Offset and limit of the asked page; too deep is refused with advice rather than made slow. */
export function paging(query: ListQuery): { offset: number; limit: number } {
  const offset = (query.pageNo - 1) * query.pageSize
  if (offset >= OFFSET_MAX && offset > 0) fail('list.tooDeep', { max: OFFSET_MAX })
  return { offset, limit: query.pageSize }
}

/** How long "10,000+" holds. */
const OVER_MS = 60_000
const CACHED_MAX = 1_000

/**
 * When a count was last found to be over the cap, by its statement and values, the caller's reach
 * among them.
 */
const over = new Map<string, number>()

/** By the executor of an app: the same count, asked for by several at the same moment. */
const counts = new WeakMap<object, ReturnType<typeof shareCalls<number>>>()

/**
 * Counts what a list's `from` finds and stops looking at the cap. More than the cap reads "10,000+"
 * whatever it is exactly: such an answer holds for a minute, so leafing through a long list counts
 * it once. Those who ask the same while one is counted share the next count, which begins after
 * they asked.
 */
export async function countRows(
  { db }: Pick<Ctx, 'db'>,
  from: RawBuilder<unknown>,
): Promise<number> {
  const count = sql<{
    total: number
  }>`select count(*)::int as total
    from (select 1 ${from} limit ${sql.lit(COUNT_CAP + 1)}) as counted`.compile(db)
  const key = JSON.stringify([count.sql, count.parameters])
  const at = performance.now()
  if (at - (over.get(key) ?? -Infinity) < OVER_MS) return COUNT_CAP + 1
  const run = async () => (await db.getExecutor().executeQuery(count)).rows[0]?.total ?? 0
  // A transaction counts what it sees itself.
  const total = openTransaction() ? await run() : await shared(db, key, run)
  if (total <= COUNT_CAP) return total
  if (over.size >= CACHED_MAX) over.clear()
  over.set(key, at)
  return total
}

function shared(executor: object, key: string, run: () => Promise<number>): Promise<number> {
  let share = counts.get(executor)
  if (!share) counts.set(executor, (share = shareCalls()))
  return share(key, run)
}

/**
 * The capped number of all rows of a list, of which a page found so many: a last page gives it
 * itself.
 */
export async function totalRows(
  ctx: Pick<Ctx, 'db'>,
  from: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
  found: number,
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found
  return await countRows(ctx, from)
}

export function pageResult<R>(
  records: R[],
  total: number,
  query: ListQuery,
  missing?: string[],
): Page<R> {
  const capped = total > COUNT_CAP
  const shown = capped ? COUNT_CAP : total
  return {
    records,
    total: shown,
    size: query.pageSize,
    current: query.pageNo,
    pages: Math.ceil(shown / query.pageSize),
    capped,
    ...(missing ? { missing } : {}),
  }
}
