import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import type { AttributesBlock, FbaBlock } from '#contracts/orders/shipments.draft.ts'
import { loadTariff, quote, type RatingInput } from '#server/features/commercial/rating/index.ts'
import type { Line } from '#server/features/money/ledger/index.ts'
import { ratedAttributes, ratingParcel } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Charge } from './charge-rows.ts'
import { shareLines, sumOf, type ChargeLine } from './share-lines.ts'

/** What a parcel is expected to cost; without `currency` it is not known, `why` gives the reason. */
export interface ExpectedCost {
  chargeId: string
  shipmentId: string
  parcelId: string
  customerId: string
  serviceId: string
  supplierId: string
  currency: string | null
  lines: ChargeLine[]
  why: string | null
}

interface CostedParcel {
  id: string
  chargeable: number | null
  weight: number
  length: number | null
  width: number | null
  height: number | null
  measuredWeight: number | null
  measuredLength: number | null
  measuredWidth: number | null
  measuredHeight: number | null
}

interface CostedOrder {
  id: string
  serviceId: string
  supplierId: string
  country: string
  postalCode: string | null
  state: string | null
  city: string
  company: string | null
  attributes: AttributesBlock | null
  fba: FbaBlock | null
  value: string | null
  valueCurrency: string | null
  parcels: CostedParcel[]
}

/**
 * What locked parcels that are due cost by the tables of their services' suppliers, as measured: an
 * order's cost, shared by chargeable weight as its price is. By the id of the charge.
 */
export async function expectedCosts(
  tx: Tx,
  due: readonly Charge[],
): Promise<ReadonlyMap<string, ExpectedCost>> {
  const costs = new Map<string, ExpectedCost>()
  if (due.length === 0) return costs
  const orders = await costedOrders(tx, [...new Set(due.map(({ shipmentId }) => shipmentId))])
  for (const order of orders) {
    const { currency, lines, why } = await costOf(tx, order)
    const parts = shareLines(
      lines,
      order.parcels.map(({ chargeable }) => chargeable ?? 0),
    )
    for (const { id, shipmentId, parcelId, customerId } of due) {
      const at = order.parcels.findIndex((parcel) => parcel.id === parcelId)
      if (shipmentId !== order.id || at < 0) continue
      const { serviceId, supplierId } = order
      costs.set(id, {
        chargeId: id,
        shipmentId,
        parcelId,
        customerId,
        serviceId,
        supplierId,
        currency,
        lines: parts[at]!,
        why,
      })
    }
  }
  return costs
}

type OrderCost = Pick<ExpectedCost, 'currency' | 'lines' | 'why'>

async function costOf(tx: Tx, order: CostedOrder): Promise<OrderCost> {
  const none = (why: string): OrderCost => ({ currency: null, lines: [], why })
  const at = nowIso()
  const system = asSystem(tx, tx.principal.tenantId)
  const tariff = await loadTariff(system, order.serviceId, { at, cost: true })
  const fee = tariff?.fees[0]
  if (!tariff || !fee) return none('noTable')
  const asked: RatingInput = {
    date: await businessDay(tx, Date.parse(at)),
    destination: {
      country: order.country,
      postalCode: order.postalCode ?? '',
      state: order.state,
      city: order.city,
    },
    parcels: order.parcels.map(ratingParcel),
    ...(order.value !== null && order.valueCurrency === fee.currency
      ? { declaredValue: BigInt(order.value) }
      : {}),
    ...ratedAttributes(order, fee.currency),
  }
  // What left is paid for, whatever limits the service has.
  const priced = quote(asked, { ...tariff, rules: [] })
  if (!priced.ok) return none(priced.issues[0]?.code ?? 'noTable')
  const { currency, lines, partition } = priced.quote
  return {
    currency,
    lines: lines.map(({ tradeItem, code, params, amount }) => ({
      tradeItem,
      tax: false,
      minor: String(amount),
      // With the zone: a carrier's bill has one, too.
      why: { code, params: { ...params, zone: partition.code } },
    })),
    why: null,
  }
}

async function costedOrders(tx: Tx, ids: readonly string[]): Promise<CostedOrder[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<CostedOrder>`select s.id, s.service_id, c.supplier_id, s.country,
      s.postal_code, s.state, s.city, s.company, s.attributes, s.fba, g.value,
      g.currency as value_currency,
      (select json_agg(json_build_object('id', p.id::text, 'chargeable', p.chargeable_weight,
          'weight', p.weight, 'length', p.length, 'width', p.width, 'height', p.height,
          'measuredWeight', p.measured_weight, 'measuredLength', p.measured_length,
          'measuredWidth', p.measured_width, 'measuredHeight', p.measured_height) order by p.seq)
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status >= 0) as parcels
    from ${tenant.rows('shipment').as('s')}
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      join channel c on c.tenant_id = v.tenant_id and c.id = v.channel_id
      left join lateral (select sum(g.unit_price * g.quantity)::text as value,
          case when min(g.currency) = max(g.currency) then min(g.currency) end as currency
        from parcel_product g join parcel q on q.tenant_id = g.tenant_id and q.id = g.parcel_id
        where q.tenant_id = s.tenant_id and q.shipment_id = s.id) g on true
    where s.id = any(${ids}::bigint[]) order by s.id`.execute(tx.db)
  return rows.filter(({ parcels }) => parcels !== null)
}

/** What is owed to a supplier for work that is not billed yet. */
export const accruedRef = (supplierId: string): string => `accrued:${supplierId}`

/** The cost against what is accrued for the supplier; nothing where it is not known or 0. */
export function costLines(cost: ExpectedCost | undefined): Line[] {
  const minor = sumOf(cost?.lines ?? [])
  if (!cost || cost.currency === null || minor === 0n) return []
  const { customerId, currency, supplierId } = cost
  return [
    {
      account: { kind: 'cost', ref: `supplier:${supplierId}`, customerId, currency },
      minor: -minor,
    },
    {
      account: { kind: 'payable', ref: accruedRef(supplierId), customerId, currency },
      minor,
    },
  ]
}

/** Keeps what was posted, or why nothing was, so that a carrier's bill finds it by the parcel. */
export async function storeCosts(
  tx: Tx,
  costs: ReadonlyMap<string, ExpectedCost>,
  charged: readonly { id: string; transactionId: string }[],
  /** A difference to what was kept before; else the cost posted with the charge. */
  { seq = 0, reason = null }: { seq?: number; reason?: AdjustReason | null } = {},
): Promise<void> {
  const found = charged.flatMap(({ id, transactionId }) => {
    const cost = costs.get(id)
    return cost ? [{ ...cost, transactionId }] : []
  })
  if (found.length === 0) return
  const { username, tenantId } = tx.principal
  const { rows } = await sql<{ id: string }>`insert into parcel_cost (tenant_id, charge_id,
      shipment_id, parcel_id, service_id, supplier_id, currency, amount, lines, why,
      transaction_id, seq, reason, create_by)
    select ${tenantId}, x.charge_id, x.shipment_id, x.parcel_id, x.service_id, x.supplier_id,
      x.currency, x.amount, x.lines, x.why, x.transaction_id, ${seq}, ${reason}, ${username}
    from unnest(${found.map(({ chargeId }) => chargeId)}::bigint[],
      ${found.map(({ shipmentId }) => shipmentId)}::bigint[],
      ${found.map(({ parcelId }) => parcelId)}::bigint[],
      ${found.map(({ serviceId }) => serviceId)}::bigint[],
      ${found.map(({ supplierId }) => supplierId)}::bigint[],
      ${found.map(({ currency }) => currency)}::text[],
      ${found.map((one) => (one.currency === null ? null : String(sumOf(one.lines))))}::bigint[],
      ${found.map(({ lines }) => JSON.stringify(lines))}::jsonb[],
      ${found.map(({ why }) => why)}::text[],
      ${found.map(({ transactionId }) => transactionId)}::bigint[]) with ordinality
      as x(charge_id, shipment_id, parcel_id, service_id, supplier_id, currency, amount, lines,
        why, transaction_id, place)
    order by x.place returning id`.execute(tx.db)
  await tx.auditMany(
    'parcel_cost',
    'add',
    rows.map(({ id }, at) => {
      const { chargeId, supplierId, currency, lines, why } = found[at]!
      const amount = currency === null ? null : String(sumOf(lines))
      return { id, before: null, after: { chargeId, supplierId, currency, amount, why } }
    }),
  )
}
