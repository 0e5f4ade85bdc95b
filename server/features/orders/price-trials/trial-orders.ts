import { sql } from 'kysely'
import { TRIAL_ORDERS_MAX } from '#contracts/orders/price-trials.ts'
import type { AttributesBlock, FbaBlock } from '#contracts/orders/shipments.draft.ts'
import type { RatingInput } from '#server/features/commercial/rating/index.ts'
import { ratedAttributes, ratingParcel } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import type { PriceTable } from '#server/features/commercial/prices/index.ts'

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
export interface TrialOrder {
  id: string
  customerId: string
  serviceId: string
  day: string
  country: string
  postalCode: string | null
  state: string | null
  city: string
  company: string | null
  attributes: AttributesBlock | null
  fba: FbaBlock | null
  value: string | null
  valueCurrency: string | null
  parcels: Sized[]
}

/** Orders read and priced between two looks at the trial. */
const PART = 500

/**
 * Stores the orders a table prices with a trial, the newest first: of what we pay all of its
 * services, of its customers theirs, of the public one those of customers that have no table of
 * their own.
 */
export async function storeOrders(
  tx: Tx,
  trialId: string,
  { id, serviceId, kind }: PriceTable,
  days: number,
): Promise<{ found: number; total: number }> {
  const stored = await sql<{ found: number; total: number }>`with chosen as materialized (
      select s.id, row_number() over (order by s.create_time desc, s.id desc) - 1 as no
      from ${tx.rows('shipment').as('s')}
      where s.service_id in (select v.id from ${tx.rows('deliveryService').as('v')}
          where v.fee_id = ${id} or v.id = ${serviceId})
        and (${kind === '2'}
          or case when exists (select 1 from ${tx.rows('feeCustomer').as('o')}
              where o.fee_id = ${id})
            then exists (select 1 from ${tx.rows('feeCustomer').as('a')}
              where a.service_id = s.service_id and a.customer_id = s.customer_id
                and a.fee_id = ${id})
            else not exists (select 1 from ${tx.rows('feeCustomer').as('b')}
              where b.service_id = s.service_id and b.customer_id = s.customer_id) end)
        and s.shipment_status >= 0 and s.create_time >= now() - ${days} * interval '1 day'),
    parts as (insert into price_trial_part (tenant_id, trial_id, part_no, shipment_ids)
      select ${tx.principal.tenantId}::bigint, ${trialId}::bigint, x.part_no,
        array_agg(x.id order by x.no)
      from (select c.id, c.no, c.no / ${PART} as part_no from chosen c
          where c.no < ${TRIAL_ORDERS_MAX}) x
      group by x.part_no)
    select count(*)::int as found, least(count(*), ${TRIAL_ORDERS_MAX})::int as total
    from chosen`.execute(tx.db)
  return stored.rows[0]!
}

/** Orders by their ids, with the live parcels of each. */
export async function readOrders(ctx: Ctx, ids: readonly string[]): Promise<TrialOrder[]> {
  const found = await sql<TrialOrder>`select s.id, s.customer_id, s.service_id,
      to_char(coalesce(s.price_fixed_at, s.confirm_time, s.create_time) at time zone 'UTC',
        'YYYY-MM-DD') as day,
      s.country, s.postal_code, s.state, s.city, s.company, s.attributes, s.fba, g.value,
      g.currency as value_currency, p.parcels
    from ${ctx.rows('shipment').as('s')}
    join lateral (select json_agg(json_build_object('weight', p.weight, 'length', p.length,
          'width', p.width, 'height', p.height, 'measuredWeight', p.measured_weight,
          'measuredLength', p.measured_length, 'measuredWidth', p.measured_width,
          'measuredHeight', p.measured_height) order by p.seq) as parcels
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status >= 0) p on p.parcels is not null
    left join lateral (select sum(g.unit_price * g.quantity)::text as value,
          case when min(g.currency) = max(g.currency) then min(g.currency) end as currency
        from parcel_product g join parcel q on q.tenant_id = g.tenant_id and q.id = g.parcel_id
        where q.tenant_id = s.tenant_id and q.shipment_id = s.id) g on true
    where s.id = any(${ids}::bigint[]) order by s.id`.execute(ctx.db)
  return found.rows
}

export const ratedInput = (order: TrialOrder, currency: string): RatingInput => ({
  date: order.day,
  destination: {
    country: order.country,
    postalCode: order.postalCode ?? '',
    state: order.state,
    city: order.city,
  },
  parcels: order.parcels.map(ratingParcel),
  declaredValue:
    order.value !== null && order.valueCurrency === currency ? BigInt(order.value) : null,
  ...ratedAttributes(order, currency),
})
