import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'

/*
 * What has to be known of people beyond the caller's tenant. Yes or no is answered, never a row;
 * only the platform's administrators see, and change, where a user works.
 */

/** Sign-in names are one set for the whole house, the bin included. */
export async function isNameTaken(
  ctx: Ctx,
  username: string,
  exceptId: string | null,
): Promise<boolean> {
  return (
    (
      await sql`select 1 from sys_user
        where lower(username) = lower(${username}) and id <> ${exceptId ?? '0'}`.execute(ctx.db)
    ).rows.length > 0
  )
}

export async function worksElsewhere(ctx: Ctx, userId: string): Promise<boolean> {
  return (
    (
      await sql`select 1 from sys_user_tenant m
        where m.user_id = ${userId} and m.tenant_id <> ${ctx.principal.tenantId} limit 1`.execute(
        ctx.db,
      )
    ).rows.length > 0
  )
}

/**
 * Tenants these people, all at home in the caller's tenant, may work in: their home first. Others
 * are shown to the platform's callers only.
 */
export async function tenantsOfUsers(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const home = ctx.principal.tenantId
  if (ctx.principal.dataScope !== 'platform') return new Map(userIds.map((id) => [id, [home]]))
  const found = await sql<{
    userId: string
    tenants: string[]
  }>`select m.user_id, array_agg(m.tenant_id::text order by m.tenant_id) as tenants
    from sys_user_tenant m
    where m.user_id = any(${userIds}::bigint[]) and m.tenant_id <> ${home} group by 1`.execute(
    ctx.db,
  )
  const beyond = new Map(found.rows.map(({ userId, tenants }) => [userId, tenants]))
  return new Map(userIds.map((id) => [id, [home, ...(beyond.get(id) ?? [])]]))
}

export async function setTenants(
  tx: Tx,
  userId: string,
  tenantIds: readonly string[],
): Promise<void> {
  if (tx.principal.dataScope !== 'platform') return
  await sql`delete from sys_user_tenant as m
    where m.user_id = ${userId} and m.tenant_id <> all(${tenantIds}::bigint[])`.execute(tx.db)
  await sql`insert into sys_user_tenant (user_id, tenant_id)
    select ${userId}, unnest(${tenantIds}::bigint[]) on conflict do nothing`.execute(tx.db)
}
