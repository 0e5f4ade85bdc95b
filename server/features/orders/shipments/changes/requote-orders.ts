import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { formatMoney, type Money } from '#contracts/kit/money.ts'
import type { orderChanges } from '#contracts/orders/order-changes.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { whyNot } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockOrderFor } from '../parcels/lock-order.ts'
import { orderMoney } from '../order-money.ts'
import { requireKind } from '../rows/kind-access.ts'
import { readOrder, seesPrice } from '../rows/read-order.ts'
import {
  inMinor,
  partsOfMany,
  partsToWire,
  type StoredPrice,
  type PriceParts,
} from './price-parts.ts'
import { serviceOf } from './service-before.ts'
import { lockPricedOrders, priced, same, storePrice } from './reprice-order.ts'

/** Prices orders again, each by its own service; one that costs what it did stays as it is. */
export function requoteOrders(
  ctx: Ctx,
  { ids }: In<typeof orderChanges.requote>,
): Promise<BulkResult> {
  const partsOf = partsOfMany()
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const locked = await lockOrderFor(tx, id, 'requote')
      const { serialNumber: label } = locked
      name(label)
      const stored = await readOrder(tx, id)
      const { order, before, after } = await priced(tx, stored, stored.serviceId, {
        hold: true,
        again: true,
      })
      const { message } = await comparison(tx, partsOf, stored, { before, after })
      if (before && same(before, after) && stored.quote !== null) return { label, message }
      await storePrice(tx, locked, order, null)
      await orderMoney.of(tx.deps).changed(tx, [id])
      await tx.audit(
        'shipment',
        id,
        'edit',
        { amount: stored.amount, currency: stored.currency },
        { amount: formatMoney(after), currency: after.currency },
      )
      return { label, message }
    },
    lockPricedOrders,
  )
}

/**
 * What an order would cost by another service, as a bulk call keeps it: the key, and both prices
 * for those who see prices.
 */
interface ComparedPrice {
  key: string
  before: StoredPrice | null
  after: StoredPrice | null
}

/**
 * Compares what orders cost with another service, order by order; nothing is stored with them. The
 * data of each row is a `ComparedPrice`.
 */
export function comparePrices(
  ctx: Ctx,
  { ids, serviceId }: In<typeof orderChanges.previewService>,
): Promise<BulkResult> {
  const partsOf = partsOfMany()
  return eachRow(ctx, ids, async (tx, id, name) => {
    const stored = await readOrder(tx, id)
    const { serialNumber: label } = stored
    name(label)
    requireKind(tx, 'edit', stored.shipmentResource)
    const closed = stored.parcels.find(
      ({ parcelStatus }) => whyNot('requote', parcelStatus) !== null,
    )
    if (closed) fail('shipment.not.requote', { label, status: closed.parcelStatus_dictText })
    const to = await serviceOf(tx, id, serviceId)
    const { key, ...found } = await priced(tx, stored, to)
    const { message, before, after } = await comparison(tx, partsOf, stored, found)
    const data: ComparedPrice = { key, before: inMinor(before), after: inMinor(after) }
    return { label, message, data: { ...data } }
  })
}

/** In words, with prices for those who see them. */
async function comparison(
  ctx: Ctx,
  partsOf: ReturnType<typeof partsOfMany>,
  stored: OrderDetail,
  found: { before: Money | null; after: Money },
): Promise<{ message: string; before: PriceParts | null; after: PriceParts | null }> {
  const text = (key: string, data?: Record<string, unknown>) =>
    translate(ctx.lang, 'shipments', `requote.${key}`, data)
  const unchanged = found.before !== null && same(found.before, found.after)
  if (!seesPrice(ctx))
    return { message: text(unchanged ? 'same' : 'done'), before: null, after: null }
  const before = await partsOf(ctx, stored, found.before)
  const after = await partsOf(ctx, stored, found.after)
  const money = (price: PriceParts | null) => {
    if (!price) return '–'
    const { net, gross } = partsToWire(price)
    const { currency } = price
    return gross === null || gross === net
      ? `${net} ${currency}`
      : text('taxed', { net, gross, currency })
  }
  const message = unchanged
    ? text('sameAt', { price: money(after) })
    : text('changed', { before: money(before), after: money(after) })
  return { message, before, after }
}
