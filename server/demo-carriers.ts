import { sql } from 'kysely'
import { exampleOrders } from '#seeds/world/index.ts'
import type { LabelCarrierCode } from '#contracts/carriers/carrier-sets.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { openBatch } from './features/carriers/carrier-labels/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

const PARCELS = 4
/** They stay as docs/demo.md describes them. */
const EXAMPLES = exampleOrders(1)
const ACCOUNTS: readonly {
  carrier: LabelCarrierCode
  name: string
  courier: string
  product: string
  billing: Record<string, string>
}[] = [
  {
    carrier: 'dhl',
    name: 'DHL Simulator',
    courier: 'DHL',
    product: 'V01PAK',
    billing: { V01PAK: '33333333330101', V53WPAK: '33333333335301', V07PAK: '33333333330701' },
  },
  { carrier: 'gls', name: 'GLS Simulator', courier: 'GLS', product: 'PARCEL', billing: {} },
]

/**
 * A simulated account of each carrier, with the services its courier carries in the demo, and a few
 * labels bought with it. Labels are still our own with the print: a service is switched over by its
 * label kind and push method.
 */
export async function seedDemoCarriers(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'manager' })
  for (const { carrier, name, courier, product, billing } of ACCOUNTS) {
    await inTx(ctx, (tx) =>
      sql`with account as (
          insert into carrier_account (tenant_id, carrier, name, courier_id, billing, create_by)
          select ${tenantId}, ${carrier}, ${name}, o.id, ${JSON.stringify(billing)}::jsonb, 'manager'
          from ${tx.rows('courier').as('o')} where o.code = ${courier}
          on conflict do nothing returning id, courier_id)
        insert into carrier_account_service (tenant_id, account_id, service_id, product)
        select ${tenantId}, a.id, v.id, ${product} from account as a
          join ${tx.rows('channel').as('c')} on c.courier_id = a.courier_id
          join ${tx.rows('deliveryService').as('v')} on v.channel_id = c.id
        on conflict do nothing`.execute(tx.db),
    )
    const parcels = await confirmed(ctx, carrier)
    if (parcels.length > 0) await openBatch(ctx, carrier, 'labels', parcels)
  }
}

async function confirmed(
  ctx: Ctx,
  carrier: string,
): Promise<{ id: string; serialNumber: string }[]> {
  const found = await sql<{ id: string; serialNumber: string }>`select p.id, p.serial_number
    from ${ctx.rows('parcel').as('p')}
      join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
      join ${ctx.rows('carrierAccountService').as('m')} on m.service_id = p.service_id
      join ${ctx.rows('carrierAccount').as('a')} on a.id = m.account_id
    where a.carrier = ${carrier} and p.parcel_status = ${PARCEL.CONFIRMED}
      and s.serial_number <> all(${EXAMPLES}::text[])
    order by s.country = 'DE' desc, p.id desc limit ${PARCELS}`.execute(ctx.db)
  return found.rows
}
