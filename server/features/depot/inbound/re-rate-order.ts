import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import {
  loadTariff,
  quote,
  quoteToWire,
  reRateDelta,
  type RatingAddress,
} from '#server/features/commercial/rating/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { ratingParcel } from './weigh-parcel.ts'

interface Order {
  serviceId: string
  currency: string
  amount: string | null
  chargeableWeight: string | null
  deductMethod: string
  day: string
  country: string
  postalCode: string | null
  state: string | null
  city: string
  value: string | null
  mixed: boolean
}
type Piece = Parameters<typeof ratingParcel>[0]

/**
 * Charged when the label is made: later measures change the price only beyond the tolerance (domain
 * §3.3).
 */
const AT_LABEL = '1'

/**
 * Prices an order again with what its parcels measure, by the prices of the day it was ordered.
 * Where the measures cannot be priced (over a limit, no zone, another currency) the order keeps its
 * price: it is then held or asked about, not guessed. The order must be locked.
 */
export async function reRateOrder(tx: Tx, shipmentId: string): Promise<void> {
  const order = (
    await sql<Order>`select s.service_id, s.currency, s.amount, s.chargeable_weight,
        v.deduct_method, to_char(coalesce(s.confirm_time, s.create_time), 'YYYY-MM-DD') as day,
        s.country, s.postal_code, s.state, s.city,
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
  ).rows[0]
  if (!order) return
  const pieces = (
    await sql<Piece>`select weight, length, width, height, measured_weight, measured_length,
        measured_width, measured_height
    from ${tx.rows('parcel').as('p')} where p.shipment_id = ${shipmentId} and p.parcel_status >= 0
    order by seq`.execute(tx.db)
  ).rows
  // Prices and zones are the company's, whatever the one at the scale may browse.
  const tariff = await loadTariff(asSystem(tx, tx.principal.tenantId), order.serviceId)
  if (!tariff || pieces.length === 0) return
  const destination: RatingAddress = {
    country: order.country,
    postalCode: order.postalCode ?? '',
    state: order.state,
    city: order.city,
  }
  const priced = quote(
    {
      date: order.day,
      destination,
      parcels: pieces.map(ratingParcel),
      ...(order.value !== null && !order.mixed ? { declaredValue: BigInt(order.value) } : {}),
    },
    tariff,
  )
  if (!priced.ok || priced.quote.currency !== order.currency) return
  const before = order.amount === null ? null : BigInt(order.amount)
  const stored =
    before !== null &&
    order.deductMethod === AT_LABEL &&
    reRateDelta(before, priced.quote.total, order.currency) === 0n
  const amount = stored ? before : priced.quote.total
  await sql`update shipment as s
    set chargeable_weight = ${priced.quote.chargeableGrams}, amount = ${amount.toString()},
      ${stored ? sql`` : sql`quote = ${JSON.stringify(quoteToWire(priced.quote))}::jsonb,`}
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('shipment').where('s')} and s.id = ${shipmentId}`.execute(tx.db)
  await tx.audit(
    'shipment',
    shipmentId,
    'edit',
    {
      amount: before === null ? null : formatMoney({ minor: before, currency: order.currency }),
      chargeableWeight:
        order.chargeableWeight === null ? null : gramsToKg(Number(order.chargeableWeight)),
    },
    {
      amount: formatMoney({ minor: amount, currency: order.currency }),
      chargeableWeight: gramsToKg(priced.quote.chargeableGrams),
    },
  )
}
