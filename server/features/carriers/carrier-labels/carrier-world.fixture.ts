import type { LabelCarrierCode, SimulatorScript } from '#contracts/carriers/carrier-sets.ts'
import type { Client, World } from '#test/harness.ts'

interface Account {
  id: string
  version: number
  services: { serviceId: string; product: string; options: Record<string, string> }[]
}
const BILLING = { dhl: { V01PAK: '33333333330101' }, gls: {} } as const
const PRODUCT = { dhl: 'V01PAK', gls: 'PARCEL' } as const

/** A service whose labels a simulated account of a carrier sells. */
export async function openAccountFor(
  world: World,
  staff: Client,
  carrier: LabelCarrierCode,
  more: Record<string, unknown> = {},
): Promise<{ id: string; serviceId: string }> {
  const { pool } = world.db
  const services = await pool.query<{ id: string }>(
    `update delivery_service set label_type = '2', push_method = '2'
      where tenant_id = $1 and code = 'ECO-PARCEL' returning id`,
    [world.tenantId],
  )
  const couriers = await pool.query<{ id: string }>(
    `select id from courier where tenant_id = $1 and code = upper($2)`,
    [world.tenantId, carrier],
  )
  const serviceId = services.rows[0]!.id
  const made = await staff.post('/erp/carrierAccount/add', {
    carrier,
    name: `${carrier} ${Math.random().toString(36).slice(2, 8)}`,
    mode: 'simulator',
    courierId: couriers.rows[0]!.id,
    labelFormat: 'pdf',
    mustEncode: true,
    enabled: true,
    simulatorScript: 'usual',
    settings: {},
    billing: BILLING[carrier],
    services: [{ serviceId, product: PRODUCT[carrier], options: {} }],
    ...more,
  })
  if (!made.success) throw new Error(JSON.stringify(made))
  return { id: (made.result as { id: string }).id, serviceId }
}

/** The account goes on with another script, or other fields. */
export async function editAccountOf(
  staff: Client,
  id: string,
  change: Record<string, unknown> & { simulatorScript?: SimulatorScript },
): Promise<void> {
  const { result } = await staff.get('/erp/carrierAccount/read', { id })
  const edited = await staff.put('/erp/carrierAccount/edit', { ...(result as Account), ...change })
  if (!edited.success) throw new Error(JSON.stringify(edited))
}
