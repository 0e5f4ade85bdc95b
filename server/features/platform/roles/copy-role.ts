import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { roleList, type roles } from '#contracts/platform/access/roles.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { addRow } from '#server/kit/resource/resource-write.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { roleHooks } from './role-hooks.ts'
import { requireOwnRole } from './role-rights.ts'

/** The copy is as wide as the original, so only who could make the original may copy it. */
export function copyRole(
  ctx: Ctx,
  { id, roleCode, roleName }: In<typeof roles.copy>,
): Promise<Out<typeof roles.copy>> {
  return inTx(ctx, async (tx) => {
    const source = await requireOwnRole(tx, id)
    const made = await addRow(
      tx,
      roleList,
      { roleCode, roleName, dataScope: source.dataScope, maskPersonal: source.maskPersonal },
      roleHooks,
    )
    await sql`insert into sys_role_permission (tenant_id, role_id, permission_id, data_rule_ids)
      select ${tx.principal.tenantId}, ${made.id}, g.permission_id, g.data_rule_ids
      from ${tx.rows('sysRolePermission').as('g')} where g.role_id = ${id}`.execute(tx.db)
    await tx.audit(
      'sys_role',
      made.id,
      'edit',
      { grants: null },
      { grants: `= ${source.roleCode}` },
    )
    return made as Out<typeof roles.copy>
  })
}

/** What one of two roles has that the other has not, screens and buttons alike. */
export async function compareRoles(
  ctx: Ctx,
  { a, b }: In<typeof roles.compare>,
): Promise<Out<typeof roles.compare>> {
  const both = await sql<{
    id: string
  }>`select r.id
    from ${ctx.rows('sysRole').as('r')} where r.id in (${a}, ${b})
      and r.owner_user_id is null`.execute(ctx.db)
  if (both.rows.length < new Set([a, b]).size) failMissing()
  const name = ctx.lang === 'en_US' ? sql`coalesce(p.name_en, p.name)` : sql`p.name`
  const above = ctx.lang === 'en_US' ? sql`coalesce(up.name_en, up.name)` : sql`up.name`
  const found = await sql<{
    code: string
    name: string
    inA: boolean
    inB: boolean
  }>`select coalesce(p.perms, p.key) as code,
      case when p.parent_id is null then ${name} else concat_ws(' › ', ${above},
        ${name}) end as name, bool_or(g.role_id = ${a}) as in_a, bool_or(g.role_id = ${b}) as in_b
    from ${ctx.rows('sysRolePermission').as('g')} join sys_permission p on p.id = g.permission_id
    left join sys_permission up on up.id = p.parent_id
    left join sys_permission top on top.id = up.parent_id
    where g.role_id in (${a}, ${b}) group by p.id, up.id, top.id
    order by coalesce(top.sort_no, up.sort_no, p.sort_no), coalesce(top.id, up.id, p.id), case
      when top.id is null then p.sort_no else up.sort_no end, case when top.id is null then p.id
      else up.id end, top.id is not null, p.sort_no, p.id`.execute(ctx.db)
  const pick = (keep: (row: { inA: boolean; inB: boolean }) => boolean) =>
    found.rows.filter(keep).map(({ code, name: label }) => ({ code, name: label }))
  return {
    onlyA: pick((row) => row.inA && !row.inB),
    onlyB: pick((row) => row.inB && !row.inA),
    both: pick((row) => row.inA && row.inB),
  }
}
