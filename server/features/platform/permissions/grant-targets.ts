import { sql } from 'kysely'
import { mustLead } from '#server/features/platform/departments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** Whom something is granted to: where the grants stand, and the column that names the holder. */
export interface Target {
  kind: 'role' | 'depart' | 'departRole'
  table: 'sysRolePermission' | 'sysDepartPermission' | 'sysDepartRolePermission'
  name: 'sys_role_permission' | 'sys_depart_permission' | 'sys_depart_role_permission'
  column: 'role_id' | 'depart_id'
}
export const ROLE: Target = {
  kind: 'role',
  table: 'sysRolePermission',
  name: 'sys_role_permission',
  column: 'role_id',
}
export const DEPART: Target = {
  kind: 'depart',
  table: 'sysDepartPermission',
  name: 'sys_depart_permission',
  column: 'depart_id',
}
export const DEPART_ROLE: Target = {
  kind: 'departRole',
  table: 'sysDepartRolePermission',
  name: 'sys_depart_role_permission',
  column: 'role_id',
}

export interface Holder {
  id: string
  dataScope: Principal['dataScope'] | null
  departId: string | null
}

/**
 * The holder within the caller's reach, locked for a change where asked; missing for all
 * else. A sub-account's own role is its main account's affair.
 */
export async function holderOf(
  ctx: Ctx | Tx,
  target: Target,
  id: string,
  lock = false,
): Promise<Holder> {
  const forUpdate = lock ? sql`for update` : sql``
  const found =
    target.kind === 'role'
      ? await sql<Holder>`select r.id, r.data_scope, null as depart_id from sys_role r
        where ${ctx.rows('sysRole').where('r')} and r.id = ${id} and r.owner_user_id is null ${forUpdate}`.execute(
          ctx.db,
        )
      : target.kind === 'depart'
        ? await sql<Holder>`select d.id, null as data_scope, d.id as depart_id from sys_depart d
          where ${ctx.rows('sysDepart').where('d')} and d.id = ${id} ${forUpdate}`.execute(ctx.db)
        : await sql<Holder>`select r.id, null as data_scope, r.depart_id from sys_depart_role r
          where ${ctx.rows('sysDepartRole').where('r')} and r.id = ${id} ${forUpdate}`.execute(
            ctx.db,
          )
  const holder = found.rows[0] ?? failMissing()
  if (target.kind === 'departRole') await mustLead(ctx, holder.departId!)
  return holder
}

export async function grantedTo(ctx: Ctx, target: Target, id: string): Promise<string[]> {
  await holderOf(ctx, target, id)
  return storedGrants(ctx, target, id)
}

export async function storedGrants(ctx: Ctx, target: Target, id: string): Promise<string[]> {
  const found = await sql<{
    permissionId: string
  }>`select g.permission_id
    from ${ctx.rows(target.table).as('g')} where ${sql.ref(`g.${target.column}`)} = ${id} order by g.permission_id`.execute(
    ctx.db,
  )
  return found.rows.map((row) => row.permissionId)
}
