import { sql, type SqlBool, type RawBuilder } from 'kysely'
import type { DepartRole, departRoles } from '#contracts/platform/departments/departments.roles.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { failConflict, failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { ledByMe } from './depart-rows.ts'
import { administers, mustLead } from './must-lead.ts'

type Calls = typeof departRoles

async function rolesWhere(
  ctx: Ctx,
  where: RawBuilder<SqlBool>,
  page: { offset: number; limit: number } | null = null,
): Promise<DepartRole[]> {
  const led = administers(ctx) ? sql<SqlBool>`true` : ((await ledByMe(ctx)) ?? failDenied())
  const found = await sql<DepartRole>`select r.id, r.depart_id,
        coalesce(case
          when ${ctx.lang === 'en_US'} then d.depart_name_en end, d.depart_name) as depart_name,
          r.role_name, r.role_code, r.description, r.version,
      r.create_by, r.create_time, r.update_by, r.update_time,
      (select count(*)::int
        from ${ctx.rows('sysDepartRoleUser').as('u')} where u.drole_id = r.id) as user_count
    from ${ctx.rows('sysDepartRole').as('r')} join sys_depart d on d.tenant_id = r.tenant_id
      and d.id = r.depart_id
    where ${where} and ${led} order by d.org_code,
      r.id desc ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`.execute(ctx.db)
  return (found.rows as (DepartRole & { departName: string })[]).map(({ departName, ...row }) => ({
    ...row,
    departId_dictText: departName,
  }))
}

export async function listRoles(
  ctx: Ctx,
  { deptId, roleName, pageNo, pageSize }: In<Calls['list']>,
): Promise<Out<Calls['list']>> {
  const name = roleName?.replaceAll('*', '').trim()
  const all =
    deptId === undefined
      ? []
      : await rolesWhere(
          ctx,
          sql<SqlBool>`r.depart_id = ${deptId} and ${name ? sql`r.role_name ilike ${`%${likeText(name)}%`}` : sql`true`}`,
        )
  const records = all.slice((pageNo - 1) * pageSize, pageNo * pageSize)
  return {
    records,
    total: all.length,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(all.length / pageSize),
    capped: false,
  }
}

export const roleOf = async (ctx: Ctx, id: string): Promise<DepartRole> =>
  (await rolesWhere(ctx, sql<SqlBool>`r.id = ${id}`))[0] ?? failMissing()
export const rolesOfDepart = (
  ctx: Ctx,
  { departId }: In<Calls['getDeptRoleList']>,
): Promise<DepartRole[]> => rolesWhere(ctx, sql<SqlBool>`r.depart_id = ${departId}`)

export function addRole(
  ctx: Ctx,
  { departId, roleName, roleCode, description }: In<Calls['add']>,
): Promise<DepartRole> {
  return inTx(ctx, async (tx) => {
    await mustLead(tx, departId)
    const made = await unique(() =>
      sql<{
        id: string
      }>`insert into sys_depart_role (tenant_id, depart_id, role_name, role_code, description,
          create_by)
      values (${tx.principal.tenantId}, ${departId}, ${roleName}, ${roleCode},
        ${description ?? null}, ${tx.principal.username}) returning id`.execute(tx.db),
    )
    const row = await roleOf(tx, made.rows[0]!.id)
    await tx.audit('sys_depart_role', row.id, 'add', null, row)
    return row
  })
}

export function editRole(
  ctx: Ctx,
  { id, version, roleName, roleCode, description }: In<Calls['edit']>,
): Promise<DepartRole> {
  return inTx(ctx, async (tx) => {
    const before = await roleOf(tx, id)
    if (version !== undefined && version !== before.version) failConflict('row.stale', before)
    await unique(() =>
      sql`update sys_depart_role as r
        set role_name = ${roleName}, role_code = ${roleCode}, description = ${description ?? null},
          version = version + 1, update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('sysDepartRole').where('r')} and r.id = ${id}`.execute(tx.db),
    )
    const row = await roleOf(tx, id)
    await tx.audit('sys_depart_role', id, 'edit', before, row)
    return row
  })
}

export function deleteRole(ctx: Ctx, id: string): Promise<null> {
  return inTx(ctx, async (tx) => {
    const before = await roleOf(tx, id)
    await sql`delete from sys_depart_role as r
      where ${tx.rows('sysDepartRole').where('r')} and r.id = ${id}`.execute(tx.db)
    await tx.audit('sys_depart_role', id, 'delete', before, null)
    await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
    return null
  })
}

export function deleteRoles(ctx: Ctx, ids: readonly string[]): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const { roleName } = await roleOf(tx, id)
    await deleteRole(tx, id)
    return roleName
  })
}

async function unique<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (pgErrorKind(error) === 'unique') failFields([{ path: 'roleCode', code: 'field.duplicate' }])
    throw error
  }
}
