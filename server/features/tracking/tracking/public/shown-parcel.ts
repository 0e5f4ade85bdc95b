import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { publicSpellings } from './query-public.ts'

export interface ShownParcel {
  tenantId: string
  parcelId: string
  customerId: string
  depotId: string | null
  number: string
}

/**
 * A parcel the public page shows, by its number and its receiver's postcode; null for any other.
 * It reaches across tenants as the look-up of numbers does.
 */
export async function shownParcel(
  ctx: Ctx,
  no: string,
  postcode: string,
): Promise<ShownParcel | null> {
  const { rows } =
    await sql<ShownParcel>`select t.tenant_id, t.parcel_id, p.customer_id, p.depot_id,
      t.number
    from tracking_number t join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where t.number = any(${publicSpellings(no)}::text[]) and t.state = 1 and t.visible
      and upper(regexp_replace(s.postal_code, '[^[:alnum:]]', '', 'g'))
        = ${postcode.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}
    limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
