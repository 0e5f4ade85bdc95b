import { reRateDelta } from '#server/features/commercial/rating/index.ts'
import { quoteStored, readPriced, storePrice } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

/**
 * Charged when the label is made: later measures change the price only beyond the tolerance (domain
 * §3.3).
 */
const AT_LABEL = '1'

/**
 * Prices an order again with what its parcels measure, by the price version it keeps. Where the
 * measures cannot be priced (over a limit, no zone, another currency) the order keeps its price: it
 * is then held or asked about, not guessed. The order must be locked.
 */
export async function reRateOrder(tx: Tx, shipmentId: string): Promise<void> {
  const order = await readPriced(tx, shipmentId)
  if (!order) return
  const priced = await quoteStored(tx, order, 'own')
  if (!priced?.ok || priced.quote.currency !== order.currency) return
  const before = order.amount === null ? null : BigInt(order.amount)
  const stays =
    before !== null &&
    order.deductMethod === AT_LABEL &&
    reRateDelta(before, priced.quote.total, order.currency) === 0n
  await storePrice(tx, order, priced.quote, stays ? before : null)
}
