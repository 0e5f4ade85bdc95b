import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import {
  loadTariff,
  quote,
  quoteToWire,
  type QuoteResult,
  type RatingParcel,
} from '#server/features/commercial/rating/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import type { AttributesBlock, FbaBlock } from '#contracts/orders/shipments.draft.ts'
import { fail } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { ratedAttributes } from '../rated-attributes.ts'

/** An order as it is priced, and what it costs so far. */
export interface PricedOrder {
  id: string
  customerId: string
  serviceId: string
  currency: string
  amount: string | null
  chargeableWeight: string | null
  deductMethod: string
  /** Whether its service allows another price once it is weighed. */
  reRates: boolean
  feeVersionId: string | null
  baseVersionId: string | null
  /** Since when its version is fixed: confirmed, or received before that. */
  fixedAt: string | null
  /** The moment its prices are of. */
  at: string
  country: string
  postalCode: string | null
  state: string | null
  city: string
  value: string | null
  mixed: boolean
  company: string | null
  attributes: AttributesBlock | null
  fba: FbaBlock | null
}

/** A locked order with the facts its price follows from. */
export async function readPriced(tx: Tx, shipmentId: string): Promise<PricedOrder | null> {
  const found = await sql<PricedOrder>`select s.id, s.customer_id, s.service_id, s.currency,
      s.amount, s.chargeable_weight, v.deduct_method, v.iz_re_rate as re_rates,
      s.fee_version_id, s.base_version_id,
      coalesce(s.price_fixed_at, s.confirm_time) as fixed_at,
      coalesce(s.price_fixed_at, s.confirm_time, s.create_time) as at,
      s.country, s.postal_code, s.state, s.city, s.company, s.attributes, s.fba,
      (select sum(g.unit_price * g.quantity)
        from parcel_product g join parcel p on p.tenant_id = g.tenant_id and p.id = g.parcel_id
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and g.currency = s.currency) as value,
      exists (select 1
        from parcel_product g join parcel p on p.tenant_id = g.tenant_id and p.id = g.parcel_id
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and g.currency <> s.currency) as mixed
    from ${tx.rows('shipment').as('s')} join delivery_service v on v.tenant_id = s.tenant_id
      and v.id = s.service_id where s.id = ${shipmentId}`.execute(tx.db)
  return found.rows[0] ?? null
}

interface Sized {
  weight: number
  length: number | null
  width: number | null
  height: number | null
  measuredWeight: number | null
  measuredLength: number | null
  measuredWidth: number | null
  measuredHeight: number | null
}

/**
 * A parcel as it is priced: what was measured goes before what was declared; the three sides belong
 * together.
 */
export function ratingParcel(parcel: Sized): RatingParcel {
  const measured = parcel.measuredLength !== null
  return {
    grams: parcel.measuredWeight ?? parcel.weight,
    lengthMm: measured ? parcel.measuredLength : parcel.length,
    widthMm: measured ? parcel.measuredWidth : parcel.width,
    heightMm: measured ? parcel.measuredHeight : parcel.height,
  }
}

/** The version an order keeps, or the one of another moment. */
type Prices = 'own' | { at: string }

/**
 * What an order's live parcels cost. Prices and zones are the company's, whatever the caller may
 * browse. Null where there is nothing to price.
 */
export async function quoteStored(
  tx: Tx,
  order: PricedOrder,
  prices: Prices,
): Promise<QuoteResult | null> {
  const pieces = (
    await sql<Sized>`select weight, length, width, height, measured_weight, measured_length,
        measured_width, measured_height
    from ${tx.rows('parcel').as('p')} where p.shipment_id = ${order.id} and p.parcel_status >= 0
    order by seq`.execute(tx.db)
  ).rows
  const at = prices === 'own' ? order.at : prices.at
  const tariff = await loadTariff(asSystem(tx, tx.principal.tenantId), order.serviceId, {
    customerId: order.customerId,
    at,
    ...(prices === 'own'
      ? { versionId: order.feeVersionId, baseVersionId: order.baseVersionId }
      : {}),
  })
  if (!tariff || pieces.length === 0) return null
  return quote(
    {
      date: await businessDay(tx, Date.parse(at)),
      destination: {
        country: order.country,
        postalCode: order.postalCode ?? '',
        state: order.state,
        city: order.city,
      },
      parcels: pieces.map(ratingParcel),
      ...(order.value !== null && !order.mixed ? { declaredValue: BigInt(order.value) } : {}),
      ...ratedAttributes(order, tariff.fees[0]?.currency ?? ''),
    },
    tariff,
  )
}

/** Writes what an order costs, with the version it is priced by. `old`: the amount it keeps. */
export async function storePrice(
  tx: Tx,
  order: PricedOrder,
  priced: Extract<QuoteResult, { ok: true }>['quote'],
  old: bigint | null = null,
): Promise<bigint> {
  const amount = old ?? priced.total
  await sql`update shipment as s
    set chargeable_weight = ${priced.chargeableGrams}, amount = ${amount.toString()},
      currency = ${priced.currency},
      ${old === null ? sql`quote = ${JSON.stringify(quoteToWire(priced))}::jsonb,` : sql``}
      fee_version_id = ${priced.fee.versionId ?? null},
      base_version_id = ${priced.fee.baseVersionId ?? null},
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('shipment').where('s')} and s.id = ${order.id}`.execute(tx.db)
  const money = (minor: string | null, currency: string) =>
    minor === null ? null : formatMoney({ minor: BigInt(minor), currency })
  await tx.audit(
    'shipment',
    order.id,
    'edit',
    {
      amount: money(order.amount, order.currency),
      chargeableWeight:
        order.chargeableWeight === null ? null : gramsToKg(Number(order.chargeableWeight)),
    },
    {
      amount: money(amount.toString(), priced.currency),
      chargeableWeight: gramsToKg(priced.chargeableGrams),
    },
  )
  return amount
}

/** What an order costs; `before`: what it was quoted, where that was another amount. */
export interface FixedPrice {
  amount: string | null
  currency: string
  before?: { amount: string; currency: string }
}

/**
 * From now on an order keeps its price version: the one valid when it is confirmed, or when it is
 * received before that. Where another version is valid by now than when it was entered, it is
 * priced by that one. The order must be locked. Answers its price as it stands.
 */
export async function fixPrice(
  tx: Tx,
  shipmentId: string,
  event: 'confirm' | 'receive',
  /** As it was read by the caller, once locked. */
  known?: PricedOrder | null,
): Promise<FixedPrice | null> {
  const order = known === undefined ? await readPriced(tx, shipmentId) : known
  if (!order || order.fixedAt !== null) return order
  const at = (await sql<{ at: string }>`select clock_timestamp() as at`.execute(tx.db)).rows[0]!.at
  const priced = await quoteStored(tx, order, { at })
  let price: FixedPrice = { amount: order.amount, currency: order.currency }
  if (priced?.ok) {
    const { fee, currency, total } = priced.quote
    const same =
      fee.versionId === order.feeVersionId && (fee.baseVersionId ?? null) === order.baseVersionId
    const sameAmount = order.amount === String(total) && order.currency === currency
    // Of the same version, too: fuel and dated surcharges are those of this day.
    if (!same || !sameAmount)
      price = {
        amount: String(await storePrice(tx, order, priced.quote)),
        currency,
        ...(sameAmount || order.amount === null
          ? {}
          : { before: { amount: order.amount, currency: order.currency } }),
      }
  } else if (priced && event === 'confirm') {
    const [issue] = priced.issues
    if (issue && order.feeVersionId !== null) fail(asErrorCode(issue.code), issue.params)
  }
  await sql`update shipment as s set price_fixed_at = ${at}::timestamptz
    where ${tx.rows('shipment').where('s')} and s.id = ${shipmentId}`.execute(tx.db)
  return price
}

/** An order that is neither confirmed nor received has no fixed price version. */
export async function freePrice(tx: Tx, shipmentId: string): Promise<void> {
  await sql`update shipment as s set price_fixed_at = null
    where ${tx.rows('shipment').where('s')} and s.id = ${shipmentId} and s.confirm_time is null
      and not exists (select 1 from parcel p where p.tenant_id = s.tenant_id
        and p.shipment_id = s.id and p.received_at is not null)`.execute(tx.db)
}

/** The moment whose prices a change of an order is made by; null: now. */
export async function fixedAt(tx: Tx, shipmentId: string): Promise<string | null> {
  return (await readPriced(tx, shipmentId))?.fixedAt ?? null
}
