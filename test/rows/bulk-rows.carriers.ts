import { predictedBatches } from '#contracts/depot/predicted.ts'
import type { Client, World } from '../harness.ts'
import { makeOrder } from '../orders.ts'
import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'

/** Rows for the bulk calls on labels at carriers and on announced orders. */
export function carrierRows(world: World, admin: Client): RowsByHand {
  const { pool } = world.db
  let account: string | undefined
  let count = 0

  async function accountId(): Promise<string> {
    if (account !== undefined) return account
    const couriers = await pool.query<{ id: string }>(
      `select id from courier where tenant_id = $1 and code = 'DHL'`,
      [world.tenantId],
    )
    const made = await admin.post('/erp/carrierAccount/add', {
      carrier: 'dhl',
      name: 'Bulk',
      mode: 'simulator',
      courierId: couriers.rows[0]!.id,
      labelFormat: 'pdf',
      mustEncode: true,
      enabled: true,
      simulatorScript: 'usual',
      settings: {},
      billing: {},
      services: [],
    })
    if (!made.success) throw new Error(JSON.stringify(made))
    return (account = (made.result as { id: string }).id)
  }
  /** An announced batch with an order that has not come. */
  const batch = async () => {
    const made = await makeOrder(world, admin, { confirm: true })
    const { id } = await admin.call(predictedBatches.add, {
      depotId: await world.depotId('FRA1'),
      customerId: world.customerId,
    })
    await admin.call(predictedBatches.addParcels, { id: String(id), nos: [made.serialNumber] })
    return String(id)
  }
  const order = async () => (await makeOrder(world, admin, { confirm: true })).id
  /** A label in the state a lost answer, or none yet, leaves. */
  const label = (state: 'unknown' | 'wanted') => async () => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into carrier_shipment (tenant_id, carrier, account_id, label_key, parcel_id,
          shipment_id, serial_number, customer_id, depot_id, product, reference, state)
        select p.tenant_id, 'dhl', $2, $3, p.id, p.shipment_id, p.serial_number, p.customer_id,
          p.depot_id, 'V01PAK', $3, $4
        from parcel p where p.tenant_id = $1 and p.shipment_id = $5 limit 1 returning id`,
      [world.tenantId, await accountId(), `bulk-${++count}`, state, await order()],
    )
    return rows[0]!.id
  }
  return {
    '/erp/carrierShipment/cancel': async () => ({ ...(await twice(label('wanted'))), ...MISSING }),
    '/erp/carrierShipment/look': async () => ({ ...(await twice(label('unknown'))), ...MISSING }),
    '/erp/carrierShipment/release': async () => ({
      ...(await twice(label('unknown'))),
      ...MISSING,
      more: { reason: 'bulk' },
    }),
    '/erp/predictedShipment/remind': async () => ({ ...(await twice(order)), ...MISSING }),
    '/erp/predictedShipment/remindBatches': async () => ({ ...(await twice(batch)), ...MISSING }),
    '/erp/predictedShipment/arrived': async () => ({ ...(await twice(order)), ...MISSING }),
  }
}
