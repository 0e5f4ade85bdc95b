import { sql } from 'kysely'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { CURRENCY } from './demo-recharges.ts'
import { chargeLeaving, chargeParcels, chargeWeighed } from './features/orders/charging/index.ts'
import type { Ctx, Tx } from './kit/access/ctx.ts'

/** A moment of an order that its account notices: it is confirmed, or its parcels are charged. */
export interface Moment {
  customerId: string
  orderId: string
  at: number
  amount: string
  method: string
  /** Empty where it is confirmed. */
  parcelIds: string[]
}

/** In the order they came; what never left or was taken back is charged nothing. */
export async function momentsOf(ctx: Ctx): Promise<Moment[]> {
  const { rows } = await sql<Moment>`select s.customer_id, s.id as order_id, s.amount::text,
      v.deduct_method as method, extract(epoch from m.at)::float8 * 1000 as at, m.parcel_ids
    from ${ctx.rows('shipment').as('s')}
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      cross join lateral (
        select s.confirm_time as at, '{}'::text[] as parcel_ids
        union all select max(c.at), array_agg(c.id::text order by c.id) from (
          select p.id, case v.deduct_method
              when ${DEDUCT.label} then coalesce(p.labelled_at, p.outbound_at)
              when ${DEDUCT.inbound} then p.received_at
              when ${DEDUCT.free} then coalesce(p.outbound_at, p.delivered_at)
              else p.outbound_at end as at
          from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id
            and p.parcel_status >= 0) as c
        where c.at is not null) as m
    where s.confirm_time is not null and s.shipment_status >= 0 and s.currency = ${CURRENCY}
      and s.amount is not null and m.at is not null
    order by m.at, s.id, cardinality(m.parcel_ids)`.execute(ctx.db)
  return rows
}

/** Charges what a moment charges by the order's method; the money is there. */
export async function charge(tx: Tx, { method, parcelIds }: Moment): Promise<void> {
  if (method === DEDUCT.label) await chargeParcels(tx, parcelIds, 'label')
  else if (method === DEDUCT.inbound) await chargeWeighed(tx, parcelIds)
  else if (method === DEDUCT.outbound) await chargeLeaving(tx, parcelIds)
  else await chargeParcels(tx, parcelIds, 'outbound')
}
