import { sql } from 'kysely'
import { nameIn } from '#server/kit/db/name-in.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { senderOf } from '#server/features/parties/shippers/index.ts'
import {
  isAllowed,
  leftOf,
  openDepots,
  openServices,
  type SpendCap,
} from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { kindsOfServices, valueAddedOf } from './references.ts'
import { customerOf } from './add-order.ts'
import { limitsOfCaller } from './spend.ts'

/**
 * What an order may be sent by: what is open to its customer and, for a sub-account, allowed to it;
 * and what is left of its cap.
 */
export async function orderChoices(
  ctx: Ctx,
  { customerId }: In<typeof shipments.choices>,
): Promise<Out<typeof shipments.choices>> {
  const whose = await customerOf(ctx, { customerId: customerId ?? null })
  const limits = await limitsOfCaller(ctx)
  const [services, depots] = [await openServices(ctx, whose), await openDepots(ctx)]
  const kinds = await kindsOfServices(ctx)
  return {
    services: services
      .filter(({ value }) => isAllowed(limits?.services, value))
      .map((one) => ({ ...one, ...(kinds[one.value] ? { kinds: kinds[one.value]! } : {}) })),
    depots: await withAddress(
      ctx,
      depots.filter(({ value }) => isAllowed(limits?.depots, value)),
    ),
    sender: (await senderOf(ctx, whose, null))?.address ?? null,
    userDepots: await userDepotsOf(ctx, whose),
    valueAdded: await valueAddedOf(ctx),
    limit: limits?.cap && ctx.can(SEE_PRICES) ? limitOut(limits.cap) : null,
  }
}

/** Depots with the address that is printed on a label without a sender. */
async function withAddress(ctx: Ctx, depots: readonly { value: string; text: string }[]) {
  const ids = depots.map(({ value }) => value)
  const { rows } = await sql<{ id: string; address: string }>`select d.id,
      concat_ws(' · ', d.name, d.city, d.country) as address
    from ${ctx.rows('depot').as('d')} where d.id = any(${ids}::bigint[])`.execute(ctx.db)
  const known = new Map(rows.map(({ id, address }) => [id, address]))
  return depots.map((depot) => ({ ...depot, address: known.get(depot.value) ?? '' }))
}

/** The customer's own codes at depots. */
async function userDepotsOf(
  ctx: Ctx,
  customerId: string,
): Promise<{ value: string; text: string }[]> {
  const found = await sql<{ value: string; text: string }>`select u.id as value,
      concat_ws(' ', u.depot_code, ${nameIn(ctx.lang, 'd.name')}) as text
    from ${ctx.rows('userDepot').as('u')} join ${ctx.rows('depot').as('d')} on d.id = u.depot_id
    where u.customer_id = ${customerId} order by u.depot_code`.execute(ctx.db)
  return found.rows
}

function limitOut(cap: SpendCap) {
  const money = (minor: bigint) => formatMoney({ minor, currency: cap.currency })
  return {
    cap: money(cap.amount),
    used: money(cap.spent),
    left: money(leftOf(cap)),
    currency: cap.currency,
    period: cap.period,
  }
}
