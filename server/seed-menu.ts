import type { ClientBase } from 'pg'
import { cruds } from '#contracts/catalogue.ts'
import { buttonsOf } from '#seeds/reference/menu/menu-buttons.ts'
import { entries, menu, type MenuEntry } from '#seeds/reference/menu/menu.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { grantsOf } from '#seeds/reference/role-grants.ts'
import { roles } from '#seeds/reference/roles.ts'

/** A screen left open as a tab keeps what was entered there, unless the menu excludes it. */
const keepsAlive = (entry: MenuEntry | undefined): boolean =>
  entry !== undefined && (entry.keepAlive ?? !entry.component.startsWith('layouts/'))

/**
 * Menus and buttons by their key; answers the keys that are new, which built-in roles are then
 * granted.
 */
export async function seedMenu(client: ClientBase): Promise<Set<string>> {
  const fresh = new Set<string>()
  const put = async (row: {
    key: string
    parent: string | null
    type: number
    name: string
    nameEn: string
    sort: number
    perms?: string
    entry?: MenuEntry
  }) => {
    const { entry } = row
    const done = await client.query<{ fresh: boolean }>(
      `insert into sys_permission (key, parent_id, menu_type, name, name_en, path, component,
        redirect, icon, perms, sort_no, hidden, always_show, for_everyone, keep_alive, for_customers)
      values ($1, (select id from sys_permission where key = $2), $3, $4, $5, $6, $7, $8, $9, $10,
      $11, $12, $13, $14, $15, $16)
      on conflict (key) do update set path = excluded.path, component = excluded.component,
      parent_id = excluded.parent_id, sort_no = excluded.sort_no,
      for_everyone = excluded.for_everyone, for_customers = excluded.for_customers
      where sys_permission.built_in and not sys_permission.changed
      returning xmax = 0 as fresh`,
      [
        row.key,
        row.parent,
        row.type,
        row.name,
        row.nameEn,
        entry?.path ?? null,
        entry?.component ?? null,
        entry?.redirect ?? null,
        entry?.icon ?? null,
        row.perms ?? null,
        row.sort,
        entry?.hidden ?? false,
        entry?.alwaysShow ?? false,
        entry?.forEveryone ?? false,
        keepsAlive(entry),
        entry?.forCustomers ?? false,
      ],
    )
    if (done.rows[0]?.fresh) fresh.add(row.key)
  }
  const walk = async (tree: readonly MenuEntry[], parent: string | null) => {
    for (const [sort, entry] of tree.entries()) {
      await put({
        key: entry.key,
        parent,
        type: parent === null ? 0 : 1,
        name: entry.name,
        nameEn: entry.nameEn,
        sort,
        entry,
      })
      for (const [at, button] of buttonsOf(entry, cruds).entries()) {
        await put({
          key: `${entry.key}#${button.code}`,
          parent: entry.key,
          type: 2,
          name: button.name,
          nameEn: button.nameEn,
          sort: at,
          perms: button.code,
        })
      }
      await walk(entry.children ?? [], entry.key)
    }
  }
  await walk(menu, null)
  return fresh
}

/**
 * The built-in roles of a tenant with their grants; outside all tenants those of the platform. An
 * existing role only gains entries that are new (`fresh`): what was taken from it stays taken.
 */
export async function grantRoles(
  client: ClientBase,
  tenantId: string,
  fresh: ReadonlySet<string> | null,
): Promise<void> {
  const all = entries()
  const codes = all.flatMap((entry) => buttonsOf(entry, cruds).map(({ code }) => code))
  for (const role of roles) {
    if ((role.dataScope === 'platform') !== (tenantId === PLATFORM_TENANT)) continue
    const made = await client.query<{ id: string }>(
      `insert into sys_role (tenant_id, role_code, role_name, role_name_en, description,
        description_en, data_scope, built_in)
      values ($1, $2, $3, $4, $5, $6, $7, true) on conflict (tenant_id, role_code) do nothing returning id`,
      [
        tenantId,
        role.code,
        role.name,
        role.nameEn,
        role.description,
        role.descriptionEn,
        role.dataScope,
      ],
    )
    const granted = new Set(grantsOf(role, codes))
    const keys = all.flatMap((entry) => [
      ...(seen(entry, granted) ? [entry.key] : []),
      ...buttonsOf(entry, cruds)
        .filter(({ code }) => granted.has(code))
        .map(({ code }) => `${entry.key}#${code}`),
    ])
    const requested = made.rowCount ? keys : keys.filter((key) => fresh?.has(key))
    if (requested.length === 0) continue
    await client.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
      select $1, r.id, p.id from sys_role r, sys_permission p where r.tenant_id = $1
      and r.role_code = $2 and r.built_in and p.key = any($3) on conflict do nothing`,
      [tenantId, role.code, requested],
    )
  }
}

/** A menu entry is seen by holders of any of its codes; a folder with any of its children. */
function seen(entry: MenuEntry, granted: ReadonlySet<string>): boolean {
  if (entry.children && !entry.perms) return entry.children.some((child) => seen(child, granted))
  return entry.forEveryone === true || !entry.perms || entry.perms.some((code) => granted.has(code))
}
