import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { reRateDelta } from '#server/features/commercial/rating/index.ts'
import {
  adjustCosts,
  adjustLimits,
  adjustOrder,
  type Adjusted,
  type AdjustFacts,
} from '#server/features/orders/charging/index.ts'
import {
  quoteStored,
  ratingParcel,
  readPriced,
  storePrice,
  type LockedParcel,
  type ParcelPatch,
} from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

/**
 * Held or charged before the parcel is here: later measures change the price only beyond the
 * limits, and where the service allows it (domain §3.3). The others charge what is measured.
 */
const BEFORE_INBOUND: readonly string[] = [DEDUCT.label, DEDUCT.monthly]

/**
 * Prices an order again with what its parcels measure, by the price version it keeps, and adjusts
 * what was held or charged for it. Where the measures cannot be priced (over a limit, no zone,
 * another currency) the order keeps its price: it is then held or asked about, not guessed. The
 * order must be locked. `undone`: measures go back, so does the price, however small the
 * difference.
 */
export async function reRateOrder(
  tx: Tx,
  shipmentId: string,
  reason: AdjustReason,
  facts: AdjustFacts,
): Promise<Adjusted | null> {
  const adjusted = await adjustPrice(tx, shipmentId, reason, facts)
  // The supplier asks for what it measures, whatever the customer pays.
  await adjustCosts(tx, shipmentId, reason)
  return adjusted
}

async function adjustPrice(
  tx: Tx,
  shipmentId: string,
  reason: AdjustReason,
  facts: AdjustFacts,
): Promise<Adjusted | null> {
  const order = await readPriced(tx, shipmentId)
  if (!order) return null
  const priced = await quoteStored(tx, order, 'own')
  if (!priced?.ok || priced.quote.currency !== order.currency) return null
  const before = order.amount === null ? null : BigInt(order.amount)
  const { total } = priced.quote
  const stays =
    before !== null &&
    BEFORE_INBOUND.includes(order.deductMethod) &&
    (!order.reRates ||
      (reason !== 'undone' &&
        reRateDelta(before, total, order.currency, await adjustLimits(tx)) === 0n))
  await storePrice(tx, order, priced.quote, stays ? before : null)
  return stays ? null : adjustOrder(tx, shipmentId, reason, facts)
}

/** What a parcel's price follows from before and after it is measured, as it is shown. */
export const measuredFacts = (parcel: LockedParcel, patch: ParcelPatch): AdjustFacts => ({
  before: ratedInWords(parcel),
  after: ratedInWords({ ...parcel, ...patch } as LockedParcel),
})

function ratedInWords(parcel: LockedParcel): string {
  const { grams, lengthMm, widthMm, heightMm } = ratingParcel(parcel)
  return measuresInWords({ grams, lengthMm, widthMm, heightMm })
}

/** `1.25 kg · 62 × 49 × 39 cm`, what there is of it. */
export function measuresInWords({
  grams,
  lengthMm,
  widthMm,
  heightMm,
}: Record<'grams' | 'lengthMm' | 'widthMm' | 'heightMm', number | null | undefined>): string {
  const sides = [lengthMm, widthMm, heightMm].filter((side) => typeof side === 'number')
  return [
    ...(typeof grams === 'number' ? [`${gramsToKg(grams)} kg`] : []),
    ...(sides.length === 0 ? [] : [`${sides.map(mmToCm).join(' × ')} cm`]),
  ].join(' · ')
}

/** The difference in the clerk's words; amounts are for who sees prices. */
export function adjustWarning(
  tx: Tx,
  adjusted: Adjusted | null,
): { code: string; data: Record<string, unknown> }[] {
  if (!adjusted || adjusted.minor === 0n) return []
  const { currency, minor, charged } = adjusted
  const way = `${charged ? 'charged' : 'held'}${minor > 0n ? 'More' : 'Less'}`
  if (!tx.can(SEE_PRICES)) return [{ code: `scan.adjusted.${way}Hidden`, data: {} }]
  const amount = formatMoney({ minor: minor < 0n ? -minor : minor, currency })
  return [{ code: `scan.adjusted.${way}`, data: { amount, currency } }]
}
