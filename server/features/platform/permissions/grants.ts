import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { grants } from '#contracts/platform/access/permissions.grants.ts'
import { mustLead } from '#server/features/platform/departments/index.ts'
import { effectivePermissions } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { ruleKey } from '#server/kit/access/data-scope-order.ts'
import {
  DEPART,
  DEPART_ROLE,
  holderOf,
  storedGrants,
  type Holder,
  type Target,
} from './grant-targets.ts'
import { changeOf, refusal, type Change, type Grantee } from './may-grant.ts'
import { grantTreeOf, menuRows } from './menu-rows.ts'

export async function granterOf(ctx: Ctx) {
  return {
    permissions: await effectivePermissions(ctx),
    dataScope: ctx.principal.dataScope,
    rules: ctx.principal.rules.map(ruleKey),
  }
}

/**
 * The conditions that narrow a holder once it has only the grants that meet `saved`: those of all
 * its grants hold together.
 */
async function keepRules(
  tx: Tx,
  target: Target,
  id: string,
  saved: RawBuilder<SqlBool>,
): Promise<string[]> {
  const found = await sql<{
    table: string
    field: string
    op: string
    value: string
  }>`select r.table_name as "table", r.column_name as field, r.rule_conditions as op,
      r.rule_value as value
    from ${tx.rows(target.table).as('g')} join ${tx.rows('sysPermissionRule').as('r')} on r.id = any(g.data_rule_ids)
      and r.status = 1 where ${sql.ref(`g.${target.column}`)} = ${id} and ${saved}`.execute(tx.db)
  return found.rows.map(ruleKey)
}
export async function granteeOf(
  tx: Tx,
  target: Target,
  holder: Holder,
  saved: RawBuilder<SqlBool>,
): Promise<Grantee> {
  const pool =
    target.kind === 'departRole' ? new Set(await storedGrants(tx, DEPART, holder.departId!)) : null
  return { dataScope: holder.dataScope, rules: await keepRules(tx, target, holder.id, saved), pool }
}

/** What the caller may grant: only what the caller holds. */
export async function roleTree(ctx: Ctx): Promise<Out<typeof grants.roleTree>> {
  const { permissions: locked } = await granterOf(ctx)
  return grantTreeOf(await menuRows(ctx), locked, ctx.lang, true)
}

/** What a tenant may have or not: all but what is every user's own. */
export async function packableTree(ctx: Ctx): Promise<Out<typeof grants.roleTree>> {
  const found = await sql<{
    id: string
  }>`select p.id from sys_permission p where not p.for_everyone`.execute(ctx.db)
  return grantTreeOf(await menuRows(ctx), new Set(found.rows.map(({ id }) => id)), ctx.lang, true)
}

/** The same for a role inside a department, out of what the department was granted. */
export async function departRoleTree(
  ctx: Ctx,
  { departId }: In<typeof grants.departRoleTree>,
): Promise<Out<typeof grants.departRoleTree>> {
  await mustLead(ctx, departId)
  const given = new Set(await storedGrants(ctx, DEPART, departId))
  const { permissions: locked } = await granterOf(ctx)
  return grantTreeOf(
    await menuRows(ctx),
    new Set([...given].filter((id) => locked.has(id))),
    ctx.lang,
    true,
  )
}

/**
 * Applies what a grant form changed: everything or nothing. Refused where the caller does not hold
 * what changes, or the role reaches further than the caller. What a department loses, the roles
 * inside it lose with it.
 */
export function saveGrants(
  ctx: Ctx,
  target: Target,
  id: string,
  { permissionIds, lastpermissionIds }: { permissionIds: string[]; lastpermissionIds: string[] },
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const holder = await holderOf(tx, target, id, true)
    const stored = new Set(await storedGrants(tx, target, id))
    const change = changeOf(stored, permissionIds, lastpermissionIds)
    if (change.added.length + change.removed.length === 0) return null
    await mustExist(tx, change.added)
    const refused = refusal(
      await granterOf(tx),
      await granteeOf(
        tx,
        target,
        holder,
        sql<SqlBool>`g.permission_id <> all(${change.removed}::bigint[])`,
      ),
      change,
    )
    if (refused) fail(`permission.${refused.code}`, { names: await namesOf(tx, refused.ids) })
    await sql`insert into ${sql.table(target.name)} (tenant_id, ${sql.id(target.column)},
        permission_id) select ${tx.principal.tenantId}, ${id}, unnest(${change.added}::bigint[])
        on conflict do nothing`.execute(tx.db)
    await sql`delete from ${sql.table(target.name)} as g
      where ${tx.rows(target.table).where('g')} and ${sql.ref(`g.${target.column}`)} = ${id}
        and g.permission_id = any(${change.removed}::bigint[])`.execute(tx.db)
    if (target.kind === 'depart') await shrinkRoles(tx, id, change)
    await tx.audit(
      target.name,
      id,
      'edit',
      { grants: await codesOf(tx, change.removed) },
      { grants: await codesOf(tx, change.added) },
    )
    await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
    return null
  })
}

async function mustExist(tx: Tx, ids: readonly string[]): Promise<void> {
  const found = await sql<{
    n: number
  }>`select count(*)::int as n from sys_permission p where p.id = any(${ids}::bigint[])`.execute(
    tx.db,
  )
  if (found.rows[0]?.n !== ids.length) failFields([{ path: 'permissionIds', code: 'field.ref' }])
}

async function shrinkRoles(tx: Tx, departId: string, { removed }: Change): Promise<void> {
  if (removed.length === 0) return
  await sql`delete from sys_depart_role_permission as g using sys_depart_role r
    where ${tx.rows(DEPART_ROLE.table).where('g')} and g.permission_id = any(${removed}::bigint[])
    and r.tenant_id = g.tenant_id and r.id = g.role_id and r.depart_id = ${departId}`.execute(tx.db)
}

/** For people: at most five names, so that a refusal stays a sentence. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<string> {
  const found = await sql<{
    name: string
    nameEn: string | null
  }>`select p.name, p.name_en from sys_permission p where p.id = any(${ids.slice(0, 5)}::bigint[])
    order by p.id`.execute(tx.db)
  const names = found.rows.map(({ name, nameEn }) =>
    tx.lang === 'en_US' ? (nameEn ?? name) : name,
  )
  return ids.length > 5 ? `${names.join(', ')} …` : names.join(', ')
}

/** For the log: what stands in it must be readable when the entry is gone. */
async function codesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{
    code: string
  }>`select coalesce(p.perms, p.path, p.name) as code from sys_permission p
    where p.id = any(${ids}::bigint[]) order by 1`.execute(tx.db)
  return found.rows.map(({ code }) => code)
}
