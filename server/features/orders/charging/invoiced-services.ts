import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** The name of the service each order went by, as invoices group what was charged. */
export async function invoicedServices(
  ctx: Ctx,
  shipmentIds: readonly string[],
  lang: Lang,
): Promise<ReadonlyMap<string, string>> {
  if (shipmentIds.length === 0) return new Map()
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string; name: string }>`select p.id,
      case when ${lang} = 'en_US' then coalesce(nullif(s.name_en, ''), s.name) else s.name end
        as name
    from ${system.rows('shipment').as('p')}
      join ${system.rows('deliveryService').as('s')} on s.id = p.service_id
    where p.id = any(${[...shipmentIds]}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}
