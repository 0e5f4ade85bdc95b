import type { In } from '#contracts/kit/endpoint.ts'
import type { EventsAdded, parcelEvents } from '#contracts/tracking/parcel-events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { addTemplatedEvent } from './add-templated.ts'
import { requirePast } from './event-time.ts'
import { parcelsOfNumbers, parcelsOfOrders, type Target } from './target-parcels.ts'

/** Adds an event to the parcels of numbers, orders or parcels, and answers what became of each. */
export async function addFromTemplate(
  ctx: Ctx,
  { nos, shipmentIds, parcelIds, ...given }: In<typeof parcelEvents.addFromTemplate>,
): Promise<EventsAdded> {
  requirePast(given.at)
  return inTx(ctx, async (tx) => {
    const targets: Target[] = nos
      ? await parcelsOfNumbers(tx, nos)
      : shipmentIds
        ? await parcelsOfOrders(tx, shipmentIds)
        : [...new Set(parcelIds)].map((id) => ({ no: id, parcelId: id }))
    return addTemplatedEvent(tx, targets, given)
  })
}
