import { sql } from 'kysely'
import { parseMoney } from '#contracts/kit/money.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { trackItems, type CodOrder } from '#server/features/money/cod/index.ts'
import type { OrderMoney } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'

interface Row {
  id: string
  serialNumber: string
  reference: string | null
  customerId: string
  supplierId: string | null
  serviceId: string | null
  createBy: string | null
  codAmount: string
  codCurrency: string
  status: number
  delivered: boolean
  deliveredAt: string | null
  trackNo: string | null
  numbers: string[]
}

/** What else an order does to money: its cash on delivery follows its parcels. */
export const withCod = (charges: OrderMoney): OrderMoney => ({
  ...charges,
  moved: async (tx, parcels, to) => {
    await charges.moved(tx, parcels, to)
    // Before it leaves a parcel has collected nothing, and nothing waits for it.
    const left = parcels.filter(
      ({ parcelStatus }) => to >= PARCEL.OUTBOUND || parcelStatus >= PARCEL.OUTBOUND,
    )
    if (left.length > 0)
      await followParcels(
        tx,
        left.map(({ id }) => id),
      )
  },
})

/** Brings the cash on delivery of the orders of these parcels to where they are now. */
export async function followParcels(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<Row>`select s.id, s.serial_number, s.reference, s.customer_id,
      c.supplier_id, s.service_id, s.create_by, s.cod_amount, s.cod_currency,
      s.shipment_status as status, p.delivered, p.delivered_at, p.track_no,
      p.numbers || array_remove(array[s.serial_number, s.reference, s.track_no], null) as numbers
    from ${tenant.rows('shipment').as('s')}
      left join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      left join channel c on c.tenant_id = v.tenant_id and c.id = v.channel_id
      cross join lateral (
        select bool_or(x.parcel_status = ${PARCEL.DELIVERED}) as delivered,
          max(x.delivered_at)::text as delivered_at,
          (array_agg(x.track_no order by x.id) filter (where x.track_no is not null))[1] as track_no,
          array_remove(array_agg(x.track_no) || array_agg(x.serial_number)
, null) as numbers
        from parcel x where x.tenant_id = s.tenant_id and x.shipment_id = s.id) as p
    where s.cod_amount is not null and s.customer_id is not null
      and s.id in (select q.shipment_id from ${tenant.rows('parcel').as('q')}
        where q.id = any(${parcelIds}::bigint[]))
    order by s.id`.execute(tx.db)
  await trackItems(tx, rows.flatMap(orderOf))
}

function orderOf(row: Row): CodOrder[] {
  const money = parseMoney(row.codAmount, row.codCurrency, 'positive')
  if (!money) return []
  return [
    {
      shipmentId: row.id,
      shipmentNo: row.serialNumber,
      reference: row.reference,
      trackNo: row.trackNo,
      numbers: row.numbers,
      customerId: row.customerId,
      supplierId: row.supplierId,
      serviceId: row.serviceId,
      createBy: row.createBy,
      currency: money.currency,
      minor: money.minor,
      state: stateOf(row),
      deliveredAt: row.deliveredAt,
    },
  ]
}

/** Parcels that ended differently: what was delivered was collected for, finance sees the rest. */
function stateOf({ status, delivered }: Row): CodOrder['state'] {
  if (status === PARCEL.DELIVERED) return 'delivered'
  if (status === CLOSED_MIXED) return delivered ? 'delivered' : 'ended'
  const underway =
    status === PARCEL.OUTBOUND || status === PARCEL.IN_TRANSIT || status === PARCEL.EXCEPTION
  return underway ? 'out' : 'ended'
}
