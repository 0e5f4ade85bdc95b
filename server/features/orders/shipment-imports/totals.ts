import { formatMoney, type Money } from '#contracts/kit/money.ts'
import type { ImportState } from '#contracts/orders/imports/shipment-imports.ts'
import { partsOfMany, type ValidatedOrder } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/**
 * One currency's sum as the column `shipment_import.totals` holds it. Imports of before tax was
 * added up have the plain sum alone.
 */
export interface StoredTotal {
  readonly currency: string
  readonly minor: string
  readonly net?: string
  readonly gross?: string | null
}
/** What orders cost: as priced, and without and with tax; `gross` null where its rate is missing. */
export interface Cost extends Money {
  readonly net: bigint
  readonly gross: bigint | null
}
type CostedOrder = Pick<ValidatedOrder, 'quote' | 'consignee'>

/** What each of a customer's orders costs. */
export async function costsOf<O extends CostedOrder>(
  ctx: Ctx,
  customerId: string,
  orders: readonly O[],
): Promise<Map<O, Cost>> {
  const partsOf = partsOfMany()
  const costs = new Map<O, Cost>()
  for (const order of orders) {
    const { total: minor, currency } = order.quote
    const whose = { customerId, consignee: order.consignee }
    const parts = await partsOf(ctx, whose, { minor, currency })
    costs.set(order, { minor, currency, net: parts?.net ?? minor, gross: parts?.gross ?? null })
  }
  return costs
}

export const minus = ({ currency, minor, net, gross }: Cost): Cost => ({
  currency,
  minor: -minor,
  net: -net,
  gross: gross === null ? null : -gross,
})

/** One sum for each currency; gross only where all have it. */
export function sumCosts(costs: Iterable<Cost>): Cost[] {
  const sums = new Map<string, Cost>()
  for (const one of costs) {
    const sum = sums.get(one.currency)
    sums.set(one.currency, {
      currency: one.currency,
      minor: (sum?.minor ?? 0n) + one.minor,
      net: (sum?.net ?? 0n) + one.net,
      gross: one.gross === null || sum?.gross === null ? null : (sum?.gross ?? 0n) + one.gross,
    })
  }
  return [...sums.values()]
}

export const costOf = ({ currency, minor, net, gross }: StoredTotal): Cost => ({
  currency,
  minor: BigInt(minor),
  net: BigInt(net ?? minor),
  gross: gross === undefined || gross === null ? null : BigInt(gross),
})

export const storedOf = (totals: readonly Cost[]): string =>
  JSON.stringify(
    totals.map(({ currency, minor, net, gross }): StoredTotal => ({
      currency,
      minor: minor.toString(),
      net: net.toString(),
      gross: gross?.toString() ?? null,
    })),
  )

export function totalToWire(total: StoredTotal): ImportState['totals'][number] {
  const { currency, minor, net, gross } = costOf(total)
  const text = (amount: bigint) => formatMoney({ minor: amount, currency })
  return {
    currency,
    amount: text(minor),
    net: text(net),
    gross: gross === null ? null : text(gross),
  }
}
