import { sql, type SqlBool } from 'kysely'
import { departmentList, type departments } from '#contracts/platform/departments/departments.ts'
import type { DepartId, DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { departNodes, ledByMe, treeOf } from './depart-rows.ts'

type Calls = typeof departments
const OPTIONS_MAX = 50

export async function queryTreeList(ctx: Ctx): Promise<Out<Calls['queryTreeList']>> {
  return treeOf(await departNodes(ctx))
}

export async function queryIdTree(ctx: Ctx): Promise<Out<Calls['queryIdTree']>> {
  const ids = (nodes: readonly DepartNode[]): DepartId[] =>
    nodes.map(({ key, value, title, children }) => ({
      key,
      value,
      title,
      children: children && ids(children),
    }))
  return ids(await queryTreeList(ctx))
}

/**
 * The client branches on the message (wire.md §7.2): "2" for a superior, "1" for all others.
 */
export async function queryMyDeptTreeList(ctx: Ctx): Promise<EnvelopeReply> {
  const led = await ledByMe(ctx)
  return led
    ? new EnvelopeReply(CODES.ok, 'depart.superior', {}, treeOf(await departNodes(ctx, led)))
    : new EnvelopeReply(CODES.ok, 'depart.member', {}, null)
}

export async function searchBy(
  ctx: Ctx,
  { keyWord, myDeptSearch }: In<Calls['searchBy']>,
): Promise<Out<Calls['searchBy']>> {
  const called = await calledSo(ctx, departmentList, keyWord, { names: ['departName'] }, 'd')
  const mine = myDeptSearch ? ((await ledByMe(ctx)) ?? sql<SqlBool>`false`) : sql<SqlBool>`true`
  const found =
    keyWord === ''
      ? []
      : await departNodes(ctx, sql<SqlBool>`(${called} or d.org_code = ${keyWord}) and ${mine}`)
  if (found.length === 0) fail('depart.noMatch')
  return found
}

export async function listAll(ctx: Ctx): Promise<Out<Calls['listAll']>> {
  return departNodes(ctx)
}

export async function getDepartName(
  ctx: Ctx,
  { orgCode }: In<Calls['getDepartName']>,
): Promise<Out<Calls['getDepartName']>> {
  return (await departNodes(ctx, sql<SqlBool>`d.org_code = ${orgCode}`))[0] ?? null
}

/** For pickers: by words in name or code, or the names of given ids. */
export async function options(
  ctx: Ctx,
  { keyword, ids }: In<Calls['options']>,
): Promise<Out<Calls['options']>> {
  const requested = ids
    ? sql`d.id = any(${ids}::bigint[])`
    : await calledSo(ctx, departmentList, keyword ?? '', { names: ['departName', 'orgCode'] }, 'd')
  const found = await sql<{
    id: string
    name: string
    code: string
  }>`select d.id,
      coalesce(case when ${ctx.lang === 'en_US'} then d.depart_name_en end, d.depart_name) as name,
      d.org_code as code
    from ${ctx.rows('sysDepart').as('d')} where ${requested} order by d.org_code
    limit ${OPTIONS_MAX}`.execute(ctx.db)
  return found.rows.map(({ id, name, code }) => ({ value: id, text: `${code} ${name}` }))
}
