import { sql } from 'kysely'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { taxTermsOf, type TaxTerms } from '#server/features/money/tax/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import type { Charge } from './charge-rows.ts'
import { sumOf } from './share-lines.ts'
import { chargeParts, taxedAs } from './tax-shares.ts'

interface Repriced {
  id: string
  currency: string
  country: string | null
  amount: string | null
  quote: QuoteOut | null
  feeVersionId: string | null
  parcels: { id: string; weight: number | null }[]
}

/**
 * Locked charges that are due, at the price of now; the charge keeps it.
 */
export async function repricedCharges(
  tx: Tx,
  due: readonly Charge[],
  options: PriceOptions = {},
): Promise<Charge[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const now = await pricedNow(tx, due, options)
  const changed = now.filter((charge, at) => charge !== due[at])
  if (changed.length === 0) return now
  await sql`update parcel_charge as c
    set lines = x.lines, amount = x.amount, order_amount = x.order_amount,
      fee_version_id = x.fee_version_id, version = c.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    from unnest(${changed.map(({ id }) => id)}::bigint[],
      ${changed.map(({ lines }) => JSON.stringify(lines))}::jsonb[],
      ${changed.map(({ amount }) => amount)}::bigint[],
      ${changed.map(({ orderAmount }) => orderAmount)}::bigint[],
      ${changed.map(({ feeVersionId }) => feeVersionId)}::bigint[])
      as x(id, lines, amount, order_amount, fee_version_id)
    where ${tenant.rows('parcelCharge').where('c')} and c.id = x.id`.execute(tx.db)
  await tx.auditMany(
    'parcel_charge',
    'edit',
    changed.map((charge) => ({
      id: charge.id,
      before: { amount: due.find(({ id }) => id === charge.id)!.amount },
      after: { amount: charge.amount },
    })),
  )
  return now
}

/** `onlyPrice`: charged before, so taxed as it was unless its order has another price. */
interface PriceOptions {
  onlyPrice?: boolean
}

/**
 * Charges that are due, with what their orders cost by now: an order that was priced again since
 * it was confirmed, as measured or otherwise, is charged at that price, and taxed as it is when it
 * is charged. One that is priced in another currency by now is charged as it was confirmed.
 */
export async function pricedNow(
  ctx: Ctx,
  due: readonly Charge[],
  { onlyPrice = false }: PriceOptions = {},
): Promise<Charge[]> {
  if (due.length === 0) return []
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<Repriced>`select s.id, s.currency, s.country, s.amount, s.quote,
      s.fee_version_id,
      (select json_agg(json_build_object('id', p.id::text, 'weight', p.chargeable_weight)
          order by p.seq)
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status >= 0) as parcels
    from ${tenant.rows('shipment').as('s')}
    where s.id = any(${[...new Set(due.map((one) => one.shipmentId))]}::bigint[])`.execute(ctx.db)
  const orders = new Map(rows.map((row) => [row.id, row]))
  const taxes = await taxTermsOf(
    ctx,
    due.map(({ shipmentId, customerId }) => ({
      id: shipmentId,
      customerId,
      destination: orders.get(shipmentId)?.country ?? null,
    })),
  )
  return due.map((charge) =>
    onlyPrice && orders.get(charge.shipmentId)?.amount === charge.orderAmount
      ? charge
      : withPrice(charge, orders.get(charge.shipmentId), taxes.get(charge.shipmentId) ?? null),
  )
}

function withPrice(charge: Charge, order: Repriced | undefined, tax: TaxTerms | null): Charge {
  if (!order || order.amount === null || order.currency !== charge.currency) return charge
  if (order.amount === charge.orderAmount && taxedAs(charge.lines, tax)) return charge
  const at = order.parcels.findIndex(({ id }) => id === charge.parcelId)
  if (at < 0) return charge
  const parts = chargeParts(
    { quote: order.quote, amount: BigInt(order.amount), currency: order.currency },
    order.parcels.map(({ weight }) => weight ?? 0),
    tax,
  )
  const lines = parts[at]!
  return {
    ...charge,
    lines,
    amount: String(sumOf(lines)),
    orderAmount: order.amount,
    feeVersionId: order.feeVersionId,
  }
}
