import type { z } from 'zod'
import {
  EVENT_PARCELS_MAX,
  type EventsAdded,
  type templatedEvent,
} from '#contracts/tracking/parcel-events.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { addTemplatedEvent } from './add-templated.ts'
import { requirePast } from './event-time.ts'
import type { Target } from './target-parcels.ts'

/**
 * One event from a template on every parcel of a batch: the flight left, the lorry is late.
 * `parcelsOf` answers the batch's parcels, at most `limit`, or null where the batch is not there.
 */
export async function addEventsToBatch(
  ctx: Ctx,
  given: z.output<typeof templatedEvent>,
  parcelsOf: (tx: Tx, limit: number) => Promise<readonly Target[] | null>,
): Promise<EventsAdded> {
  requirePast(given.at)
  return inTx(ctx, async (tx) => {
    const parcels = (await parcelsOf(tx, EVENT_PARCELS_MAX + 1)) ?? failMissing()
    if (parcels.length === 0) fail('tracking.noParcels')
    if (parcels.length > EVENT_PARCELS_MAX)
      fail('tracking.tooManyParcels', { max: EVENT_PARCELS_MAX })
    return addTemplatedEvent(tx, parcels, given)
  })
}
