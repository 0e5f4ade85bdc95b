import { sql } from 'kysely'
import type { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { readTenant } from './tenant-rows.ts'

/** The packs a tenant has from now on; sessions already open lose what is taken at once. */
export function assignPacks(
  ctx: Ctx,
  { id, version, packIds }: In<(typeof tenantPacks)['assign']>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    if (id === PLATFORM_TENANT) failMissing()
    const before = await namesOf(tx, id)
    await change(
      tx,
      'tenant',
      id,
      {},
      {
        seen: { version, current: () => readTenant(tx, { id }) },
        if: (row) => void (row.delFlag === 0 || failMissing()),
        unlogged: 'all',
      },
    )
    const found = await sql<{
      id: string
      filled: boolean
    }>`select p.id, exists (select 1 from tenant_pack_entry e where e.pack_id = p.id) as filled
      from tenant_pack p where p.id = any(${packIds}::bigint[]) order by p.id for share of p`.execute(
      tx.db,
    )
    if (found.rows.length !== new Set(packIds).size)
      failFields([{ path: 'packIds', code: 'field.ref' }])
    if (found.rows.some(({ filled }) => !filled))
      failFields([{ path: 'packIds', code: 'tenant.packEmpty' }])
    await sql`delete from tenant_pack_use where tenant_id = ${id}
      and pack_id <> all(${packIds}::bigint[])`.execute(tx.db)
    await sql`insert into tenant_pack_use (tenant_id, pack_id)
      select ${id}, unnest(${packIds}::bigint[]) on conflict do nothing`.execute(tx.db)
    await tx.audit('tenant', id, 'edit', { packs: before }, { packs: await namesOf(tx, id) })
    await broadcast(tx, { kind: 'authz', tenantId: id, userIds: null })
    return null
  })
}

async function namesOf(tx: Tx, id: string): Promise<string[]> {
  const found = await sql<{
    name: string
  }>`select p.name from tenant_pack_use o join tenant_pack p on p.id = o.pack_id
    where o.tenant_id = ${id} order by 1`.execute(tx.db)
  return found.rows.map(({ name }) => name)
}
