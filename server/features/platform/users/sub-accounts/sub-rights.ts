import { sql } from 'kysely'
import { inPacks } from '#server/features/platform/session/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

interface Entry {
  id: string
  parentId: string | null
  menuType: number
  perms: string | null
  name: string
  byMain: boolean
  proposed: boolean
}
export interface Choice {
  code: string
  name: string
  menu: string
  proposed: boolean
}

/** A main account's own matter: it is never handed on. */
const NEVER = /^erp:subuser:/

/**
 * The menu with its buttons: what the main account has of it, and what the product proposes for
 * sub-accounts.
 */
async function entriesOf(ctx: Ctx, mainUserId: string): Promise<Entry[]> {
  const name = ctx.lang === 'en_US' ? sql`coalesce(p.name_en, p.name)` : sql`p.name`
  return (
    await sql<Entry>`select p.id, p.parent_id, p.menu_type, p.perms, ${name} as name,
      exists (select 1
        from ${ctx.rows('sysUserRole').as('ur')} join sys_role_permission g
          on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id
          where ur.user_id = ${mainUserId} and g.permission_id = p.id and ${inPacks}) as by_main,
      exists (select 1
        from ${ctx.rows('sysRole').as('r')} join sys_role_permission g on g.tenant_id = r.tenant_id
          and g.role_id = r.id
          where r.role_code = 'sub' and r.built_in and g.permission_id = p.id) as proposed
    from sys_permission p where p.status = '1' order by p.sort_no, p.id`.execute(ctx.db)
  ).rows
}

/** What the main account may hand on, in the order of its menu. */
export async function choicesOf(ctx: Ctx, mainUserId: string): Promise<Choice[]> {
  const entries = await entriesOf(ctx, mainUserId)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const place = (entry: Entry): number => entries.indexOf(byId.get(entry.parentId ?? '') ?? entry)
  const top = (entry: Entry): number => place(byId.get(entry.parentId ?? '') ?? entry)
  return entries
    .filter(handedOn)
    .toSorted((a, b) => top(a) - top(b) || place(a) - place(b))
    .map((entry) => ({
      code: entry.perms!,
      name: entry.name,
      menu: byId.get(entry.parentId ?? '')?.name ?? '',
      proposed: entry.proposed,
    }))
}

const handedOn = (entry: Entry): boolean =>
  entry.menuType === 2 && entry.byMain && entry.perms !== null && !NEVER.test(entry.perms)

/**
 * Gives a sub-account these rights by a role of its own, which cannot be given to others: buttons of
 * the chosen codes, the screens they stand on, and the folders above those.
 * @throws Refusal on `perms`, `sub.permBeyond`: a code the main account has not
 */
export async function grantRights(
  tx: Tx,
  sub: { id: string; username: string },
  mainUserId: string,
  codes: readonly string[] | null,
): Promise<void> {
  const entries = await entriesOf(tx, mainUserId)
  const known = new Set(entries.filter(handedOn).map(({ perms }) => perms!))
  const over = codes?.find((code) => !known.has(code))
  if (over !== undefined)
    failFields([{ path: 'perms', code: 'sub.permBeyond', data: { code: over } }])
  const chosen = new Set(
    codes ??
      entries.filter((entry) => handedOn(entry) && entry.proposed).map(({ perms }) => perms!),
  )
  const buttons = entries.filter((entry) => handedOn(entry) && chosen.has(entry.perms!))
  const granted = new Set(buttons.map(({ id }) => id))
  const withButtons = new Set(
    entries.filter(({ menuType }) => menuType === 2).map(({ parentId }) => parentId),
  )
  const parents = new Set(entries.map(({ parentId }) => parentId))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const above = (entry: Entry | undefined): void => {
    for (let up = entry; up && up.byMain && !granted.has(up.id); up = byId.get(up.parentId ?? ''))
      granted.add(up.id)
  }
  for (const button of buttons) above(byId.get(button.parentId ?? ''))
  // A screen whose code stands under another entry has no button of its own to go by.
  for (const entry of entries)
    if (
      entry.menuType !== 2 &&
      entry.byMain &&
      entry.proposed &&
      !withButtons.has(entry.id) &&
      !parents.has(entry.id)
    )
      above(entry)

  const { tenantId, username } = tx.principal
  const role = await sql<{
    id: string
  }>`insert into sys_role (tenant_id, role_code, role_name, data_scope, owner_user_id, create_by)
    values (${tenantId}, ${`sub-${sub.id}`}, ${sub.username}, 'sub', ${sub.id}, ${username})
    on conflict (tenant_id, role_code) do update set update_by = ${username}, update_time = now()
    returning id`.execute(tx.db)
  const { id } = role.rows[0]!
  await sql`delete from sys_role_permission as g
    where ${tx.rows('sysRolePermission').where('g')} and g.role_id = ${id}`.execute(tx.db)
  await sql`insert into sys_role_permission (tenant_id, role_id, permission_id)
    select ${tenantId}, ${id}, unnest(${[...granted]}::bigint[])`.execute(tx.db)
  await sql`delete from sys_user_role as ur
    where ${tx.rows('sysUserRole').where('ur')} and ur.user_id = ${sub.id} and ur.role_id <> ${id}`.execute(
    tx.db,
  )
  await sql`insert into sys_user_role (tenant_id, user_id, role_id)
    values (${tenantId}, ${sub.id}, ${id}) on conflict do nothing`.execute(tx.db)
}
