import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { departUsers } from '#contracts/platform/people/users.departments.ts'
import { beyond, departsWithRights } from '#server/features/platform/roles/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockUser, requireBelow, requireMasked } from '../lock-user.ts'
import { setLinks } from '../link-user.ts'
import { userConditions } from './list-users.ts'
import { activeUsers, userById, userPage, usersWhere } from '../user-rows.ts'

type Calls = typeof departUsers

/**
 * The users of one department, without those below it. `orgCode` holds the names of their
 * departments, as clients of this family show it (wire.md §6.2).
 */
export async function queryUserByDepId(
  ctx: Ctx,
  { id, realname }: In<Calls['queryUserByDepId']>,
): Promise<Out<Calls['queryUserByDepId']>> {
  const found = await usersWhere(ctx, [
    ...activeUsers(ctx),
    sql<SqlBool>`exists (select 1
        from ${ctx.rows('sysUserDepart').as('ud')} where ud.user_id = t.id
          and ud.depart_id = ${id})`,
    await calledSo(ctx, userList, realname ?? '', { names: ['realname'] }),
  ])
  return found.map((row) => ({ ...row, orgCode: row.orgCodeTxt }))
}

/**
 * A page of users in a department and those below it; without one, of the caller's own
 * departments.
 */
export async function departUserList(
  ctx: Ctx,
  { depId, ...query }: ListQuery,
): Promise<Out<Calls['departUserList']>> {
  const own =
    typeof depId === 'string' && depId !== ''
      ? null
      : sql<SqlBool>`exists (select 1
          from ${ctx.rows('sysUserDepart').as('ud')} join sys_depart d on d.tenant_id = ud.tenant_id
            and d.id = ud.depart_id
    where ud.user_id = t.id
      and exists (select 1 from unnest(${ctx.principal.orgCodes}::text[]) as mine
        where starts_with(d.org_code, mine)))`
  const where = userConditions(
    ctx,
    own ? (query as ListQuery) : ({ ...query, departId: depId } as ListQuery),
  )
  return userPage(ctx, query as ListQuery, own ? [...where, own] : where)
}

/** Puts people into a department: not into one that gives more than the caller has. */
export async function addToDepart(
  ctx: Ctx,
  { depId, userIdList }: In<Calls['editSysDepartWithUser']>,
): Promise<null> {
  await inTx(ctx, async (tx) => {
    const [depart] = await departsWithRights(tx, [depId])
    if (!depart) failMissing()
    if (beyond(tx, [depart])) fail('user.departBeyond', { depart: depart.name })
    for (const id of userIdList) {
      const user = await lockUser(tx, id)
      await requireBelow(tx, user)
      if (user.customerId !== null) fail('user.departsForStaff', { label: user.realname })
      await move(tx, id, (departs) => [...departs, depId])
    }
  })
  return null
}

export async function removeFromDepart(
  ctx: Ctx,
  { depId, userId }: In<Calls['deleteUserInDepart']>,
): Promise<null> {
  await leave(ctx, depId, userId)
  return null
}

export function removeAllFromDepart(
  ctx: Ctx,
  { depId, userIds }: In<Calls['deleteUserInDepartBatch']>,
): Promise<BulkResult> {
  return eachRow(ctx, userIds, (tx, id) => leave(tx, depId, id))
}

function leave(ctx: Ctx, depId: string, userId: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const user = await lockUser(tx, userId)
    await requireBelow(tx, user)
    const removed = await move(tx, userId, (departs) => departs.filter((id) => id !== depId))
    if (!removed) fail('user.notInDepart', { label: user.realname })
    return user.realname
  })
}

/** True where the departments are others afterwards. */
async function move(
  tx: Tx,
  userId: string,
  change: (departs: string[]) => string[],
): Promise<boolean> {
  const before = (await userById(tx, userId)) ?? failMissing()
  const departs = before.selecteddeparts ? before.selecteddeparts.split(',') : []
  const after = [...new Set(change(departs))]
  if (after.length === departs.length) return false
  await setLinks(tx, { id: userId, customerId: null }, { selecteddeparts: after })
  if (after.length > departs.length) await requireMasked(tx, { id: userId, label: before.realname })
  await tx.audit(
    'sys_user',
    userId,
    'edit',
    { selecteddeparts: before.selecteddeparts },
    { selecteddeparts: after.join(',') },
  )
  await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: [userId] })
  return true
}

/** Departments with how many entries of the address book they hold, those below included. */
export async function departTree(ctx: Ctx): Promise<Out<Calls['departTree']>> {
  return (
    await sql<
      Out<Calls['departTree']>[number]
    >`select d.id, d.parent_id, d.org_code, d.depart_name, d.depart_name_en,
      (select count(distinct u.id)::int
        from ${ctx.rows('sysUserDepart').as('ud')} join sys_user u on u.tenant_id = ud.tenant_id
          and u.id = ud.user_id
          join sys_depart own on own.tenant_id = ud.tenant_id and own.id = ud.depart_id
        where starts_with(own.org_code, d.org_code) and u.del_flag = 0 and u.status = 1
          and u.customer_id is null) as users
    from ${ctx.rows('sysDepart').as('d')} order by d.depart_order, d.org_code`.execute(ctx.db)
  ).rows
}
