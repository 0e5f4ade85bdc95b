import { sql } from 'kysely'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Principal } from '#server/kit/access/principal.ts'
import { loadPermissions } from './effective-permissions.ts'
import { principalOf } from './principals.ts'

/** `s` of `loadPermissions` for a user who is known already. */
const asSource = (principal: Principal) =>
  sql`s as (select ${principal.userId}::bigint as user_id,
      ${principal.tenantId}::bigint as tenant_id, ${principal.orgCode}::text as org_code,
      ${principal.customerId}::bigint as customer_id)`

/**
 * The menu entries and buttons a user holds, by id; what all users have among them. The
 * platform's own hold all.
 */
export async function effectivePermissions(
  ctx: Ctx,
  principal: Principal = ctx.principal,
): Promise<Set<string>> {
  const all = principal.dataScope === 'platform' && principal.customerId === null
  const found = await sql<{
    id: string
    perms: string | null
  }>`with ${asSource(principal)}, ${loadPermissions}
    select p.id, p.perms from sys_permission p
    where ${all} or p.for_everyone or p.id in (select permission_id from held)`.execute(
    executorOf(ctx),
  )
  // A key of an application may hold less than its owner.
  return new Set(
    found.rows
      .filter(({ perms }) => perms === null || all || principal.perms.has(perms))
      .map(({ id }) => id),
  )
}

/** Where a user's right comes from. `rules`: those assigned to that grant. */
export interface PermissionSource {
  kind: 'role' | 'depart' | 'departRole'
  id: string
  name: string
  permissionId: string
  rules: string[]
}

/**
 * A user's grants with their sources, in the order roles, department, roles inside it; of
 * some entries only, where asked.
 */
export async function grantSources(
  ctx: Ctx,
  principal: Principal,
  permissionIds: readonly string[] | null,
): Promise<PermissionSource[]> {
  const only = sql`(${permissionIds === null} or p.permission_id = any(${permissionIds}::bigint[]))
    and (not exists (select 1 from packs) or p.permission_id in (select e.permission_id
      from packs join tenant_pack_entry e using (pack_id)))`
  const english = ctx.lang === 'en_US'
  const found = await sql<PermissionSource>`with ${asSource(principal)}, ${loadPermissions}
    select 'role' as kind, r.id, case when ${english} then coalesce(r.role_name_en, r.role_name)
      else r.role_name end as name, p.permission_id, p.data_rule_ids || mains.ids as rules
      from granted g cross join main_rules mains
      join sys_role r on r.tenant_id = g.tenant_id and r.id = g.id
      join sys_role_permission p on p.tenant_id = g.tenant_id and p.role_id = g.id where ${only}
    union all
    select 'depart', d.id, case when ${english} then coalesce(d.depart_name_en, d.depart_name)
      else d.depart_name end, p.permission_id, p.data_rule_ids
      from here h join sys_depart d on d.tenant_id = h.tenant_id and d.id = h.id
      join sys_depart_permission p on p.tenant_id = h.tenant_id and p.depart_id = h.id where ${only}
    union all
    select 'departRole', r.id, r.role_name, p.permission_id, p.data_rule_ids
      from here h join s on true
      join sys_depart_role r on r.tenant_id = h.tenant_id and r.depart_id = h.id
      join sys_depart_role_user u on u.tenant_id = r.tenant_id and u.drole_id = r.id
        and u.user_id = s.user_id
      join sys_depart_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
      where ${only}`.execute(executorOf(ctx))
  return found.rows
}

/**
 * A colleague in the caller's tenant as the server would see them now, in their own current
 * department; null for others and for the frozen. With one of their keys: what that may, as long as
 * it lives.
 */
export async function principalOfUser(
  ctx: Ctx,
  userId: string,
  keyId: string | null = null,
): Promise<Principal | null> {
  const found = await principalOf(
    executorOf(ctx),
    sql`select u.id as user_id, false as expired, ${ctx.principal.tenantId}::bigint as tenant_id,
        k.scopes as key_scopes, k.id::text as key_id,
      (select d.org_code
        from sys_user_depart m join sys_depart d on d.tenant_id = m.tenant_id and d.id = m.depart_id
        where m.tenant_id = ${ctx.principal.tenantId} and m.user_id = u.id
        order by d.org_code <> coalesce(u.org_code, ''), d.org_code limit 1) as org_code
    from sys_user u
      left join api_key k on k.tenant_id = ${ctx.principal.tenantId} and k.user_id = u.id
        and k.id = ${keyId}::bigint and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
    where u.id = ${userId} and (${keyId === null} or k.id is not null)
      and (u.tenant_id = ${ctx.principal.tenantId} or exists (select 1 from sys_user_tenant t
          where t.user_id = u.id and t.tenant_id = ${ctx.principal.tenantId}))`,
  )
  return found && 'principal' in found ? found.principal : null
}
