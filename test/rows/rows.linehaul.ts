import { makeFbaOrder } from '#server/features/orders/fba/fba.fixture.ts'
import type { World } from '../harness.ts'

let count = 0
async function truck(world: World): Promise<string> {
  const { rows } = await world.db.pool.query<{ id: string }>(
    `insert into fba_waybill (tenant_id, no, depot_id, warehouse_code, appointment_no, dock,
        slot_from, slot_to, booked_pieces, driver, plate, bol_no, pro_nos, pallets, pieces, weight,
        dispatched_at, arrived_at, ended_at, received_by, detention_minutes, storage_from, remark)
      values ($1, $2, $3, 'HAJ1', 'CAT7', $2, '2026-04-01', '2026-04-02', 7, 'catalogue', 'CAT-7',
        'CAT7', 'CAT7', 7, 7, 700, now(), now(), now(), 'catalogue', 7, '2026-04-01', 'catalogue')
      returning id`,
    [world.tenantId, `FWCAT${++count}`, await world.depotId('FRA1')],
  )
  return rows[0]!.id
}

async function waybillRow(world: World): Promise<string> {
  const { rows } = await world.db.pool.query<{ id: string }>(
    `insert into waybill_batch (tenant_id, no, kind, depot_id, master_no, vehicle, origin,
        destination, etd, etd_time, eta, eta_time, pieces, weight, remark)
      values ($1, $2, '3', $3, 'CAT-7', 'catalogue', 'SZX', 'LGG', '2026-04-01', '07:00',
        '2026-04-07', '17:00', 7, 700, 'catalogue') returning id`,
    [world.tenantId, `WBCAT${++count}`, await world.depotId('FRA1')],
  )
  return rows[0]!.id
}

/** Rows of waybill batches, house waybills, trucks to marketplaces and the orders on them. */
export const linehaulRows: Record<string, (world: World) => Promise<string>> = {
  'waybill-batches': waybillRow,
  'house-waybills': async (world) => {
    const { rows } = await world.db.pool.query<{ id: string }>(
      `insert into house_waybill (tenant_id, no, waybill_id, customer_id, consignee_name,
          consignee_country, consignee_city, goods, pieces, weight, declared, remark)
        values ($1, $2, $3, $4, 'catalogue', 'DE', 'Mainz', 'catalogue', 7, 700, 'EUR 7.00',
          'catalogue') returning id`,
      [world.tenantId, `HCAT${++count}`, await waybillRow(world), world.customerId],
    )
    return rows[0]!.id
  },
  'fba-waybills': truck,
  'fba-carton-lists': async (world) => {
    const order = await makeFbaOrder(world, 1)
    const { rows } = await world.db.pool.query<{ id: string }>(
      `insert into fba_waybill_order (tenant_id, fba_waybill_id, order_id, customer_id, waybill_no,
          warehouse_code, status, slot_from, serial_number, fba_code, reference_id, pieces, weight)
        select $1, $2, $3, $4, 'FWCAT', 'HAJ1', '1', '2026-04-01', s.serial_number, s.fba_code,
          'CAT7', 7, 700 from shipment s where s.tenant_id = $1 and s.id = $3 returning id`,
      [world.tenantId, await truck(world), order.id, world.customerId],
    )
    return rows[0]!.id
  },
}
