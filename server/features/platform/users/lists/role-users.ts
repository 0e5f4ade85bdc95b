import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { roleUsers } from '#contracts/platform/people/users.departments.ts'
import { userList } from '#contracts/platform/people/users.ts'
import {
  requireGrantable,
  rolesWithRights,
  type RoleSource,
} from '#server/features/platform/roles/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing, Refusal } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockUser, requireAdministratorLeft, requireBelow, requireMasked } from '../lock-user.ts'
import { userConditions } from './list-users.ts'
import { userPage } from '../user-rows.ts'

type Calls = typeof roleUsers
const holds = (ctx: Ctx, roleId: string) =>
  sql<SqlBool>`exists (select 1
      from ${ctx.rows('sysUserRole').as('held')} where held.user_id = t.id
        and held.role_id = ${roleId})`

export function userRoleList(ctx: Ctx, query: ListQuery): Promise<Out<Calls['userRoleList']>> {
  return userPage(ctx, query, userConditions(ctx, query))
}

const isForCustomers = ({ dataScope }: RoleSource) =>
  dataScope === 'customer' || dataScope === 'sub'
async function role(ctx: Ctx, id: string): Promise<RoleSource> {
  const [found] = await rolesWithRights(ctx, [id])
  return found && found.ownerUserId === null ? found : failMissing()
}

export async function roleCandidates(
  ctx: Ctx,
  { roleId, keyword }: In<Calls['candidates']>,
): Promise<Out<Calls['candidates']>> {
  const customers = isForCustomers(await role(ctx, roleId))
  const called = await calledSo(ctx, userList, keyword ?? '', {
    names: ['realname', 'username'],
    codes: ['workNo'],
  })
  return (
    await sql<{
      value: string
      text: string
    }>`select t.id as value, t.realname || ' (' || t.username || ')' as text
      from ${ctx.rows('sysUser').as('t')}
    where t.del_flag = 0 and (t.customer_id is not null) = ${customers} and t.parent_user_id is null
      and not ${holds(ctx, roleId)} and ${called} order by t.realname, t.id limit 50`.execute(
      ctx.db,
    )
  ).rows
}

/**
 * Gives a role to people, each by themselves. Neither the role nor its new holder may stand above
 * the caller.
 */
export function addSysUserRole(
  ctx: Ctx,
  { roleId, userIdList }: In<Calls['addSysUserRole']>,
): Promise<BulkResult> {
  return eachRow(ctx, userIdList, async (tx, id) => {
    const user = await lockUser(tx, id)
    if (user.parentUserId !== null) fail('user.subRoles', { label: user.realname })
    await requireBelow(tx, user)
    await inWords(user.realname, () =>
      requireGrantable(tx, [roleId], { customer: user.customerId !== null, path: 'roleId' }),
    )
    const done = await sql`insert into sys_user_role (tenant_id, user_id, role_id)
        values (${tx.principal.tenantId}, ${id}, ${roleId}) on conflict do nothing`.execute(tx.db)
    await requireMasked(tx, { id, label: user.realname })
    if (done.numAffectedRows === 1n) await notifyRoleChange(tx, id, { before: null, after: roleId })
    return user.realname
  })
}

/** A refused field has no place in a list of people: its words are the row's. */
async function inWords<R>(label: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    const issue = error instanceof Refusal ? error.issues[0] : undefined
    if (issue) fail(issue.code, { ...issue.data, label })
    throw error
  }
}

async function notifyRoleChange(
  tx: Tx,
  userId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  await tx.audit('sys_user', userId, 'edit', { role: before }, { role: after })
  await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: [userId] })
}

export async function deleteUserRole(
  ctx: Ctx,
  { roleId, userId }: In<Calls['deleteUserRole']>,
): Promise<null> {
  await removeUsers(ctx, roleId, userId)
  return null
}

export function deleteUserRoles(
  ctx: Ctx,
  { roleId, userIds }: In<Calls['deleteUserRoleBatch']>,
): Promise<BulkResult> {
  return eachRow(ctx, userIds, (tx, id) => removeUsers(tx, roleId, id))
}

function removeUsers(ctx: Ctx, roleId: string, userId: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const locked = await role(tx, roleId)
    const user = await lockUser(tx, userId)
    await requireBelow(tx, user)
    if (locked.roleCode === 'tenantAdmin' && locked.builtIn)
      await requireAdministratorLeft(tx, user)
    const done = await sql`delete from sys_user_role as ur
        where ${tx.rows('sysUserRole').where('ur')} and ur.user_id = ${userId} and ur.role_id = ${roleId}`.execute(
      tx.db,
    )
    if (locked.maskPersonal) await requireMasked(tx, { id: userId, label: user.realname })
    if (done.numAffectedRows === 1n)
      await notifyRoleChange(tx, userId, { before: roleId, after: null })
    return user.realname
  })
}
