import { sql } from 'kysely'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { roleList } from '#contracts/platform/access/roles.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { coversScope, type DataScope } from '#server/kit/access/data-scope-order.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { requireOwnRole } from './role-rights.ts'

const isForCustomers = (scope: unknown): boolean => scope === 'customer' || scope === 'sub'

/** Where holders of a role begin is a page of the menu, not one of a row. */
async function requirePage(tx: Tx, path: string | null | undefined): Promise<void> {
  if (!path) return
  const page = await sql`select 1 from sys_permission as p where p.path = ${path}
    and p.menu_type <> 2 and p.status = '1' and p.component not like 'layouts/%'
    and p.path not like '%:%'`.execute(tx.db)
  if (page.rows.length === 0) failFields([{ path: 'homePath', code: 'role.homePath' }])
}

/**
 * A role reaches no further than who makes it; built-in ones keep their code and reach; private
 * ones are out of sight.
 */
export const roleHooks: Hooks<typeof roleList> = {
  listQuery: () => [sql<boolean>`t.owner_user_id is null`],
  beforeSave: async (tx, draft, before) => {
    const scope = (draft.dataScope ?? before?.dataScope ?? 'tenant') as DataScope
    const role = before ? await requireOwnRole(tx, before.id) : null
    // No role of a tenant reaches beyond it, not even one made by the platform.
    const outside = scope === 'platform' && tx.principal.tenantId !== PLATFORM_TENANT
    if (outside || !coversScope(tx.principal.dataScope, scope))
      failFields([{ path: 'dataScope', code: 'role.scopeBeyond' }])
    await requirePage(tx, draft.homePath)
    // Who sees masks makes no role that shows what is under them.
    if (tx.principal.masked && (draft.maskPersonal ?? before?.maskPersonal) !== true)
      failFields([{ path: 'maskPersonal', code: 'role.maskBeyond' }])
    if (!before || !role) return
    if (
      role.builtIn &&
      ((draft.roleCode !== undefined && draft.roleCode !== before.roleCode) ||
        scope !== before.dataScope)
    ) {
      failFields([
        { path: scope === before.dataScope ? 'roleCode' : 'dataScope', code: 'role.builtIn' },
      ])
    }
    // Its holders would be staff with a customer's role, or the other way round.
    if (role.users > 0 && isForCustomers(scope) !== isForCustomers(before.dataScope))
      fail('role.held', { role: role.name, count: role.users })
  },
  // Taking rights from people is done by name, not by the way.
  beforeDelete: async (tx, row) => {
    const role = await requireOwnRole(tx, row.id)
    if (role.users > 0) fail('role.held', { label: role.name, role: role.name, count: role.users })
  },
  afterSave: async (tx, row, before) => {
    if (before && (before.dataScope !== row.dataScope || before.maskPersonal !== row.maskPersonal))
      await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
  },
}
