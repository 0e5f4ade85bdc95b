import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { permissions } from '#contracts/platform/access/permissions.ts'
import { menuWith } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { byParent, grantTreeOf, menuRows, menuTree, nodeOf, type MenuRow } from './menu-rows.ts'
import { grantedTo, ROLE } from './grant-targets.ts'

type Calls = typeof permissions

export async function list(ctx: Ctx): Promise<Out<Calls['list']>> {
  return menuTree(await menuRows(ctx), ctx.lang)
}

/**
 * Entries without their branches: `children` is empty where there are some, null where there are
 * none.
 */
async function below(
  ctx: Ctx,
  requested: (row: MenuRow) => boolean,
): Promise<Out<Calls['getSystemMenuList']>> {
  const rows = await menuRows(ctx)
  const children = byParent(rows)
  return rows.filter(requested).map((row) => nodeOf(row, ctx.lang, !children.has(row.id), []))
}
export const getSystemMenuList = (ctx: Ctx) => below(ctx, (row) => row.menuType === 0)
export const getSystemSubmenu = (ctx: Ctx, { parentId }: In<Calls['getSystemSubmenu']>) =>
  below(ctx, (row) => row.parentId === parentId)
export const queryListAsync = (ctx: Ctx, { pid }: In<Calls['queryListAsync']>) =>
  below(ctx, (row) => row.parentId === (pid ?? null))

export async function getSystemSubmenuBatch(
  ctx: Ctx,
  { parentIds }: In<Calls['getSystemSubmenuBatch']>,
): Promise<Out<Calls['getSystemSubmenuBatch']>> {
  const nodes = await below(ctx, (row) => row.parentId !== null && parentIds.includes(row.parentId))
  return Object.fromEntries(Map.groupBy(nodes, (node) => node.parentId ?? ''))
}

export async function queryTreeList(ctx: Ctx): Promise<Out<Calls['queryTreeList']>> {
  return grantTreeOf(await menuRows(ctx), null, ctx.lang, false)
}

export async function checkPerms(
  ctx: Ctx,
  { perms, id }: In<Calls['checkPerms']>,
): Promise<boolean> {
  const found = await sql`select 1 from sys_permission p
      where p.perms = ${perms} and p.id is distinct from ${id ?? null}::bigint`.execute(ctx.db)
  return found.rows.length === 0
}

export async function previewMenu(
  ctx: Ctx,
  { roleId }: In<Calls['previewMenu']>,
): Promise<Out<Calls['previewMenu']>> {
  return menuWith(ctx, await grantedTo(ctx, ROLE, roleId))
}
