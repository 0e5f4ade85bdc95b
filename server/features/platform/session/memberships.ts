import { sql } from 'kysely'
import type { Depart, TenantChoice } from '#contracts/platform/session/session.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { tenantIsOpen, type Account } from './accounts.ts'

/**
 * Tenants the account may work in today, the one last used first, the platform last: home and
 * memberships, neither stopped nor outside their dates.
 */
export async function tenantsOf(
  db: Executor,
  account: Pick<Account, 'id' | 'tenantId'>,
): Promise<TenantChoice[]> {
  return (
    await sql<TenantChoice>`select t.id, t.code, t.name, t.name_en, t.status::text as status
      from tenant t
    left join lateral (select max(p.used_at) as used_at from user_place p
      where p.user_id = ${account.id} and p.tenant_id = t.id) p on true
    where (t.id = ${account.tenantId} or t.id in (select m.tenant_id from sys_user_tenant m
        where m.user_id = ${account.id})) and ${tenantIsOpen}
    order by p.used_at desc nulls last, t.id = 0, t.id = ${account.tenantId} desc, t.id`.execute(db)
  ).rows
}

/** The account's departments in a tenant, the one last used first. */
export async function departsOf(db: Executor, userId: string, tenantId: string): Promise<Depart[]> {
  return (
    await sql<Depart>`select d.id, d.org_code, d.depart_name, d.depart_name_en
      from sys_user_depart ud
    join sys_depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
    left join user_place p on p.user_id = ud.user_id and p.tenant_id = d.tenant_id
      and p.org_code = d.org_code
    where ud.tenant_id = ${tenantId} and ud.user_id = ${userId} order by p.used_at desc nulls last,
      d.org_code`.execute(db)
  ).rows
}
