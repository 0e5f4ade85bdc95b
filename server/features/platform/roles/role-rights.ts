import { sql } from 'kysely'
import { grantInPacks } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields, Refusal } from '#server/kit/http/errors.ts'
import {
  excessRightsOf,
  type DataScope,
  type Excess,
  type Rights,
} from '#server/kit/access/data-scope-order.ts'

/** A role, a department or a role inside one, with what it gives to its holders. */
export interface Source extends Rights {
  id: string
  name: string
}
export interface RoleSource extends Source {
  roleCode: string
  dataScope: DataScope
  builtIn: boolean
  maskPersonal: boolean
  ownerUserId: string | null
  users: number
}

const perms = (
  table: 'sysRolePermission' | 'sysDepartPermission' | 'sysDepartRolePermission',
  column: string,
  ctx: Ctx,
  id: string,
) => sql`
  array(select distinct p.perms
    from ${ctx.rows(table).as('g')} join sys_permission p on p.id = g.permission_id
    where ${sql.ref(`g.${column}`)} = ${sql.ref(id)} and p.perms is not null
      and (p.status = '1' or p.menu_type = 2) and ${grantInPacks}) as perms,
  array(select distinct json_build_array(c.table_name, c.column_name, c.rule_conditions,
      c.rule_value)::text from ${ctx.rows(table).as('g')}, ${ctx.rows('sysPermissionRule').as('c')}
    where ${sql.ref(`g.${column}`)} = ${sql.ref(id)} and c.id = any(g.data_rule_ids)
      and c.status = 1) as rules`

/** Roles of the caller's tenant with their rights; all of them where no ids are given. */
export async function rolesWithRights(
  ctx: Ctx,
  ids: readonly string[] | null,
): Promise<RoleSource[]> {
  const name = ctx.lang === 'en_US' ? sql`coalesce(r.role_name_en, r.role_name)` : sql`r.role_name`
  const found = await sql<
    Omit<RoleSource, 'scopes'>
  >`select r.id, r.role_code, ${name} as name, r.data_scope, r.built_in,
      r.mask_personal, r.owner_user_id,
      (select count(*)::int
        from ${ctx.rows('sysUserRole').as('ur')} where ur.role_id = r.id) as users,
        ${perms('sysRolePermission', 'role_id', ctx, 'r.id')}
    from ${ctx.rows('sysRole').as('r')} where ${ids === null ? sql`true` : sql`r.id = any(${ids}::bigint[])`} order by r.id`.execute(
    ctx.db,
  )
  return found.rows.map((row) => ({
    ...row,
    rules: row.rules.map(compact),
    scopes: [row.dataScope],
  }))
}

/** PostgreSQL writes `["a", "b"]`, the holder's conditions are compared as `["a","b"]`. */
const compact = (text: string): string => JSON.stringify(JSON.parse(text))

/**
 * What being in these departments gives: their own grants. Roles inside them are held by name, not
 * by being there.
 */
export async function departsWithRights(ctx: Ctx, ids: readonly string[]): Promise<Source[]> {
  if (ids.length === 0) return []
  const found = await sql<{
    id: string
    name: string
    perms: string[]
    rules: string[]
  }>`select d.id, d.depart_name as name, ${perms('sysDepartPermission', 'depart_id', ctx, 'd.id')}
    from ${ctx.rows('sysDepart').as('d')} where d.id = any(${ids}::bigint[])`.execute(ctx.db)
  return found.rows.map((row) => ({ ...row, rules: row.rules.map(compact), scopes: [] }))
}

/**
 * Everything that gives these users rights in the caller's tenant, whichever department they are in
 * at the moment.
 */
export async function sourcesOfUsers(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Map<string, Source[]>> {
  const of = async (statement: ReturnType<typeof sql<{ userId: string; id: string }>>) =>
    (await statement.execute(ctx.db)).rows
  const [granted, departs, inside] = [
    // A platform role counts in every tenant, so it is looked for in all of them; nothing but its
    // holder is notified.
    await of(
      sql`select ur.user_id, ur.role_id as id
        from ${ctx.rows('sysUserRole').as('ur')} where ur.user_id = any(${userIds}::bigint[])`,
    ),
    await of(
      sql`select ud.user_id, ud.depart_id as id
        from ${ctx.rows('sysUserDepart').as('ud')} where ud.user_id = any(${userIds}::bigint[])`,
    ),
    await of(
      sql`select du.user_id, du.drole_id as id
        from ${ctx.rows('sysDepartRoleUser').as('du')} where du.user_id = any(${userIds}::bigint[])`,
    ),
  ]
  const unique = (rows: readonly { id: string }[]) => [...new Set(rows.map(({ id }) => id))]
  const roles = new Map(
    (await rolesWithRights(ctx, unique(granted))).map((role) => [role.id, role]),
  )
  const departments = new Map(
    (await departsWithRights(ctx, unique(departs))).map((depart) => [depart.id, depart]),
  )
  const insideRoles = new Map(
    (
      await sql<{
        id: string
        name: string
        perms: string[]
        rules: string[]
      }>`select r.id, r.role_name as name,
          ${perms('sysDepartRolePermission', 'role_id', ctx, 'r.id')}
    from ${ctx.rows('sysDepartRole').as('r')} where r.id = any(${unique(inside)}::bigint[])`.execute(
        ctx.db,
      )
    ).rows.map((row): [string, Source] => [
      row.id,
      { ...row, rules: row.rules.map(compact), scopes: [] },
    ]),
  )
  const sources = new Map<string, Source[]>(userIds.map((id) => [id, []]))
  const put = (
    rows: readonly { userId: string; id: string }[],
    known: ReadonlyMap<string, Source>,
  ) => {
    for (const { userId, id } of rows) {
      const source = known.get(id)
      if (source) sources.get(userId)?.push(source)
    }
  }
  put(granted, roles)
  put(departs, departments)
  put(inside, insideRoles)
  return sources
}

/** The first thing among these that goes beyond the caller's own rights. */
export function beyond(
  ctx: Ctx,
  sources: readonly Source[],
): { source: Source; excess: Excess } | null {
  for (const source of sources) {
    const excess = excessRightsOf(ctx.principal, source)
    if (excess) return { source, excess }
  }
  return null
}

const staffScope = (scope: DataScope): boolean => scope !== 'customer' && scope !== 'sub'

/**
 * Roles about to be given to a user: they exist in the tenant, are meant for such a user (staff
 * or a customer's user), and hold nothing the caller has not.
 * @throws Refusal on `path`: `field.ref`, `role.forStaff`, `role.forCustomers`, `role.beyond`
 */
export async function requireGrantable(
  ctx: Ctx,
  roleIds: readonly string[],
  { customer, path }: { customer: boolean; path: string },
): Promise<RoleSource[]> {
  if (roleIds.length === 0) return []
  const found = (await rolesWithRights(ctx, roleIds)).filter(
    ({ ownerUserId }) => ownerUserId === null,
  )
  if (found.length < new Set(roleIds).size) failFields([{ path, code: 'field.ref' }])
  const misfit = found.find(({ dataScope }) => staffScope(dataScope) === customer)
  if (misfit)
    failFields([
      { path, code: customer ? 'role.forStaff' : 'role.forCustomers', data: { role: misfit.name } },
    ])
  const over = beyond(ctx, found)
  if (over) failFields([{ path, code: 'role.beyond', data: { role: over.source.name } }])
  return found
}

/** A role the caller may change: not one above the caller. */
export async function requireOwnRole(ctx: Ctx, id: string): Promise<RoleSource> {
  const [role] = await rolesWithRights(ctx, [id])
  if (!role || role.ownerUserId !== null) throw new Refusal('row.missing', { body: 404, http: 404 })
  if (beyond(ctx, [role]))
    throw new Refusal('role.above', { data: { role: role.name, label: role.name } })
  return role
}
