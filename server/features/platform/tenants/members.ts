import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { tenants } from '#contracts/platform/operations/tenants.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'

type Calls = typeof tenants

/**
 * Who can work in a tenant: its staff, administrators first, and guests from others. Customers'
 * people are its own matter.
 */
export async function members(
  ctx: Ctx,
  { id, keyword }: In<Calls['members']>,
): Promise<Out<Calls['members']>> {
  const name = ctx.lang === 'en_US' ? sql`coalesce(r.role_name_en, r.role_name)` : sql`r.role_name`
  const words = keyword
    ? sql`and (u.realname ilike ${`%${likeText(keyword)}%`} or u.username ilike ${`%${likeText(keyword)}%`})`
    : sql``
  return (
    await sql<
      Out<Calls['members']>[number]
    >`select u.id, u.username, u.realname, u.phone, u.email, u.status::text as status,
        u.tenant_id <> ${id} as guest, u.last_login_time,
      coalesce((select string_agg(${name}, ', ' order by r.id)
          from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ur.tenant_id = ${id} and ur.user_id = u.id), '') as roles
    from sys_user u
    where u.del_flag = 0 and u.customer_id is null
      and (u.tenant_id = ${id} or exists (select 1 from sys_user_tenant m
          where m.user_id = u.id and m.tenant_id = ${id})) ${words}
    order by exists (select 1
      from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = ${id} and ur.user_id = u.id and r.role_code = 'tenantAdmin') desc,
      u.realname, u.id limit 500`.execute(ctx.db)
  ).rows
}

/** The tenant's roles for its staff. */
export async function rolesOf(ctx: Ctx, { id }: In<Calls['roles']>): Promise<Out<Calls['roles']>> {
  const name = ctx.lang === 'en_US' ? sql`coalesce(r.role_name_en, r.role_name)` : sql`r.role_name`
  return (
    await sql<{
      value: string
      text: string
    }>`select r.id as value, ${name} as text from sys_role r
      where r.tenant_id = ${id} and r.owner_user_id is null
        and r.data_scope not in ('customer', 'sub', 'platform')
        order by r.built_in desc, r.id`.execute(ctx.db)
  ).rows
}

/** A user at home in one tenant may work in another too, with roles of that one. */
export async function invite(
  ctx: Ctx,
  { id, username, roleIds = [] }: In<Calls['invite']>,
): Promise<null> {
  await inTx(ctx, async (tx) => {
    const tenant = await sql`select 1
        from ${tx.rows('tenant').as('t')} where t.id = ${id} and t.id <> 0
          and t.del_flag = 0`.execute(tx.db)
    if (tenant.rows.length === 0) failMissing()
    const found = await sql<{
      id: string
      tenantId: string
    }>`select u.id, u.tenant_id from sys_user u
      where lower(u.username) = lower(${username}) and u.del_flag = 0
        and u.customer_id is null`.execute(tx.db)
    const user = found.rows[0] ?? failFields([{ path: 'username', code: 'user.missing' }])
    if (user.tenantId === id) failFields([{ path: 'username', code: 'tenant.member' }])
    const roles = (await rolesOf(tx, { id })).map(({ value }) => value)
    if (roleIds.some((role) => !roles.includes(role)))
      failFields([{ path: 'roleIds', code: 'field.ref' }])
    await sql`insert into sys_user_tenant (user_id, tenant_id) values (${user.id}, ${id})
      on conflict do nothing`.execute(tx.db)
    const tenantId = id
    await sql`delete from sys_user_role
      where tenant_id = ${tenantId} and user_id = ${user.id}`.execute(tx.db)
    await sql`insert into sys_user_role (tenant_id, user_id, role_id)
      select ${tenantId}, ${user.id}, unnest(${roleIds}::bigint[])`.execute(tx.db)
    await notifyMembers(tx, id, user.id, { before: null, after: username })
  })
  return null
}

async function notifyMembers(
  tx: Tx,
  tenantId: string,
  userId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  await tx.audit('tenant', tenantId, 'edit', { member: before }, { member: after })
  await broadcast(tx, { kind: 'authz', tenantId, userIds: [userId] })
}

/**
 * A guest leaves: with the membership go the roles, departments and depots held there, and sessions
 * that stand there.
 */
export async function removeMember(ctx: Ctx, { id, userId }: In<Calls['remove']>): Promise<null> {
  await inTx(ctx, async (tx) => {
    const user =
      (
        await sql<{
          username: string
          realname: string
          tenantId: string
        }>`select u.username, u.realname, u.tenant_id from sys_user u
          where u.id = ${userId}`.execute(tx.db)
      ).rows[0] ?? failMissing()
    if (user.tenantId === id) fail('tenant.home', { label: user.realname })
    const gone = await sql`delete from sys_user_tenant
        where user_id = ${userId} and tenant_id = ${id}`.execute(tx.db)
    if (gone.numAffectedRows !== 1n) failMissing()
    for (const table of [
      'sys_user_role',
      'sys_user_depart',
      'sys_user_depot',
      'sys_depart_role_user',
      'sys_session',
    ])
      await sql`delete
        from ${sql.table(table)} where tenant_id = ${id} and user_id = ${userId}`.execute(tx.db)
    await notifyMembers(tx, id, userId, { before: user.username, after: null })
  })
  return null
}
