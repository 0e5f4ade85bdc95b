import { sql } from 'kysely'
import { parcelOutbound, parcelReceived } from '#contracts/depot/scans.events.ts'
import { shipmentConfirmed } from '#contracts/orders/shipments.events.ts'
import { wantLabels } from '#server/features/orders/label-sources/index.ts'
import { finishLabels } from '#server/features/orders/labels/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'

/** When a service's labels are bought (domain 3.3); with the print at the latest. */
const PUSH = { confirm: '1', inbound: '3', outbound: '4' } as const

/** Labels of parcels whose service is pushed at this moment are bought; those that have one keep it. */
async function push(ctx: Ctx, parcelIds: readonly string[], method: string): Promise<void> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ parcelId: string; source: string }>`select p.id as parcel_id,
      a.carrier as source
    from ${tenant.rows('parcel').as('p')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = p.service_id
      join ${tenant.rows('carrierAccountService').as('m')} on m.service_id = v.id
      join ${tenant.rows('carrierAccount').as('a')} on a.id = m.account_id
    where p.id = any(${parcelIds}::bigint[]) and v.push_method = ${method} and a.enabled
    order by p.id`.execute(ctx.db)
  if (found.rows.length === 0) return
  const ids = found.rows.map((row) => row.parcelId)
  await inTx(ctx, async (tx) => {
    await lockParcels(asSystemTx(tx, tx.principal.tenantId), ids)
    await wantLabels(tx, found.rows)
    await tx.job(finishLabels, { parcelIds: ids })
  })
}

subscribe(shipmentConfirmed, 'carriers.onShipmentConfirmed', (ctx, { parcelIds }) =>
  push(ctx, parcelIds, PUSH.confirm),
)
subscribe(parcelReceived, 'carriers.onParcelReceived', (ctx, { parcelIds }) =>
  push(ctx, parcelIds, PUSH.inbound),
)
subscribe(parcelOutbound, 'carriers.onParcelOutbound', (ctx, { parcelIds }) =>
  push(ctx, parcelIds, PUSH.outbound),
)
