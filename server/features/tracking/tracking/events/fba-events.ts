import { sql } from 'kysely'
import type { z } from 'zod'
import type { fbaMoved } from '#contracts/orders/fba/fba.events.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { ownEvent, zonedText } from './normalise-event.ts'
import { storeEvents } from './store-events.ts'

type Moved = z.output<(typeof fbaMoved)['payload']>

const STEPS = {
  dispatched: { status: TRACK.OUT_FOR_DELIVERY, sub: 'on_vehicle' },
  refused: { status: TRACK.ATTEMPT_FAILED, sub: 'refused' },
  delivered: { status: TRACK.DELIVERED, sub: 'fba_checked_in' },
} as const satisfies Record<Moved['step'], object>

/**
 * What becomes of orders on their way into a warehouse stands on the timeline of each of their
 * parcels, by the warehouse's clock. The same news again adds nothing.
 */
export async function noteFbaStep(ctx: Ctx, { shipmentIds, step, at }: Moved): Promise<void> {
  for (const id of shipmentIds) await inTx(ctx, (tx) => noteOf(tx, id, STEPS[step], at))
}

async function noteOf(
  tx: Tx,
  shipmentId: string,
  step: (typeof STEPS)[Moved['step']],
  at: string,
): Promise<void> {
  const { rows } = await sql<{
    id: string
    number: string
    city: string | null
    country: string | null
    timeZone: string | null
  }>`select p.id, coalesce(p.track_no, p.serial_number) as number, w.city, w.country, w.time_zone
    from ${tx.rows('parcel').as('p')}
      join fba_order f on f.tenant_id = p.tenant_id and f.id = p.shipment_id
      left join fba_warehouse w on w.tenant_id = f.tenant_id and w.code = f.warehouse_code
    where p.shipment_id = ${shipmentId}
      and p.parcel_status not in (${PARCEL.CANCELLED}, ${PARCEL.REVOKED})
    order by p.id`.execute(tx.db)
  const receivedAt = nowIso()
  await storeEvents(
    tx,
    rows.map(({ id, number, city, country, timeZone }) => ({
      parcelId: id,
      events: [
        ownEvent({
          ...step,
          trackNo: number,
          at: zonedText(at, timeZone ?? 'UTC'),
          receivedAt,
          place: city,
          country,
          source: 'manual',
        }),
      ],
    })),
  )
}
