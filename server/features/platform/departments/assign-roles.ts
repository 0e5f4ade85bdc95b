import { sql } from 'kysely'
import type {
  departRoles,
  DepartMember,
} from '#contracts/platform/departments/departments.roles.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { effectivePermissions } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { ruleKey } from '#server/kit/access/data-scope-order.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { ledByMe } from './depart-rows.ts'
import { roleOf } from './depart-roles.ts'
import { administers, mustLead } from './must-lead.ts'

type Calls = typeof departRoles

export async function rolesOfUser(
  ctx: Ctx,
  { userId, departId }: In<Calls['getDeptRoleByUserId']>,
): Promise<Out<Calls['getDeptRoleByUserId']>> {
  const led = administers(ctx) ? sql`true` : ((await ledByMe(ctx)) ?? failDenied())
  const found = await sql<{
    id: string
    userId: string
    droleId: string
  }>`select u.id, u.user_id, u.drole_id from ${ctx.rows('sysDepartRoleUser').as('u')}
    join sys_depart_role r on r.tenant_id = u.tenant_id and r.id = u.drole_id
    join sys_depart d on d.tenant_id = r.tenant_id and d.id = r.depart_id
    where u.user_id = ${userId} and ${departId ? sql`r.depart_id = ${departId}` : sql`true`}
      and ${led} order by u.drole_id`.execute(ctx.db)
  return found.rows
}

/**
 * Gives a user roles of their department and takes others away: the difference of the two lists,
 * as the family's clients send them.
 */
export function assignRoles(
  ctx: Ctx,
  { newRoleId, oldRoleId, userId }: In<Calls['deptRoleUserAdd']>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const added = newRoleId.filter((id) => !oldRoleId.includes(id))
    const removed = oldRoleId.filter((id) => !newRoleId.includes(id))
    const before = (await rolesOfUser(tx, { userId })).map((one) => one.droleId)
    for (const id of new Set([...added, ...removed])) {
      const role = await roleOf(tx, id)
      await mustLead(tx, role.departId)
      if (added.includes(id)) await mayGive(tx, id, role.departId, userId)
    }
    await sql`insert into sys_depart_role_user (tenant_id, drole_id, user_id)
      select ${tx.principal.tenantId}, unnest(${added}::bigint[]),
        ${userId} on conflict do nothing`.execute(tx.db)
    await sql`delete from sys_depart_role_user as u
      where ${tx.rows('sysDepartRoleUser').where('u')} and u.user_id = ${userId}
      and u.drole_id = any(${removed}::bigint[])`.execute(tx.db)
    await tx.audit(
      'sys_depart_role_user',
      userId,
      'edit',
      { roles: before },
      { roles: (await rolesOfUser(tx, { userId })).map((one) => one.droleId) },
    )
    await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: [userId] })
    return null
  })
}

/**
 * Only to people of that department, and only what the giver has: its permissions, its rows
 * narrowed as the giver's are.
 */
async function mayGive(tx: Tx, roleId: string, departId: string, userId: string): Promise<void> {
  const member = await sql`select 1
      from ${tx.rows('sysUserDepart').as('m')} join ${tx.rows('sysUser').as('u')} on u.id = m.user_id
        and u.customer_id is null and u.del_flag = 0
        where m.user_id = ${userId} and m.depart_id = ${departId}`.execute(tx.db)
  if (member.rows.length === 0) fail('departRole.notMember')
  const grants = await sql<{
    permissionId: string
  }>`select g.permission_id
    from ${tx.rows('sysDepartRolePermission').as('g')} where g.role_id = ${roleId}`.execute(tx.db)
  const granted = await effectivePermissions(tx)
  if (grants.rows.some(({ permissionId }) => !granted.has(permissionId))) fail('departRole.notHeld')
  const rules = await sql<{
    table: string
    field: string
    op: string
    value: string
  }>`select r.table_name as "table", r.column_name as field, r.rule_conditions as op,
      r.rule_value as value
    from ${tx.rows('sysDepartRolePermission').as('g')} join ${tx.rows('sysPermissionRule').as('r')} on r.id = any(g.data_rule_ids)
      and r.status = 1 where g.role_id = ${roleId}`.execute(tx.db)
  const carried = rules.rows.map(ruleKey)
  if (
    grants.rows.length > 0 &&
    !tx.principal.rules.every((rule) => carried.includes(ruleKey(rule)))
  )
    fail('departRole.notHeld')
}

/** People of a department and of those below it, with the roles each has in that department. */
export async function members(
  ctx: Ctx,
  { departId, keyword, pageNo, pageSize }: In<Calls['members']>,
): Promise<Out<Calls['members']>> {
  await mustLead(ctx, departId)
  const called = await calledSo(
    ctx,
    userList,
    keyword ?? '',
    { names: ['username', 'realname', 'workNo'] },
    'u',
  )
  const from = sql`from ${ctx.rows('sysUser').as('u')} where u.del_flag = 0
      and u.customer_id is null
      and ${called}
    and exists (select 1
      from sys_user_depart m join sys_depart d on d.tenant_id = m.tenant_id and d.id = m.depart_id
      join ${ctx.rows('sysDepart').as('top')} on top.id = ${departId} and starts_with(d.org_code,
        top.org_code) and top.tenant_id = d.tenant_id
        where m.tenant_id = u.tenant_id and m.user_id = u.id)`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(
    ctx.db,
  )
  const found =
    await sql<DepartMember>`select u.id, u.username, u.realname, u.work_no, u.phone, u.email,
        u.status::text as status, u.user_identity::text as user_identity,
        ${departId}::bigint = any(u.depart_ids) and u.user_identity = 2 as superior,
      array(select r.id::text
        from sys_depart_role_user x
        join sys_depart_role r on r.tenant_id = x.tenant_id and r.id = x.drole_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id
          and r.depart_id = ${departId} order by r.id) as drole_ids,
      coalesce((select string_agg(r.role_name, ', ' order by r.id)
          from sys_depart_role_user x
          join sys_depart_role r on r.tenant_id = x.tenant_id and r.id = x.drole_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id and r.depart_id = ${departId}),
        '') as droles,
      coalesce((select string_agg(coalesce(case
              when ${ctx.lang === 'en_US'} then d.depart_name_en end, d.depart_name), ', '
              order by d.org_code) from sys_user_depart m
        join sys_depart d on d.tenant_id = m.tenant_id and d.id = m.depart_id
        where m.tenant_id = u.tenant_id and m.user_id = u.id), '') as departs
    ${from} order by u.realname, u.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(
      ctx.db,
    )
  const total = counted.rows[0]?.total ?? 0
  return {
    records: found.rows,
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}
