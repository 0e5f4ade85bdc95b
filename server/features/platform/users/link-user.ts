import { sql } from 'kysely'
import type { UserDraft } from '#contracts/platform/rules/user-rules.ts'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import {
  beyond,
  departsWithRights,
  requireGrantable,
} from '#server/features/platform/roles/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { setTenants } from './across-tenants.ts'

export type Links = Pick<
  UserDraft,
  'selectedroles' | 'selecteddeparts' | 'post' | 'depotIds' | 'departIds' | 'relTenantIds'
>
interface Whom {
  id: string
  customerId: string | null
}

/** The home tenant comes along where a whole record is sent back; it is not chosen here. */
const beyondHome = (tenantIds: readonly string[], home: string): string[] =>
  tenantIds.filter((id) => id !== home)
const listed = (text: string | undefined): string[] => (text ? text.split(',') : [])
const added = (requested: readonly string[], before: readonly string[]): string[] =>
  requested.filter((id) => !before.includes(id))

/**
 * Refuses links the caller may not make; what the user already has is measured by `requireBelow`.
 */
export async function checkLinks(
  tx: Tx,
  links: Links,
  customer: boolean,
  before: UserRow | null,
): Promise<void> {
  if (links.selectedroles)
    await requireGrantable(tx, added(links.selectedroles, listed(before?.selectedroles)), {
      customer,
      path: 'selectedroles',
    })
  if (links.selecteddeparts && links.selecteddeparts.length > 0) {
    if (customer) failFields([{ path: 'selecteddeparts', code: 'user.departsForStaff' }])
    const fresh = added(links.selecteddeparts, listed(before?.selecteddeparts))
    const found = await departsWithRights(tx, fresh)
    if (found.length < new Set(fresh).size)
      failFields([{ path: 'selecteddeparts', code: 'field.ref' }])
    const over = beyond(tx, found)
    if (over)
      failFields([
        { path: 'selecteddeparts', code: 'user.departBeyond', data: { depart: over.source.name } },
      ])
  }
  if (links.depotIds && links.depotIds.length > 0) {
    const fresh = added(links.depotIds, listed(before?.depotIds))
    const found = await sql`select 1
        from ${tx.rows('depot').as('w')} where w.id = any(${fresh}::bigint[])`.execute(tx.db)
    const own = tx.principal.depotIds
    if (
      found.rows.length < new Set(fresh).size ||
      (own !== null && fresh.some((id) => !own.includes(id)))
    )
      failFields([{ path: 'depotIds', code: 'field.ref' }])
  }
  if (links.depotIds?.length === 0 && !customer) await requireNoDepotRole(tx, links, before)
  if (links.post) {
    const found = await sql`select 1
        from ${tx.rows('sysPosition').as('p')} where p.code = any(${links.post}::text[])`.execute(
      tx.db,
    )
    if (found.rows.length < new Set(links.post).size)
      failFields([{ path: 'post', code: 'field.ref' }])
  }
  const departs = links.selecteddeparts ?? listed(before?.selecteddeparts)
  if (links.departIds?.some((id) => !departs.includes(id)))
    failFields([{ path: 'departIds', code: 'user.leadsElsewhere' }])
  if (links.relTenantIds && tx.principal.dataScope === 'platform') {
    const others = beyondHome(links.relTenantIds, tx.principal.tenantId)
    const found = await sql`select 1
        from ${tx.rows('tenant').as('t')} where t.id = any(${others}::bigint[]) and t.id <> 0
          and t.del_flag = 0`.execute(tx.db)
    if (found.rows.length < new Set(others).size)
      failFields([{ path: 'relTenantIds', code: 'field.ref' }])
  }
}

/**
 * A role limited to own depots sees nothing without one. Clients that know no depots send none: what
 * they save stays closed until a depot is set.
 */
async function requireNoDepotRole(tx: Tx, links: Links, before: UserRow | null): Promise<void> {
  const roles = links.selectedroles ?? listed(before?.selectedroles)
  const found = await sql`select 1 from ${tx.rows('sysRole').as('r')}
      where r.id = any(${roles}::bigint[]) and r.data_scope = 'depot'`.execute(tx.db)
  if (found.rows.length > 0) failFields([{ path: 'depotIds', code: 'user.depotRequired' }])
}

/** Makes the links as they are given; those that were not sent stay. */
export async function setLinks(tx: Tx, { id }: Whom, links: Links): Promise<void> {
  const { tenantId } = tx.principal
  if (links.selectedroles) {
    await sql`delete from sys_user_role as ur
      where ${tx.rows('sysUserRole').where('ur')} and ur.user_id = ${id} and ur.role_id <> all(${links.selectedroles}::bigint[])
      and not exists (select 1 from sys_role r
        where r.tenant_id = ur.tenant_id and r.id = ur.role_id
          and r.owner_user_id is not null)`.execute(tx.db)
    await sql`insert into sys_user_role (tenant_id, user_id, role_id)
      select ${tenantId}, ${id}, unnest(${links.selectedroles}::bigint[])
      on conflict do nothing`.execute(tx.db)
  }
  if (links.selecteddeparts) {
    const departs = links.selecteddeparts
    await sql`delete from sys_user_depart as ud
      where ${tx.rows('sysUserDepart').where('ud')} and ud.user_id = ${id} and ud.depart_id <> all(${departs}::bigint[])`.execute(
      tx.db,
    )
    await sql`insert into sys_user_depart (tenant_id, user_id, depart_id)
      select ${tenantId}, ${id}, unnest(${departs}::bigint[]) on conflict do nothing`.execute(tx.db)
    await leaveInside(tx, id)
    // The current department is one of them, and users lead only those they are in.
    await sql`update sys_user as u
      set org_code = coalesce((select d.org_code
          from ${tx.rows('sysDepart').as('d')} where d.id = any(${departs}::bigint[])
          order by d.org_code <> coalesce(u.org_code, ''), d.org_code limit 1), null),
      depart_ids = array(select unnest(u.depart_ids) intersect select unnest(${departs}::bigint[]))
      where ${tx.rows('sysUser').where('u')} and u.id = ${id}`.execute(tx.db)
  }
  if (links.departIds)
    await sql`update sys_user as u set depart_ids = ${links.departIds}::bigint[]
      where ${tx.rows('sysUser').where('u')} and u.id = ${id}`.execute(tx.db)
  if (links.post) {
    await sql`delete from sys_user_position as up
      where ${tx.rows('sysUserPosition').where('up')} and up.user_id = ${id}`.execute(tx.db)
    await sql`insert into sys_user_position (tenant_id, user_id, position_id)
      select ${tenantId}, ${id}, p.id
      from ${tx.rows('sysPosition').as('p')} where p.code = any(${links.post}::text[])`.execute(
      tx.db,
    )
  }
  if (links.depotIds) {
    await sql`delete from sys_user_depot as uw
      where ${tx.rows('sysUserDepot').where('uw')} and uw.user_id = ${id}`.execute(tx.db)
    await sql`insert into sys_user_depot (tenant_id, user_id, depot_id)
      select ${tenantId}, ${id}, unnest(${links.depotIds}::bigint[])
      on conflict do nothing`.execute(tx.db)
  }
  if (links.relTenantIds) await setTenants(tx, id, beyondHome(links.relTenantIds, tenantId))
}

/** A role inside a department is held only while one is in it. */
export async function leaveInside(tx: Tx, userId: string): Promise<void> {
  await sql`delete from sys_depart_role_user as du
    where ${tx.rows('sysDepartRoleUser').where('du')} and du.user_id = ${userId}
    and not exists (select 1
      from sys_depart_role r
      join sys_user_depart ud on ud.tenant_id = r.tenant_id and ud.depart_id = r.depart_id
        and ud.user_id = ${userId}
      where r.tenant_id = du.tenant_id and r.id = du.drole_id)`.execute(tx.db)
}

/** Whether what was sent changes a user's rights: then they take effect at once. */
export function rightsChange(links: Links, before: UserRow): boolean {
  const differs = (sent: readonly string[] | undefined, had: string) =>
    sent !== undefined && sent.toSorted().join(',') !== listed(had).toSorted().join(',')
  const home = listed(before.relTenantIds)[0] ?? ''
  return (
    differs(links.selectedroles, before.selectedroles) ||
    differs(links.selecteddeparts, before.selecteddeparts) ||
    differs(links.depotIds, before.depotIds) ||
    (links.relTenantIds !== undefined &&
      differs([home, ...beyondHome(links.relTenantIds, home)], before.relTenantIds))
  )
}
