import {
  parcelBagged,
  parcelHeld,
  parcelOutbound,
  parcelReceived,
  parcelReleased,
  parcelScanUndone,
} from '#contracts/depot/scans.events.ts'
import { labelPrinted } from '#contracts/orders/labels.events.ts'
import { shipmentCancelled, shipmentConfirmed } from '#contracts/orders/shipments.events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { syncScanEvents } from './sync-scan-events.ts'

/**
 * Everything that changes our own events of a parcel. Each handler looks at the parcels as they are
 * by then.
 */
const SCAN_EVENTS = [
  shipmentConfirmed,
  shipmentCancelled,
  labelPrinted,
  parcelReceived,
  parcelScanUndone,
  parcelHeld,
  parcelReleased,
  parcelBagged,
  parcelOutbound,
]

const BATCH = 500

/** Call once, at load: a job is defined for the process. */
export function registerEventHandlers(): void {
  for (const event of SCAN_EVENTS) subscribe(event, `tracking.on.${event.name}`, syncParcels)
}

async function syncParcels(
  ctx: Ctx,
  { parcelIds, at }: { parcelIds: string[]; at: string },
): Promise<void> {
  for (let from = 0; from < parcelIds.length; from += BATCH)
    await inTx(ctx, (tx) => syncScanEvents(tx, parcelIds.slice(from, from + BATCH), at))
}
