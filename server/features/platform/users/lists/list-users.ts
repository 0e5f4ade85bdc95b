import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { users } from '#contracts/platform/people/users.calls.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { activeUsers, userById, userPage, usersWhere } from '../user-rows.ts'

type Calls = typeof users
const column = columnsOn('t', userList.fields)

/** In this department or one below it. */
export const inDepart = (
  ctx: Ctx,
  departId: string,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from ${ctx.rows('sysUserDepart').as('ud')}
  join sys_depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
  join sys_depart top on top.tenant_id = ud.tenant_id and top.id = ${departId}
  where ud.user_id = t.id and starts_with(d.org_code, top.org_code))`

/** The conditions of a list of users, those of no column included. */
export function userConditions(ctx: Ctx, query: ListQuery): RawBuilder<SqlBool>[] {
  const ids = (name: string) => {
    const list = [query[name], query[`${name}_MultiString`]]
      .filter((one) => typeof one === 'string')
      .join(',')
      .split(',')
      .filter(Boolean)
    if (list.some((id) => !/^\d{1,18}$/.test(id))) failFields([{ path: name, code: 'field.ref' }])
    return list
  }
  const [roles, departs, posts] = [ids('roleId'), ids('departId'), ids('positionId')]
  return [
    ...activeUsers(ctx),
    ...conditions(userList.fields, query, column),
    ...departs.slice(0, 1).map((id) => inDepart(ctx, id)),
    ...(roles.length > 0
      ? [
          sql<SqlBool>`exists (select 1
              from ${ctx.rows('sysUserRole').as('ur')} where ur.user_id = t.id
                and ur.role_id = any(${roles}::bigint[]))`,
        ]
      : []),
    ...(posts.length > 0
      ? [
          sql<SqlBool>`exists (select 1
              from ${ctx.rows('sysUserPosition').as('up')} where up.user_id = t.id
                and up.position_id = any(${posts}::bigint[]))`,
        ]
      : []),
    ...(query.kind === 'staff'
      ? [sql<SqlBool>`t.customer_id is null`]
      : query.kind === 'customer'
        ? [sql<SqlBool>`t.customer_id is not null`]
        : []),
  ]
}

export function listUsers(ctx: Ctx, query: ListQuery): Promise<Out<Calls['list']>> {
  return userPage(ctx, query, userConditions(ctx, query))
}

export async function readUser(
  ctx: Ctx,
  { id }: In<Calls['queryById']>,
): Promise<Out<Calls['queryById']>> {
  return (
    (await usersWhere(ctx, [...activeUsers(ctx), sql<SqlBool>`t.id = ${id}`]))[0] ?? failMissing()
  )
}

export function readUsers(
  ctx: Ctx,
  { userIds }: In<Calls['queryByIds']>,
): Promise<Out<Calls['queryByIds']>> {
  return usersWhere(ctx, [...activeUsers(ctx), sql<SqlBool>`t.id = any(${userIds}::bigint[])`])
}

/**
 * To choose from: by name or sign-in name. A name asked for by id is also given for a user who
 * left.
 */
export async function userOptions(
  ctx: Ctx,
  { keyword, ids }: In<Calls['options']>,
): Promise<Out<Calls['options']>> {
  const requested = ids
    ? sql`t.id = any(${ids}::bigint[])`
    : sql.join(
        [
          ...activeUsers(ctx),
          await calledSo(ctx, userList, keyword ?? '', {
            names: ['realname'],
            codes: ['username'],
          }),
        ],
        sql` and `,
      )
  return (
    await sql<{
      value: string
      text: string
    }>`select t.id as value, t.realname as text
      from ${ctx.rows('sysUser').as('t')} where ${requested} order by t.realname, t.id
      limit 50`.execute(ctx.db)
  ).rows
}

/**
 * Clients of this family ask for an id before they send the form; ours is given by the database.
 */
export function generateUserId(): Promise<string> {
  return Promise.resolve(randomBytes(16).toString('hex'))
}

export async function queryUserRole(
  ctx: Ctx,
  { userid }: In<Calls['queryUserRole']>,
): Promise<string[]> {
  const roles = (await userById(ctx, userid))?.selectedroles
  return roles ? roles.split(',') : fail('user.noRoles')
}

export async function userDepartList(
  ctx: Ctx,
  { userId }: In<Calls['userDepartList']>,
): Promise<Out<Calls['userDepartList']>> {
  const name =
    ctx.lang === 'en_US' ? sql`coalesce(d.depart_name_en, d.depart_name)` : sql`d.depart_name`
  const found = await sql<{
    id: string
    name: string
  }>`select d.id, ${name} as name from ${ctx.rows('sysUserDepart').as('ud')}
    join sys_depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
    where ud.user_id = ${userId} order by d.org_code`.execute(ctx.db)
  if (found.rows.length === 0) fail('user.noDeparts')
  return found.rows.map(({ id, name: title }) => ({ key: id, value: id, title, children: [] }))
}
