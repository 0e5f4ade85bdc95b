import { formatMoney, type Money } from '#contracts/kit/money.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { withoutRate } from '#server/features/money/tax/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { partsOf } from '../spend.ts'

/** A price in minor units; `gross` null where the rate of its tax is missing: then it is the plain price. */
export interface PriceParts {
  currency: string
  net: bigint
  gross: bigint | null
}
type Whose = Pick<OrderDetail, 'customerId' | 'consignee'>

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
