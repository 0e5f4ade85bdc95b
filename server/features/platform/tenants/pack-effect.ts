import { sql } from 'kysely'
import type { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { withFolders } from './packs.ts'

type Effect = (typeof tenantPacks)['effect']

/**
 * Who would lose what, by the grants of roles and departments: what a tenant has now and would not
 * have with these packs, or with these entries in the pack.
 */
export async function effectOf(
  ctx: Ctx,
  { packIds = [], permissionIds, ...of }: In<Effect>,
): Promise<Out<Effect>> {
  const { tenantId = null, packId = null } = of
  const entries = packId === null ? [] : await withFolders(ctx, permissionIds)
  const found = await sql<{
    tenants: number
    users: number
    entries: number
    names: string[]
  }>`with affected as (
      select t.id from tenant t where t.id = ${tenantId} and t.id <> 0
      union select o.tenant_id from tenant_pack_use o where o.pack_id = ${packId}
    ), uses as (
      select a.id as tenant_id, unnest(${packIds}::bigint[]) as pack_id from affected a
        where ${tenantId !== null}
      union all select o.tenant_id, o.pack_id from tenant_pack_use o
        join affected a on a.id = o.tenant_id where ${tenantId === null}
    ), inside as (
      select e.pack_id, e.permission_id from tenant_pack_entry e
        where e.pack_id is distinct from ${packId}::bigint
      union all select ${packId}::bigint, unnest(${entries}::bigint[])
    ), lost as (
      select a.id as tenant_id, p.id from affected a cross join sys_permission p
      where not p.for_everyone and exists (select 1 from uses u where u.tenant_id = a.id)
        and (a.id, p.id) not in (select u.tenant_id, i.permission_id
          from uses u join inside i on i.pack_id = u.pack_id)
        and (not exists (select 1 from tenant_pack_use o where o.tenant_id = a.id)
          or exists (select 1 from tenant_pack_use o join tenant_pack_entry e
            on e.pack_id = o.pack_id where o.tenant_id = a.id and e.permission_id = p.id))
    ), losers as (
      select x.user_id, l.id from lost l
        join sys_role_permission g on g.tenant_id = l.tenant_id and g.permission_id = l.id
        join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id
          and r.data_scope <> 'platform'
        join sys_user_role x on x.tenant_id = g.tenant_id and x.role_id = g.role_id
      union select x.user_id, l.id from lost l
        join sys_depart_permission g on g.tenant_id = l.tenant_id and g.permission_id = l.id
        join sys_user_depart x on x.tenant_id = g.tenant_id and x.depart_id = g.depart_id
      union select x.user_id, l.id from lost l
        join sys_depart_role_permission g
          on g.tenant_id = l.tenant_id and g.permission_id = l.id
        join sys_depart_role_user x on x.tenant_id = g.tenant_id and x.drole_id = g.role_id
    ), living as (
      select l.* from losers l join sys_user u on u.id = l.user_id
      where u.status = 1 and u.del_flag = 0
    ) select (select count(*)::int from affected) as tenants,
      (select count(distinct user_id)::int from living) as users,
      (select count(distinct id)::int from living) as entries,
      array(select coalesce(case when ${ctx.lang === 'en_US'} then p.name_en end, p.name)
        from sys_permission p where p.id in (select id from living)
        order by p.menu_type, p.sort_no, p.id limit 12) as names`.execute(ctx.db)
  return found.rows[0]!
}
