import { sql } from 'kysely'
import type { z } from 'zod'
import {
  PLATFORM_TENANT,
  tenantList,
  type tenantRow,
} from '#contracts/platform/operations/tenants.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import type { ListHook, WireRow } from '#server/kit/resource/resource-rows.ts'
import { rowById } from '#server/kit/resource/resource-rows.ts'

export type TenantRow = z.input<typeof tenantRow>

export const inUse: ListHook = () => [sql<boolean>`t.del_flag = 0 and t.id <> 0`]

/** Rows with who administers each and how much it holds. */
export async function withUsage(ctx: Ctx, rows: readonly WireRow[]): Promise<TenantRow[]> {
  const found = await sql<{
    id: string
    admins: string
    users: string
    orders: string
    packs: string
    packIds: string[]
  }>`select t.id,
      coalesce((select string_agg(u.realname || ' (' || u.username || ')', ', ' order by u.id)
          from sys_user_role ur
          join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
            and r.role_code = 'tenantAdmin'
        join sys_user u on u.id = ur.user_id and u.del_flag = 0 where ur.tenant_id = t.id),
        '') as admins,
      (select count(*) from sys_user u where u.tenant_id = t.id and u.del_flag = 0)::text as users,
      coalesce((select sum(n) from shipment_tally s where s.tenant_id = t.id), 0)::text as orders,
      coalesce((select string_agg(coalesce(case when ${ctx.lang === 'en_US'} then p.name_en end,
          p.name), ', ' order by p.name) from tenant_pack_use o join tenant_pack p
          on p.id = o.pack_id where o.tenant_id = t.id), '') as packs,
      array(select o.pack_id::text from tenant_pack_use o where o.tenant_id = t.id) as pack_ids
    from tenant t where t.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  const usage = new Map(found.rows.map(({ id, ...row }) => [id, row]))
  const none = { admins: '', users: '0', orders: '0', packs: '', packIds: [] }
  return rows.map((row) => ({ ...row, ...none, ...usage.get(row.id) }))
}

export async function readTenant(ctx: Ctx, { id }: { id: string }): Promise<TenantRow> {
  const row = id === PLATFORM_TENANT ? null : await rowById(ctx, tenantList, id)
  if (!row) failMissing()
  return (await withUsage(ctx, [row.wire]))[0]!
}
