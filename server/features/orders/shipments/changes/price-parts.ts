import { formatMoney, type Money } from '#contracts/kit/money.ts'
import { withoutRate } from '#server/features/money/tax/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { partsOf } from '../spend.ts'

/** A price in minor units; `gross` null where the rate of its tax is missing: then it is the plain price. */
export interface PriceParts {
  currency: string
  net: bigint
  gross: bigint | null
}
interface Whose {
  customerId: string
  consignee: { country: string }
}

/** Prices of many orders without and with tax, which is read once for each customer and country. */
export function partsOfMany(): (
  ctx: Ctx,
  order: Whose,
  price: Money | null,
) => Promise<PriceParts | null> {
  const known = new Map<string, Promise<Awaited<ReturnType<typeof partsOf>> | null>>()
  return async (ctx, { customerId, consignee: { country } }, price) => {
    if (!price) return null
    const key = `${customerId} ${country}`
    const asked = known.get(key) ?? partsOf(ctx, { customerId, country }).catch(withoutRate)
    known.set(key, asked)
    const parts = await asked
    const { minor, currency } = price
    return { currency, ...(parts ? parts(minor) : { net: minor, gross: null }) }
  }
}

/** Parts as the wire carries them. */
export const partsToWire = ({ currency, net, gross }: PriceParts) => ({
  net: formatMoney({ minor: net, currency }),
  gross: gross === null ? null : formatMoney({ minor: gross, currency }),
})

/** The sum of two, or with `sign` -1 what lies between; gross only where both have it. */
export const plus = (a: PriceParts, b: PriceParts, sign = 1n): PriceParts => ({
  currency: a.currency,
  net: a.net + sign * b.net,
  gross: a.gross === null || b.gross === null ? null : a.gross + sign * b.gross,
})

/** A price as it is stored with a row of a bulk call; without `gross` where the rate of its tax is missing. */
export interface StoredPrice {
  net: string
  gross?: string
  currency: string
}
export const inMinor = (price: PriceParts | null): StoredPrice | null =>
  price && {
    currency: price.currency,
    net: String(price.net),
    ...(price.gross === null ? {} : { gross: String(price.gross) }),
  }
/** The price stored with a row, where there is one. */
export function storedPrices(stored: unknown): PriceParts[] {
  const price = stored as StoredPrice | null | undefined
  if (!price) return []
  const { currency, net, gross } = price
  return [{ currency, net: BigInt(net), gross: gross === undefined ? null : BigInt(gross) }]
}

/** The sum of prices, one line for each currency. */
export function sumsOf(prices: Iterable<PriceParts>): PriceParts[] {
  const sums = new Map<string, PriceParts>()
  for (const one of prices) {
    const sum = sums.get(one.currency)
    sums.set(one.currency, sum ? plus(sum, one) : one)
  }
  return [...sums.values()]
}
