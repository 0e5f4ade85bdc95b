import { sql } from 'kysely'
import { roles as contract, roleList } from '#contracts/platform/access/roles.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { excessRightsOf } from '#server/kit/access/data-scope-order.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { wireRows, selection } from '#server/kit/resource/resource-rows.ts'
import { compareRoles, copyRole } from './copy-role.ts'
import { deleteRole, deleteRoles } from './delete-role.ts'
import { rolesWithRights } from './role-rights.ts'

/** Roles in addition to what the kit gives: choosing, counting, copying, comparing, deleting. */
export function roleCalls() {
  return bindEndpoints(contract, {
    queryall,
    counts,
    options,
    delete: deleteRole,
    deleteBatch: deleteRoles,
    checkRoleCode,
    copy: copyRole,
    compare: compareRoles,
  })
}

async function queryall(ctx: Ctx): Promise<Out<typeof contract.queryall>> {
  const rights = new Map((await rolesWithRights(ctx, null)).map((role) => [role.id, role]))
  const found = await sql<
    Record<string, unknown>
  >`select ${selection(roleList, ctx)} from ${ctx.rows('sysRole').as('t')} where t.owner_user_id is null
    order by t.built_in desc, t.id`.execute(ctx.db)
  const rows = await wireRows(ctx, roleList, found.rows)
  return rows.map((row) => ({ ...row, grantable: mayGive(ctx, rights.get(row.id)) })) as Out<
    typeof contract.queryall
  >
}

const mayGive = (ctx: Ctx, role: Parameters<typeof excessRightsOf>[1] | undefined): boolean =>
  role !== undefined && excessRightsOf(ctx.principal, role) === null

async function counts(ctx: Ctx): Promise<Out<typeof contract.counts>> {
  return (await rolesWithRights(ctx, null))
    .filter(({ ownerUserId }) => ownerUserId === null)
    .map((role) => ({ id: role.id, users: role.users, grantable: mayGive(ctx, role) }))
}

async function options(
  ctx: Ctx,
  { keyword, ids }: In<typeof contract.options>,
): Promise<Out<typeof contract.options>> {
  const label = ctx.lang === 'en_US' ? sql`coalesce(r.role_name_en, r.role_name)` : sql`r.role_name`
  const requested = ids
    ? sql`r.id = any(${ids}::bigint[])`
    : await calledSo(
        ctx,
        roleList,
        keyword ?? '',
        { names: ['roleName'], codes: ['roleCode'] },
        'r',
      )
  return (
    await sql<{
      value: string
      text: string
    }>`select r.id as value, ${label} as text from ${ctx.rows('sysRole').as('r')}
    where r.owner_user_id is null and ${requested} order by r.built_in desc, r.id
    limit 100`.execute(ctx.db)
  ).rows
}

/** True where the code is free. `id`: the role being edited, which may keep its own. */
async function checkRoleCode(
  ctx: Ctx,
  { id, roleCode }: In<typeof contract.checkRoleCode>,
): Promise<boolean> {
  const found = await sql`select 1
      from ${ctx.rows('sysRole').as('r')} where r.role_code = ${roleCode} and r.id <> ${id || '0'}`.execute(
    ctx.db,
  )
  if (found.rows.length > 0) fail('role.codeTaken')
  return true
}
