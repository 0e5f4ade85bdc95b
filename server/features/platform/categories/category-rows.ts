import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  categoryFields,
  type CategoryNode,
  type CategoryRow,
} from '#contracts/platform/lists/categories.ts'
import { parentCode } from '#contracts/platform/departments/departments.codes.ts'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { countRows, pageResult, paging } from '#server/kit/resource/list-page.ts'

const columns = (
  ctx: Ctx,
) => sql`c.id, coalesce(c.pid::text, '0') as pid, c.name, c.name_en, c.code, c.version, c.create_by,
  c.create_time, c.update_by, c.update_time, null::text as sys_org_code,
  case when exists (select 1
    from ${ctx.rows('sysCategory').as('child')} where child.pid = c.id) then '1'
    else '0' end as has_child`

export async function categoriesWhere(
  ctx: Ctx,
  where: RawBuilder<SqlBool>,
  rest = sql``,
): Promise<CategoryRow[]> {
  return (
    await sql<CategoryRow>`select ${columns(ctx)} from ${ctx.rows('sysCategory').as('c')}
      where ${where} order by length(c.code),
        c.code ${rest}`.execute(ctx.db)
  ).rows
}
export async function categoryOf(ctx: Ctx, id: string): Promise<CategoryRow> {
  return (await categoriesWhere(ctx, sql<SqlBool>`c.id = ${id}`))[0] ?? failMissing()
}

/** The top level by pages; words look through the whole tree. */
export async function rootList(ctx: Ctx, query: ListQuery): Promise<Page<CategoryRow>> {
  const requested = conditions(categoryFields, query, columnsOn('c', categoryFields))
  const where =
    requested.length > 0
      ? sql<SqlBool>`${sql.join(requested, sql` and `)}`
      : sql<SqlBool>`c.pid is null`
  const { offset, limit } = paging(query)
  const records = await categoriesWhere(ctx, where, sql`limit ${limit} offset ${offset}`)
  return pageResult(
    records,
    await countRows(ctx, sql`from ${ctx.rows('sysCategory').as('c')} where ${where}`),
    query,
  )
}
export const childList = (ctx: Ctx, { pid }: { pid: string }): Promise<CategoryRow[]> =>
  categoriesWhere(ctx, sql<SqlBool>`c.pid = ${pid}`)

const word = (ctx: Ctx, row: CategoryRow) =>
  ctx.lang === 'en_US' ? (row.nameEn ?? row.name) : row.name
const toNode =
  (ctx: Ctx) =>
  (row: CategoryRow): CategoryNode => ({
    key: row.id,
    value: row.id,
    title: word(ctx, row),
    code: row.code,
    leaf: row.hasChild === '0',
    parentId: row.pid,
    children: null,
  })

/** Below a code, or from the top; with `async` one level, else all of it. */
export async function loadTreeRoot(
  ctx: Ctx,
  { async: lazy, pcode }: { async?: string | undefined; pcode?: string | undefined },
): Promise<CategoryNode[]> {
  const top = await under(ctx, pcode)
  if (lazy === 'true' || lazy === '1')
    return (
      await categoriesWhere(
        ctx,
        top === null ? sql<SqlBool>`c.pid is null` : sql<SqlBool>`c.pid = ${top.id}`,
      )
    ).map(toNode(ctx))
  const all = (
    await categoriesWhere(
      ctx,
      top === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`starts_with(c.code, ${top.code}) and c.id <> ${top.id}`,
    )
  ).map(toNode(ctx))
  const below = Map.groupBy(all, (node) => parentCode(node.code))
  const branch = (code: string): CategoryNode[] =>
    (below.get(code) ?? []).map((node) => ({
      ...node,
      children: node.leaf ? null : branch(node.code),
    }))
  return branch(top?.code ?? '')
}
export const loadTreeChildren = async (
  ctx: Ctx,
  { pid }: { pid: string },
): Promise<CategoryNode[]> => (await childList(ctx, { pid })).map(toNode(ctx))

/**
 * One level below an id or a code. A condition of the client's own is refused, without looking at it.
 */
export async function loadTreeData(
  ctx: Ctx,
  {
    pid,
    pcode,
    condition,
  }: { pid?: string | undefined; pcode?: string | undefined; condition?: string | undefined },
): Promise<CategoryNode[]> {
  if (condition && condition.trim() !== '') fail('category.condition')
  const top = pid && pid !== '0' ? { id: pid } : await under(ctx, pcode === '0' ? '' : pcode)
  return (
    await categoriesWhere(
      ctx,
      top === null ? sql<SqlBool>`c.pid is null` : sql<SqlBool>`c.pid = ${top.id}`,
    )
  ).map(toNode(ctx))
}

async function under(ctx: Ctx, code: string | undefined): Promise<CategoryRow | null> {
  if (!code) return null
  return (await categoriesWhere(ctx, sql<SqlBool>`c.code = ${code}`))[0] ?? fail('category.noCode')
}

/** Names in the order of the ids; one that is not there reads as its id. */
export async function loadDictItem(ctx: Ctx, { ids }: { ids: string }): Promise<string[]> {
  const requested = ids
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
    .slice(0, 200)
  const known = requested.filter((id) => /^\d{1,18}$/.test(id))
  const rows =
    known.length > 0 ? await categoriesWhere(ctx, sql<SqlBool>`c.id = any(${known}::bigint[])`) : []
  return requested
    .map((id) => rows.find((row) => row.id === id))
    .map((row, at) => (row ? word(ctx, row) : requested[at]!))
}

/** All below a code as options. */
export async function loadAllData(
  ctx: Ctx,
  { code }: { code?: string | undefined },
): Promise<{ value: string; text: string; title: string }[]> {
  const top = await under(ctx, code)
  const rows = await categoriesWhere(
    ctx,
    top === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`starts_with(c.code, ${top.code}) and c.id <> ${top.id}`,
  )
  return rows.map((row) => ({ value: row.id, text: word(ctx, row), title: word(ctx, row) }))
}

/** Fields one may be looked for by: names from the wire are looked up here. */
const ONE: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`c.id::text`,
  code: sql`c.code`,
  name: sql`c.name`,
}
export async function loadOne(
  ctx: Ctx,
  { field, val }: { field: string; val: string },
): Promise<CategoryRow | null> {
  const column = Object.hasOwn(ONE, field) ? ONE[field]! : fail('category.field')
  if (val.includes('\0')) return null
  return (await categoriesWhere(ctx, sql<SqlBool>`${column} = ${val}`, sql`limit 1`))[0] ?? null
}

/** Whether a code is below that parent. */
export async function checkCode(
  ctx: Ctx,
  { pid, code }: { pid?: string | undefined; code: string },
): Promise<null> {
  if (code === '') return null
  const row = await under(ctx, code)
  if (pid && pid !== '0' && row?.pid !== pid) {
    const top = /^\d{1,18}$/.test(pid)
      ? (await categoriesWhere(ctx, sql<SqlBool>`c.id = ${pid}`))[0]
      : undefined
    if (!top || !row?.code.startsWith(top.code)) fail('category.noCode')
  }
  return null
}
