import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { formatMoney, type Money } from '#contracts/kit/money.ts'
import type { orderChanges } from '#contracts/orders/order-changes.ts'
import { whyNot } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockOrderFor } from '../parcels/lock-order.ts'
import { orderMoney } from '../order-money.ts'
import { requireKind } from '../rows/kind-access.ts'
import { readOrder, seesPrice } from '../rows/read-order.ts'
import { partsOf } from '../spend.ts'
import { lockPricedOrders, priced, same, storePrice } from './reprice-order.ts'

/** Prices orders again, each by its own service; one that costs what it did stays as it is. */
export function requoteOrders(
  ctx: Ctx,
  { ids }: In<typeof orderChanges.requote>,
): Promise<BulkResult> {
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
      const message = comparison(tx, before, after)
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

/** In minor units. */
interface ComparedSum {
  net: string
  gross: string
  currency: string
}
/** What an order would cost by another service, as a bulk call keeps it: the key and both prices. */
interface ComparedPrice {
  key: string
  before: ComparedSum | null
  after: ComparedSum
}

/**
 * Compares what orders cost with another service, order by order; nothing is stored with them. The
 * data of each row is a `ComparedPrice`.
 */
export function comparePrices(
  ctx: Ctx,
  { ids, serviceId }: In<typeof orderChanges.previewService>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const stored = await readOrder(tx, id)
    const { serialNumber: label } = stored
    name(label)
    requireKind(tx, 'edit', stored.shipmentResource)
    const closed = stored.parcels.find(
      ({ parcelStatus }) => whyNot('requote', parcelStatus) !== null,
    )
    if (closed) fail('shipment.not.requote', { label, status: closed.parcelStatus_dictText })
    const { before, after, key } = await priced(tx, stored, serviceId)
    const { customerId, consignee } = stored
    const parts = await partsOf(tx, { customerId, country: consignee.country })
    const inMinor = ({ minor, currency }: Money) => {
      const { net, gross } = parts(minor)
      return { net: String(net), gross: String(gross), currency }
    }
    const data: ComparedPrice = { key, before: before && inMinor(before), after: inMinor(after) }
    return { label, message: comparison(tx, before, after), data: { ...data } }
  })
}

/** In words, for those who see prices. */
function comparison(ctx: Ctx, before: Money | null, after: Money): string {
  const text = (key: string, data?: Record<string, unknown>) =>
    translate(ctx.lang, 'shipments', `requote.${key}`, data)
  const unchanged = before !== null && same(before, after)
  if (!seesPrice(ctx)) return text(unchanged ? 'same' : 'done')
  const money = (one: Money) => `${formatMoney(one)} ${one.currency}`
  return unchanged
    ? text('sameAt', { price: money(after) })
    : text('changed', { before: before ? money(before) : '–', after: money(after) })
}
