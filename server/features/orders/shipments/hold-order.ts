import { sql } from 'kysely'
import { FLAG, whyNot, type OrderAction } from '#contracts/orders/shipments.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { CODES } from '#contracts/kit/envelope.ts'

export interface HeldOrder {
  id: string
  serialNumber: string
  customerId: string
  serviceId: string
  serviceCode: string
  depotId: string
  depotCode: string
  currency: string
  amount: string | null
  courierCode: string | null
  parcelIds: string[]
  states: number[]
}

/** Locks an order with its parcels for an action, or says why the action is not open now. */
export async function holdOrder(tx: Tx, id: string, action: OrderAction): Promise<HeldOrder> {
  const found = await sql<
    Omit<HeldOrder, 'parcelIds' | 'states'> & { status: number }
  >`select s.id, s.serial_number, s.customer_id, s.service_id, s.depot_id, s.currency, s.amount, s.shipment_status as status,
      (select v.code from delivery_service v where v.tenant_id = s.tenant_id and v.id = s.service_id) as service_code, (select d.code from depot d where d.tenant_id = s.tenant_id and d.id = s.depot_id) as depot_code,
      (select o.code from delivery_service v join channel c on c.tenant_id = v.tenant_id and c.id = v.channel_id join courier o on o.tenant_id = c.tenant_id and o.id = c.courier_id where v.tenant_id = s.tenant_id and v.id = s.service_id) as courier_code
    from shipment as s where ${tx.rows('shipment').where('s')} and s.id = ${id} for update of s`.execute(
    tx.db,
  )
  const row = found.rows[0]
  if (!row) throw new Refusal('row.missing', { body: CODES.missing })
  const parcels = (
    await sql<{
      id: string
      parcelStatus: number
      confirmedAt: string | null
    }>`select id, parcel_status, confirmed_at from parcel as p where ${tx.rows('parcel').where('p')} and p.shipment_id = ${id} order by seq for update`.execute(
      tx.db,
    )
  ).rows
  const blocking = parcels.find(
    (parcel) =>
      whyNot(action, parcel.parcelStatus, parcel.confirmedAt === null ? FLAG.needConfirm : 0) !==
      null,
  )
  if (blocking || parcels.length === 0) {
    const texts = await dictTexts(tx.who.tenantId, tx.lang)
    fail(`shipment.not.${action}`, {
      label: row.serialNumber,
      status: texts('parcel_status', String(blocking?.parcelStatus ?? row.status)),
    })
  }
  const { status: _, ...order } = row
  return {
    ...order,
    parcelIds: parcels.map((parcel) => parcel.id),
    states: parcels.map((parcel) => parcel.parcelStatus),
  }
}
