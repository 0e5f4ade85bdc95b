import { sql } from 'kysely'
import {
  FLAG,
  ON_PARCELS,
  rightOf,
  whyNot,
  type OrderAction,
  withoutCancelled,
} from '#contracts/orders/shipments.states.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { LabelAddress } from '#server/features/orders/label-sources/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { together } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { requireKind } from '../rows/kind-access.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'

/**
 * The order in which everything that changes an order locks its rows: orders by id, then their
 * parcels by id, then tracking numbers (which are changed under the lock of their parcel). An
 * outbound batch is locked before; accounts, number segments, predicted batches and their rows after. A call that
 * locks through these two functions waits for the others and never blocks them.
 *
 * `any((select …))` here and elsewhere: the database then expects the same of any list and keeps
 * one plan; with the list in sight it makes a new plan each time, which is dearer than the look-up.
 */
export async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await together(
    sql`select 1 from shipment as s
      where ${tx.rows('shipment').where('s')} and s.id = any((select ${orderIds}::bigint[])::bigint[])
      order by s.id for update`.execute(tx.db),
    sql`select 1 from parcel as p
      where ${tx.rows('parcel').where('p')} and p.shipment_id = any((select ${orderIds}::bigint[])::bigint[])
      order by p.id for update`.execute(tx.db),
  )
}

export interface LockedParcel {
  id: string
  shipmentId: string
  customerId: string
  serviceId: string
  depotId: string
  parcelStatus: number
  serialNumber: string
  trackNo: string | null
  heldReason: string | null
  confirmedAt: string | null
  weight: number
  length: number | null
  width: number | null
  height: number | null
  measuredWeight: number | null
  measuredLength: number | null
  measuredWidth: number | null
  measuredHeight: number | null
  volumeWeight: number | null
  chargeableWeight: number | null
}

/**
 * Locks single parcels: first their orders, of which the other parcels stay free. Answers those
 * within the caller's reach as they are once locked, by id. The order is locked even where a depot
 * binding keeps it out of reach: its status follows its parcels.
 */
export async function lockParcels(tx: Tx, parcelIds: readonly string[]): Promise<LockedParcel[]> {
  if (parcelIds.length === 0) return []
  const tenant = asSystem(tx, tx.principal.tenantId)
  const orders = sql`select 1 from shipment as s where ${tenant.rows('shipment').where('s')}
      and s.id in (select p.shipment_id
        from ${tx.rows('parcel').as('p')} where p.id = any((select ${parcelIds}::bigint[])::bigint[]))
        order by s.id for update`.execute(tx.db)
  const parcels = sql<LockedParcel>`select id, shipment_id, customer_id, service_id, depot_id,
        parcel_status, serial_number, track_no, held_reason, confirmed_at, weight, length, width,
        height,
      measured_weight, measured_length, measured_width, measured_height, volume_weight,
      chargeable_weight
    from parcel as p where ${tx.rows('parcel').where('p')} and p.id = any((select ${parcelIds}::bigint[])::bigint[])
    order by p.id for update`.execute(tx.db)
  const [, locked] = await together(orders, parcels)
  return locked.rows
}

export interface LockedOrder {
  id: string
  serialNumber: string
  kind: string
  customerId: string
  serviceId: string
  serviceCode: string
  depotId: string
  depotCode: string
  currency: string
  amount: string | null
  courierCode: string | null
  /** Where it goes and where it comes from, as on its label. */
  consignee: LabelAddress
  sender: LabelAddress | null
  parcelIds: string[]
  states: number[]
}

/**
 * Locks an order with its parcels for an action, or gives the reason why the action is not open now. Answers
 * the parcels it is open for.
 */
export async function lockOrderFor(
  tx: Tx,
  id: string,
  action: OrderAction,
  /** The right to it was asked for with the wish that is carried out now. */
  { wished = false }: { wished?: boolean } = {},
): Promise<LockedOrder> {
  const found = await sql<
    Omit<LockedOrder, 'parcelIds' | 'states'> & { status: number }
  >`select s.id, s.serial_number, s.shipment_resource as kind, s.customer_id, s.service_id,
    s.depot_id, s.currency, s.amount,
      s.shipment_status as status, s.sender,
      json_build_object('name', s.consignee_name, 'company', s.company, 'phone', s.phone,
        'country', s.country, 'state', s.state, 'city', s.city, 'postalCode', s.postal_code,
        'street', s.street, 'house', s.house, 'address1', s.address1, 'address2', s.address2)
        as consignee,
      (select v.code from delivery_service v
        where v.tenant_id = s.tenant_id and v.id = s.service_id) as service_code,
        (select d.code from depot d
          where d.tenant_id = s.tenant_id and d.id = s.depot_id) as depot_code,
      (select o.code
        from delivery_service v join channel c on c.tenant_id = v.tenant_id and c.id = v.channel_id
        join courier o on o.tenant_id = c.tenant_id and o.id = c.courier_id
        where v.tenant_id = s.tenant_id and v.id = s.service_id) as courier_code
    from shipment as s
    where ${tx.rows('shipment').where('s')} and s.id = ${id} for update of s`.execute(tx.db)
  const row = found.rows[0]
  if (!row) throw new Refusal('row.missing', { body: CODES.missing })
  if (!wished) requireKind(tx, rightOf(action), row.kind)
  const parcels = (
    await sql<{
      id: string
      seq: number
      parcelStatus: number
      confirmedAt: string | null
    }>`select id, seq, parcel_status, confirmed_at from parcel as p
      where ${tx.rows('parcel').where('p')} and p.shipment_id = ${id} order by p.id for update`.execute(
      tx.db,
    )
  ).rows.toSorted((a, b) => a.seq - b.seq)
  // A cancelled parcel does not keep the address of the others as it is.
  const concerned = action === 'correct' ? withoutCancelled(parcels) : parcels
  const closed = concerned.filter(
    (parcel) =>
      whyNot(action, parcel.parcelStatus, parcel.confirmedAt === null ? FLAG.needConfirm : 0) !==
      null,
  )
  const open = ON_PARCELS.includes(action)
    ? concerned.filter((parcel) => !closed.includes(parcel))
    : concerned
  const blocking = closed[0] ?? parcels.find((parcel) => !concerned.includes(parcel))
  if (open.length === 0 || (closed[0] && open.length === concerned.length)) {
    const texts = await dictTexts(tx)
    fail(`shipment.not.${action}`, {
      label: row.serialNumber,
      status: texts('parcel_status', String(blocking?.parcelStatus ?? row.status)),
    })
  }
  const { status: _, ...order } = row
  return {
    ...order,
    parcelIds: open.map((parcel) => parcel.id),
    states: open.map((parcel) => parcel.parcelStatus),
  }
}
