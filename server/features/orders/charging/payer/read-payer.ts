import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { DEDUCT, type charging } from '#contracts/orders/charging.ts'
import { availableOn } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { sideOf } from '../charge-rows.ts'
import { sumOf } from '../share-lines.ts'
import { taxedPrice } from './taxed-price.ts'
import { seesMoney } from './missing-money.ts'

/**
 * Which account of a customer pays a service, and what is available for it; null where nothing is
 * charged, the service is free, or the caller may not see what an account has. The customer is within reach.
 */
export async function payerOf(
  ctx: Ctx,
  { serviceId, currency, total, country, customerId: wanted }: In<typeof charging.payer>,
): Promise<Out<typeof charging.payer>> {
  const customerId = ctx.principal.customerId ?? wanted ?? null
  if (customerId === null || !seesMoney(ctx)) return null
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
  const minor = await availableOn(ctx, { kind, customerId, currency }, useCredit)
  const { lines } = await taxedPrice(ctx, { customerId, currency, total, country })
  const needed = sumOf(lines)
  const text = (amount: bigint) => formatMoney({ minor: amount, currency })
  return {
    account: kind,
    both: !terms.apart,
    currency,
    available: text(minor),
    needed: text(needed),
    missing: needed > minor ? text(needed - minor) : null,
  }
}
