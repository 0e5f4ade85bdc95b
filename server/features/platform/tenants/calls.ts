import { tenants as contract, tenantList } from '#contracts/platform/operations/tenants.ts'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { listRows } from '#server/kit/resource/resource-rows.ts'
import { exportRows } from '#server/kit/resource/resource-sheets.ts'
import {
  closedTenants,
  deleteTenant,
  deleteTenants,
  editTenant,
  enterTenant,
  freezeTenants,
  restoreTenants,
} from './close-tenant.ts'
import { invite, members, removeMember, rolesOf } from './members.ts'
import { createTenant, type SeedTenant } from './create-tenant.ts'
import { assignPacks } from './assign-packs.ts'
import { effectOf } from './pack-effect.ts'
import { deletePack, entriesOf, packTree, packs, saveEntries, savePack } from './packs.ts'
import { inUse, readTenant, withUsage } from './tenant-rows.ts'

/** The platform's own matter: which companies are in the installation. */
export function tenantCalls(furnish: SeedTenant) {
  return [
    ...bindEndpoints(contract, {
      list: async (ctx: Ctx, query: ListQuery) => {
        const page = await listRows(ctx, tenantList, query, inUse)
        return { ...page, records: await withUsage(ctx, page.records) }
      },
      queryById: readTenant,
      add: (ctx, input) => createTenant(ctx, input, furnish),
      edit: (ctx, input) => editTenant(ctx, input as Parameters<typeof editTenant>[1]),
      freeze: freezeTenants,
      delete: deleteTenant,
      deleteBatch: deleteTenants,
      recycleBin: closedTenants,
      restore: restoreTenants,
      exportXls: (ctx: Ctx, query: ListQuery) => exportRows(ctx, tenantList, query, inUse),
      members,
      roles: rolesOf,
      invite,
      remove: removeMember,
      enter: enterTenant,
    }),
    ...bindEndpoints(tenantPacks, {
      list: packs,
      tree: packTree,
      entries: entriesOf,
      save: savePack,
      delete: deletePack,
      saveEntries,
      assign: assignPacks,
      effect: effectOf,
    }),
  ]
}
