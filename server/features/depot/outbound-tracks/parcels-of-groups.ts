import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'

/**
 * Parcels by the number of what they travel in: house waybill, and for staff alone outbound batch,
 * bag and waybill batch, by our number or the carrier's. A query of `no` and `id`, within reach.
 */
export function parcelsOfGroups(ctx: Ctx, nos: readonly string[]): RawBuilder<unknown> {
  const linked = ctx.rows('waybillParcel').as('x')
  const hawbs = sql`select h.no, x.parcel_id as id from ${linked}
    join house_waybill as h on h.tenant_id = x.tenant_id and h.id = x.house_id
    where h.no = any(${nos}::text[])`
  if (ctx.principal.customerId !== null) return hawbs
  return sql`${hawbs}
    union select w.no, x.parcel_id from ${linked}
      join waybill_batch as w on w.tenant_id = x.tenant_id and w.id = x.waybill_id
      where w.no = any(${nos}::text[])
    union select w.master_no, x.parcel_id from ${linked}
      join waybill_batch as w on w.tenant_id = x.tenant_id and w.id = x.waybill_id
      where w.master_no = any(${nos}::text[])
    union select b.no, x.parcel_id from ${ctx.rows('outBatchParcel').as('x')}
      join out_batch as b on b.tenant_id = x.tenant_id and b.id = x.batch_id
      where b.no = any(${nos}::text[])
    union select k.no, x.parcel_id from ${ctx.rows('outPackageParcel').as('x')}
      join out_package as k on k.tenant_id = x.tenant_id and k.id = x.package_id
      where k.no = any(${nos}::text[])`
}
