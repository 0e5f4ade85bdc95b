import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { columnsOn } from '#server/kit/resource/list-query.ts'
import { totalRows, ordering, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { selection, wireRows } from '#server/kit/resource/resource-rows.ts'
import { tenantsOfUsers } from './across-tenants.ts'

interface Links {
  id: string
  departIds: string[]
  departNames: string[]
  roleIds: string[]
  roleNames: string[]
  posts: string[]
  postNames: string[]
  depotIds: string[]
  depotNames: string[]
  leads: string[]
  leadNames: string[]
}

/**
 * Users of the caller's tenant that are not in the bin; account managers and departments see no
 * other customers' people.
 */
export function activeUsers(
  ctx: Ctx,
  { deleted = false }: { deleted?: boolean } = {},
): RawBuilder<SqlBool>[] {
  const own =
    ctx.principal.dataScope === 'sales' || ctx.principal.dataScope === 'depart'
      ? [
          sql<SqlBool>`(t.customer_id is null
              or t.customer_id in (select c.id from ${ctx.rows('customer').as('c')}))`,
        ]
      : []
  return [sql<SqlBool>`t.del_flag = ${deleted ? 1 : 0}`, ...own]
}

/** What else lists of users add to their filters. */
export const userHooks: Hooks<typeof userList> = { listQuery: (ctx) => activeUsers(ctx) }

/** Rows on the wire, with departments, roles, positions and depots by id and by name. */
export async function userRows(
  ctx: Ctx,
  raw: readonly Record<string, unknown>[],
): Promise<UserRow[]> {
  if (raw.length === 0) return []
  const rows = await wireRows(ctx, userList, raw)
  const links = new Map(
    (
      await linksOf(
        ctx,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const tenants = await tenantsOfUsers(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = links.get(row.id)!
    const list = (values: readonly string[]) => values.join(',')
    return {
      ...(row as RowOf<typeof userList> & Pick<UserRow, 'username' | 'realname'>),
      orgCodeTxt: list(own.departNames),
      selecteddeparts: list(own.departIds),
      selectedroles: list(own.roleIds),
      roles_dictText: list(own.roleNames),
      post: list(own.posts),
      post_dictText: list(own.postNames),
      departIds: list(own.leads),
      departIds_dictText: list(own.leadNames),
      depotIds: list(own.depotIds),
      depotIds_dictText: list(own.depotNames),
      relTenantIds: list(tenants.get(row.id)!),
    }
  })
}

async function linksOf(ctx: Ctx, ids: readonly string[]): Promise<Links[]> {
  const named = (column: string) => nameIn(ctx.lang, column)
  const departs = sql`${ctx.rows('sysUserDepart').as('ud')} join sys_depart d
    on d.tenant_id = ud.tenant_id and d.id = ud.depart_id where ud.user_id = u.id`
  const roles = sql`${ctx.rows('sysUserRole').as('ur')} join sys_role r
    on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.user_id = u.id and r.owner_user_id is null`
  const posts = sql`${ctx.rows('sysUserPosition').as('up')} join sys_position p
    on p.tenant_id = up.tenant_id and p.id = up.position_id where up.user_id = u.id`
  const depots = sql`${ctx.rows('sysUserDepot').as('uw')} join depot w on w.tenant_id = uw.tenant_id
    and w.id = uw.depot_id where uw.user_id = u.id`
  const leads = sql`${ctx.rows('sysDepart').as('l')} where l.id = any(u.depart_ids)`
  const found = await sql<Links>`select u.id,
      array(select d.id::text from ${departs} order by d.org_code) as depart_ids,
      array(select ${named('d.depart_name')} from ${departs} order by d.org_code) as depart_names,
      array(select r.id::text from ${roles} order by r.id) as role_ids,
      array(select ${named('r.role_name')} from ${roles} order by r.id) as role_names,
      array(select p.code from ${posts} order by p.code) as posts,
      array(select ${named('p.name')} from ${posts} order by p.code) as post_names,
      array(select w.id::text from ${depots} order by w.code) as depot_ids,
      array(select w.code from ${depots} order by w.code) as depot_names,
      array(select l.id::text from ${leads} order by l.org_code) as leads,
      array(select ${named('l.depart_name')} from ${leads} order by l.org_code) as lead_names
    from ${ctx.rows('sysUser').as('u')} where u.id = any(${ids}::bigint[])`.execute(ctx.db)
  return found.rows
}

const column = columnsOn('t', userList.fields)

/** A page of users under these conditions on `t`. */
export async function userPage(
  ctx: Ctx,
  query: ListQuery,
  where: readonly RawBuilder<SqlBool>[],
): Promise<Page<UserRow>> {
  const from = sql`from ${ctx.rows('sysUser').as('t')} where ${sql.join(where, sql` and `)}`
  const { offset, limit } = paging(query)
  const asked = ordering(userList.fields, query, column)
  // Colleagues before the people of customers, unless another order is asked for.
  const order = query.column ? asked : sql`t.customer_id is not null, ${asked}`
  const found = await sql<
    Record<string, unknown>
  >`select ${selection(userList, ctx)} from (select t.* ${from} order by ${order} limit ${limit} offset ${offset}) as t
    order by ${order}`.execute(ctx.db)
  const records = await userRows(ctx, found.rows)
  return pageResult(records, await totalRows(ctx, from, { offset, limit }, records.length), query)
}

/** All users under these conditions, by name; at most a thousand. */
export async function usersWhere(
  ctx: Ctx,
  where: readonly RawBuilder<SqlBool>[],
): Promise<UserRow[]> {
  const found = await sql<
    Record<string, unknown>
  >`select ${selection(userList, ctx)} from ${ctx.rows('sysUser').as('t')}
    where ${sql.join(where, sql` and `)} order by t.realname,
      t.id limit 1000`.execute(ctx.db)
  return userRows(ctx, found.rows)
}

export const userById = async (ctx: Ctx, id: string): Promise<UserRow | null> =>
  (await usersWhere(ctx, [sql<SqlBool>`t.id = ${id}`]))[0] ?? null
