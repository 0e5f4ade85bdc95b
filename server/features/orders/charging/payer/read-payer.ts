import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { DEDUCT, type charging } from '#contracts/orders/charging.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { availableOn } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { sideOf } from '../charge-rows.ts'
import { sumOf } from '../share-lines.ts'
import { taxedPrice } from './taxed-price.ts'
import { seesMoney } from './missing-money.ts'

/**
 * Which account of a customer pays a service, and what is available for it; null where nothing is
 * charged, the service is free, or staff may not see what an account has; a customer's sub-account
 * learns which one pays, and not what it has. The customer is within reach.
 */
export async function payerOf(
  ctx: Ctx,
  { serviceId, currency, total, country, customerId: wanted }: In<typeof charging.payer>,
): Promise<Out<typeof charging.payer>> {
  const customerId = ctx.principal.customerId ?? wanted ?? null
  const sees = seesMoney(ctx)
  const own = ctx.principal.customerId !== null && ctx.can(SEE_PRICES)
  if (customerId === null || !(sees || own)) return null
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    method: string
    useCredit: boolean
    apart: boolean
  }>`select v.deduct_method as method, v.iz_subsist as use_credit, k.iz_apart as apart
    from ${tenant.rows('deliveryService').as('v')}
      join ${ctx.rows('customer').as('k')} on k.id = ${customerId}::bigint
      join ${tenant.rows('chargingSetting').as('c')} on c.charging_from <= now()
    where v.id = ${serviceId}::bigint`.execute(ctx.db)
  const [terms] = rows
  if (!terms || terms.method === DEDUCT.free) return null
  const kind = sideOf(terms.method)
  const useCredit = terms.method === DEDUCT.monthly || terms.useCredit
  const minor = sees ? await availableOn(ctx, { kind, customerId, currency }, useCredit) : null
  const { lines } = await taxedPrice(ctx, { customerId, currency, total, country })
  const needed = sumOf(lines)
  const text = (amount: bigint) => formatMoney({ minor: amount, currency })
  return {
    account: kind,
    both: !terms.apart,
    currency,
    available: minor === null ? null : text(minor),
    needed: text(needed),
    missing: minor !== null && needed > minor ? text(needed - minor) : null,
  }
}
