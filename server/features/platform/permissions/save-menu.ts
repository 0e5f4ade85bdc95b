import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { MenuDraft } from '#contracts/platform/access/permissions.menus.ts'
import type { permissions } from '#contracts/platform/access/permissions.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { menuRows, nodeOf, type MenuRow } from './menu-rows.ts'
import { normalMenu } from './menu-draft.ts'

/** Held while the tree changes: what was checked stays so until the commit. */
export async function lockMenus(tx: Tx): Promise<MenuRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sys_permission', 0))`.execute(tx.db)
  return menuRows(tx)
}

/** Rights of every tenant may have changed; who listens forgets them all. */
export const broadcastMenuChange = (tx: Tx) =>
  broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })

export function addMenu(
  ctx: Ctx,
  input: In<typeof permissions.add>,
): Promise<Out<typeof permissions.add>> {
  const draft = normalMenu(input)
  return inTx(ctx, async (tx) => {
    const rows = await lockMenus(tx)
    check(rows, null, draft)
    const made = await sql<{
      id: string
    }>`insert into sys_permission (key, parent_id, menu_type, name, name_en, path, component,
        component_name, redirect, icon, perms, perms_type, status, sort_no,
        route, hidden, always_show, keep_alive, internal_or_external, description, built_in,
        create_by)
      values ('own.' || gen_random_uuid(), ${draft.parentId ?? null}, ${draft.menuType},
        ${draft.name}, ${draft.nameEn ?? null}, ${draft.url ?? null}, ${draft.component ?? null},
        ${draft.componentName ?? null},
        ${draft.redirect ?? null}, ${draft.icon ?? null}, ${draft.perms ?? null},
        ${draft.permsType}, ${draft.status}, ${draft.sortNo}, ${draft.route}, ${draft.hidden},
        ${draft.alwaysShow}, ${draft.keepAlive},
        ${draft.internalOrExternal}, ${draft.description ?? null}, false, ${tx.principal.username})
        returning id`.execute(tx.db)
    const id = made.rows[0]!.id
    // Its author sees it; to tenants it comes when their administrators' roles are granted it.
    await sql`insert into sys_role_permission (tenant_id, role_id, permission_id)
      select r.tenant_id, r.id, ${id} from sys_role r where r.data_scope = 'platform'`.execute(
      tx.db,
    )
    return stored(tx, id, null)
  })
}

export function editMenu(
  ctx: Ctx,
  { id, version, ...input }: In<typeof permissions.edit>,
): Promise<Out<typeof permissions.edit>> {
  const draft = normalMenu(input)
  return inTx(ctx, async (tx) => {
    const rows = await lockMenus(tx)
    const before = rows.find((row) => row.id === id)
    if (!before) failMissing('permission.missing')
    if (version !== undefined && version !== before.version)
      failConflict('row.stale', nodeOf(before, tx.lang, true, []))
    check(rows, before, draft)
    const moved =
      draft.url !== before.path ||
      draft.component !== before.component ||
      (draft.parentId ?? null) !== before.parentId ||
      draft.sortNo !== Number(before.sortNo)
    await sql`update sys_permission
      set parent_id = ${draft.parentId ?? null}, menu_type = ${draft.menuType},
        name = ${draft.name}, name_en = ${draft.nameEn ?? null}, path = ${draft.url ?? null},
        component = ${draft.component ?? null}, component_name = ${draft.componentName ?? null},
        redirect = ${draft.redirect ?? null}, icon = ${draft.icon ?? null},
        perms = ${draft.perms ?? null},
        perms_type = ${draft.permsType}, status = ${draft.status}, sort_no = ${draft.sortNo},
        route = ${draft.route}, hidden = ${draft.hidden}, always_show = ${draft.alwaysShow},
        keep_alive = ${draft.keepAlive},
        internal_or_external = ${draft.internalOrExternal},
        description = ${draft.description ?? null}, changed = changed
        or ${moved}, version = version + 1, update_by = ${tx.principal.username},
        update_time = now()
      where id = ${id}`.execute(tx.db)
    return stored(tx, id, before)
  })
}

async function stored(
  tx: Tx,
  id: string,
  before: MenuRow | null,
): Promise<Out<typeof permissions.edit>> {
  const rows = await menuRows(tx)
  const row = rows.find((one) => one.id === id)!
  await tx.audit('sys_permission', id, before ? 'edit' : 'add', before, row)
  await broadcastMenuChange(tx)
  return nodeOf(row, tx.lang, !rows.some((one) => one.parentId === id), [])
}

/**
 * What only the other entries show: the parent exists and is not below the entry itself, and
 * the code is not taken.
 */
function check(rows: readonly MenuRow[], before: MenuRow | null, draft: MenuDraft): void {
  if (draft.perms && rows.some((row) => row.perms === draft.perms && row.id !== before?.id))
    failFields([{ path: 'perms', code: 'permission.codeTaken' }])
  // A code the server itself asks for keeps its name, or it could not be granted any more.
  if (before?.builtIn && before.perms !== null && draft.perms !== before.perms)
    failFields([{ path: 'perms', code: 'permission.builtInCode' }])
  if (
    before &&
    (before.menuType === 2) !== (draft.menuType === 2) &&
    (before.builtIn || rows.some((row) => row.parentId === before.id))
  )
    failFields([{ path: 'menuType', code: 'permission.type' }])
  if (
    draft.url?.startsWith('/') &&
    rows.some((row) => row.path === draft.url && row.id !== before?.id)
  )
    failFields([{ path: 'url', code: 'permission.urlTaken' }])
  if (!draft.parentId) return
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parent = byId.get(draft.parentId)
  if (!parent || parent.menuType === 2) failFields([{ path: 'parentId', code: 'field.ref' }])
  for (
    let up: MenuRow | undefined = parent;
    up;
    up = up.parentId === null ? undefined : byId.get(up.parentId)
  ) {
    if (up.id === before?.id) failFields([{ path: 'parentId', code: 'permission.circle' }])
  }
}
