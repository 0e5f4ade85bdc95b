import { sql } from 'kysely'
import type { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { changeOf, packableTree as packTree } from '#server/features/platform/permissions/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { refuseBroken, type Written } from '#server/kit/db/broken-constraint.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'

type Calls = typeof tenantPacks
interface Pack {
  id: string
  name: string
  nameEn: string | null
  remark: string | null
  version: number
  entries: number
  tenants: number
  updateBy: string | null
  updateTime: string | null
}
export { packTree }

export async function packs(ctx: Ctx, _: object, id: string | null = null): Promise<Pack[]> {
  return (
    await sql<Pack>`select p.id, p.name, p.name_en, p.remark, p.version, p.update_by, p.update_time,
      (select count(*)::int from tenant_pack_entry e where e.pack_id = p.id) as entries,
      (select count(*)::int from tenant_pack_use o where o.pack_id = p.id) as tenants
      from ${ctx.rows('tenantPack').as('p')} where ${id === null} or p.id = ${id}
      order by p.name limit 500`.execute(ctx.db)
  ).rows
}

const packOf = async (ctx: Ctx, id: string): Promise<Pack> =>
  (await packs(ctx, {}, id))[0] ?? failMissing()

export async function entriesOf(ctx: Ctx, { id }: { id: string }): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select e.permission_id as id from tenant_pack_entry e where e.pack_id = ${id}`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

export function savePack(ctx: Ctx, { id, version, ...draft }: In<Calls['save']>): Promise<Pack> {
  const written: Written = {
    table: 'tenant_pack',
    field: (column) => column,
    value: (column) => Reflect.get(draft, column),
    changed: ['name'],
  }
  return inTx(ctx, async (tx) => {
    if (id !== undefined) {
      const current = () => packOf(tx, id)
      const seen = version === undefined ? undefined : { version, current }
      await change(tx, 'tenantPack', id, draft, { seen, broken: written })
      return packOf(tx, id)
    }
    const made = await sql<{
      id: string
    }>`insert into tenant_pack (name, name_en, remark, create_by) values (${draft.name},
        ${draft.nameEn}, ${draft.remark}, ${tx.principal.username}) returning id`
      .execute(tx.db)
      .catch((error: unknown) => refuseBroken(error, written))
    await tx.audit('tenant_pack', made.rows[0]!.id, 'add', null, draft)
    return packOf(tx, made.rows[0]!.id)
  })
}

/** Locked: no tenant is given it and none loses it meanwhile. */
async function holdPack(tx: Tx, id: string): Promise<{ name: string; tenants: string[] }> {
  const locked = await sql<{
    name: string
  }>`select p.name from tenant_pack p where p.id = ${id} for update`.execute(tx.db)
  const found = await sql<{
    id: string
  }>`select o.tenant_id as id from tenant_pack_use o where o.pack_id = ${id}`.execute(tx.db)
  return { ...(locked.rows[0] ?? failMissing()), tenants: found.rows.map((row) => row.id) }
}

export function deletePack(ctx: Ctx, { id }: In<Calls['delete']>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const { name, tenants } = await holdPack(tx, id)
    if (tenants.length > 0) fail('tenant.packUsed', { label: name, count: tenants.length })
    await sql`delete from tenant_pack where id = ${id}`.execute(tx.db)
    await tx.audit('tenant_pack', id, 'delete', { name }, null)
    return null
  })
}

/** With what leads there: a page without its folder is in no menu. */
export async function withFolders(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{
    id: string
    own: boolean
  }>`with recursive up as (
      select p.id, p.parent_id, true as own from sys_permission p where p.id = any(${ids}::bigint[])
      union select p.id, p.parent_id, false from up join sys_permission p on p.id = up.parent_id
    ) select id, bool_or(own) as own from up group by id`.execute(ctx.db)
  if (found.rows.filter(({ own }) => own).length !== new Set(ids).size)
    failFields([{ path: 'permissionIds', code: 'field.ref' }])
  return found.rows.map(({ id }) => id)
}

/** Adds and takes what the form changed; what was changed meanwhile stays. Never without entries. */
export function saveEntries(
  ctx: Ctx,
  { id, permissionIds, lastpermissionIds }: In<Calls['saveEntries']>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const { tenants } = await holdPack(tx, id)
    const stored = new Set(await entriesOf(tx, { id }))
    const { added, removed } = changeOf(stored, permissionIds, lastpermissionIds)
    const left = [...stored].filter((one) => !removed.includes(one))
    const after = await withFolders(tx, [...left, ...added])
    if (after.length === 0) failFields([{ path: 'permissionIds', code: 'field.required' }])
    await sql`delete from tenant_pack_entry
      where pack_id = ${id} and permission_id <> all(${after}::bigint[])`.execute(tx.db)
    await sql`insert into tenant_pack_entry (pack_id, permission_id)
      select ${id}, unnest(${after}::bigint[]) on conflict do nothing`.execute(tx.db)
    const codes = await codesOf(tx, [...stored], after)
    await change(tx, 'tenantPack', id, {}, { unlogged: 'all' })
    await tx.audit('tenant_pack', id, 'edit', { entries: codes.gone }, { entries: codes.fresh })
    for (const tenantId of tenants) await broadcast(tx, { kind: 'authz', tenantId, userIds: null })
    return null
  })
}

async function codesOf(
  tx: Tx,
  before: readonly string[],
  after: readonly string[],
): Promise<{ gone: string[]; fresh: string[] }> {
  const found = await sql<{
    code: string
    stays: boolean
  }>`select coalesce(p.perms, p.path, p.name) as code, p.id = any(${after}::bigint[]) as stays
    from sys_permission p
    where (p.id = any(${before}::bigint[])) <> (p.id = any(${after}::bigint[]))
    order by 1`.execute(tx.db)
  const of = (stays: boolean) =>
    found.rows.filter((row) => row.stays === stays).map(({ code }) => code)
  return { gone: of(false), fresh: of(true) }
}
