import { sql, type RawBuilder } from 'kysely'

/**
 * What a user is granted, after a first table `s` (user_id, tenant_id, org_code, customer_id, one
 * row): by roles of the tenant, by the current department, and by roles held inside it. Departments
 * are for staff: a customer's user gets nothing from one. `granted` are the roles, `here` the
 * department, `held` the grants with the rules assigned to each; `main_rules` are those of a
 * sub-account's main account, which limit it on every grant. A tenant with packs has only what is
 * in them, whatever is granted; those who run the platform are not limited.
 */
export const loadPermissions: RawBuilder<unknown> = sql`granted as (
    select r.tenant_id, r.id, r.data_scope from s join sys_user home on home.id = s.user_id
    join sys_user_role ur on ur.user_id = s.user_id
      join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    -- A role of the platform counts in every tenant, for those at home outside all of them.
    where r.tenant_id = s.tenant_id or (r.data_scope = 'platform' and home.tenant_id = 0)
  ), here as (
    select d.tenant_id, d.id from s join sys_depart d on d.tenant_id = s.tenant_id
    and d.org_code = s.org_code and d.status = '1'
      join sys_user_depart ud on ud.tenant_id = d.tenant_id and ud.user_id = s.user_id and ud.depart_id = d.id
    where s.customer_id is null
  ), main_rules as (
    select coalesce(array_agg(distinct rule_id), '{}') as ids from s join sys_user me on me.id = s.user_id
      join sys_user_role mr on mr.user_id = me.parent_user_id and mr.tenant_id = s.tenant_id
      join sys_role_permission mp on mp.tenant_id = mr.tenant_id and mp.role_id = mr.role_id
      cross join unnest(mp.data_rule_ids) rule_id
  ), packs as (
    select o.pack_id from s join tenant_pack_use o on o.tenant_id = s.tenant_id
    where not exists (select 1 from granted g where g.data_scope = 'platform')
  ), given as (
    select g.tenant_id, p.permission_id, p.data_rule_ids || mains.ids as data_rule_ids
    from granted g cross join main_rules mains join sys_role_permission p
    on p.tenant_id = g.tenant_id and p.role_id = g.id
      join s on true join sys_user me on me.id = s.user_id
      -- A sub-account holds nothing its main account does not hold now; with that one frozen or gone it holds nothing.
      where me.parent_user_id is null or exists (select 1 from sys_user main join sys_user_role mr
      on mr.user_id = main.id and mr.tenant_id = g.tenant_id
        join sys_role_permission mp on mp.tenant_id = mr.tenant_id and mp.role_id = mr.role_id
        and mp.permission_id = p.permission_id
        where main.id = me.parent_user_id and main.status = 1 and main.del_flag = 0)
    union all
    select h.tenant_id, p.permission_id, p.data_rule_ids from here h join sys_depart_permission p
    on p.tenant_id = h.tenant_id and p.depart_id = h.id
    union all
    select h.tenant_id, p.permission_id, p.data_rule_ids from here h join sys_depart_role r
    on r.tenant_id = h.tenant_id and r.depart_id = h.id
      join s on true join sys_depart_role_user u on u.tenant_id = r.tenant_id
      and u.drole_id = r.id and u.user_id = s.user_id
      join sys_depart_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
  ), held as (
    select g.* from given g where not exists (select 1 from packs)
      or g.permission_id in (select e.permission_id from packs join tenant_pack_entry e using (pack_id))
  )`

/** For `p`, an entry granted in a tenant: whether that tenant's packs have it. */
const inPacksOf = (tenant: 'ur.tenant_id' | 'g.tenant_id'): RawBuilder<boolean> => sql`(
  not exists (select 1 from tenant_pack_use o where o.tenant_id = ${sql.ref(tenant)}) or exists (
    select 1 from tenant_pack_use o join tenant_pack_entry e on e.pack_id = o.pack_id
    where o.tenant_id = ${sql.ref(tenant)} and e.permission_id = p.id))`
/** By `ur`, a role of a user. */
export const inPacks = inPacksOf('ur.tenant_id')
/** By `g`, a grant. */
export const grantInPacks = inPacksOf('g.tenant_id')
