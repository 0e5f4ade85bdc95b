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
  /** Of the orders whose rate is known. */
  readonly gross?: string | null
  /** As priced, of the orders whose rate is missing. */
  readonly unrated?: string
}
/**
 * What orders cost: as priced, and without and with tax. `gross` is of those whose rate is known;
 * `unrated`, as priced, of the others: a sum gets its tax back once they are taken off again.
 */
export interface Cost extends Money {
  readonly net: bigint
  readonly gross: bigint
  readonly unrated: bigint
}
type CostedOrder = Pick<ValidatedOrder, 'quote' | 'consignee'>

const costFrom = (price: Omit<Cost, 'gross' | 'unrated'>, gross: bigint | null): Cost => ({
  ...price,
  gross: gross ?? 0n,
  unrated: gross === null ? price.minor : 0n,
})
/** With tax; null where the rate of a part of it is missing. */
export const grossOf = ({ gross, unrated }: Cost): bigint | null => (unrated === 0n ? gross : null)

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
    costs.set(order, costFrom({ minor, currency, net: parts?.net ?? minor }, parts?.gross ?? null))
  }
  return costs
}

export const minus = ({ currency, minor, net, gross, unrated }: Cost): Cost => ({
  currency,
  minor: -minor,
  net: -net,
  gross: -gross,
  unrated: -unrated,
})

/** One sum for each currency. */
export function sumCosts(costs: Iterable<Cost>): Cost[] {
  const sums = new Map<string, Cost>()
  for (const one of costs) {
    const sum = sums.get(one.currency)
    sums.set(one.currency, {
      currency: one.currency,
      minor: (sum?.minor ?? 0n) + one.minor,
      net: (sum?.net ?? 0n) + one.net,
      gross: (sum?.gross ?? 0n) + one.gross,
      unrated: (sum?.unrated ?? 0n) + one.unrated,
    })
  }
  return [...sums.values()]
}

export function costOf({ currency, minor, net, gross, unrated }: StoredTotal): Cost {
  const price = { currency, minor: BigInt(minor), net: BigInt(net ?? minor) }
  const taxed = gross === undefined || gross === null ? null : BigInt(gross)
  return unrated === undefined
    ? costFrom(price, taxed)
    : { ...price, gross: taxed ?? 0n, unrated: BigInt(unrated) }
}

export const storedOf = (totals: readonly Cost[]): string =>
  JSON.stringify(
    totals.map(({ currency, minor, net, gross, unrated }): StoredTotal => ({
      currency,
      minor: minor.toString(),
      net: net.toString(),
      gross: gross.toString(),
      unrated: unrated.toString(),
    })),
  )

export function totalToWire(total: StoredTotal): ImportState['totals'][number] {
  const cost = costOf(total)
  const { currency, minor, net } = cost
  const gross = grossOf(cost)
  const text = (amount: bigint) => formatMoney({ minor: amount, currency })
  return {
    currency,
    amount: text(minor),
    net: text(net),
    gross: gross === null ? null : text(gross),
  }
}
