import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { charging } from '#contracts/orders/charging.ts'
import { SEE_COSTS } from '#contracts/platform/access/price-permission.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** Services whose charges have no expected cost, the most charges first. */
export async function missingCosts(ctx: Ctx): Promise<Out<typeof charging.missingCosts>> {
  const { rows } = await sql<{
    serviceCode: string
    serviceName: string
    serviceNameEn: string | null
    supplierName: string
    why: string
    count: number
    lastAt: string
  }>`select v.code as service_code, v.name as service_name, v.name_en as service_name_en,
      s.name as supplier_name, k.why, count(*)::int as count, max(k.create_time) as last_at
    from ${ctx.rows('parcelCost').as('k')}
      join ${ctx.rows('parcelCharge').as('c')} on c.id = k.charge_id and c.state = 'charged'
      join delivery_service v on v.tenant_id = k.tenant_id and v.id = k.service_id
      join supplier s on s.tenant_id = k.tenant_id and s.id = k.supplier_id
    where k.amount is null and not exists (select 1 from ${ctx.rows('parcelCost').as('later')}
      where later.charge_id = k.charge_id and later.amount is not null)
    group by v.id, v.code, v.name, v.name_en, s.name, k.why
    order by count(*) desc, v.code limit 200`.execute(ctx.db)
  return { count: rows.reduce((sum, { count }) => sum + count, 0), services: rows }
}

/**
 * What the parcels of charges are expected to cost, for staff who may see costs; where the
 * currency changed since, in the one that counts now.
 */
export async function costsOf(
  ctx: Ctx,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, { amount: string; currency: string }>> {
  if (ctx.principal.customerId !== null || !ctx.can(SEE_COSTS)) return new Map()
  const { rows } = await sql<{
    chargeId: string
    amount: string | null
    currency: string | null
  }>`select k.charge_id, sum(k.amount)::bigint as amount, k.currency
    from ${ctx.rows('parcelCost').as('k')}
    where k.charge_id = any(${chargeIds}::bigint[]) and k.currency is not null
    group by k.charge_id, k.currency
    order by k.charge_id, sum(k.amount) <> 0, max(k.seq)`.execute(ctx.db)
  return new Map(
    rows.flatMap(({ chargeId, amount, currency }) =>
      amount === null || currency === null
        ? []
        : [[chargeId, { amount: formatMoney({ minor: BigInt(amount), currency }), currency }]],
    ),
  )
}
