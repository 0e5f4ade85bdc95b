import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { on } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { syncScanEvents } from './sync-scan-events.ts'

/** Everything that changes what we say of a parcel ourselves. Each handler looks at the parcels as they are by then. */
const SCAN_EVENTS = [
  'shipment.confirmed',
  'shipment.cancelled',
  'label.printed',
  'parcel.received',
  'parcel.scanUndone',
  'parcel.held',
  'parcel.released',
  'parcel.sorted',
  'parcel.bagged',
  'parcel.outbound',
  'outBatch.reopened',
] as const

const BATCH = 500

/** Call once, at load: a job is defined for the process. */
export function registerEventHandlers(): void {
  for (const event of SCAN_EVENTS) on(event, `tracking.on.${event}`, follow)
}

async function follow(ctx: Ctx, payload: Record<string, unknown>): Promise<void> {
  const ids = await parcelsIn(ctx, payload)
  const at =
    typeof payload.at === 'string' && !Number.isNaN(Date.parse(payload.at))
      ? new Date(payload.at).toISOString()
      : null
  for (let from = 0; from < ids.length; from += BATCH)
    await inTx(ctx, (tx) => syncScanEvents(tx, ids.slice(from, from + BATCH), at))
}

async function parcelsIn(
  ctx: Ctx,
  { parcelId, parcelIds, shipmentId }: Record<string, unknown>,
): Promise<string[]> {
  const named = [parcelId, ...(Array.isArray(parcelIds) ? parcelIds : [])].filter(
    (id): id is string => typeof id === 'string',
  )
  if (named.length > 0 || typeof shipmentId !== 'string') return [...new Set(named)]
  const found = await sql<{
    id: string
  }>`select p.id from ${ctx.rows('parcel').as('p')} where p.shipment_id = ${shipmentId}`.execute(
    ctx.db,
  )
  return found.rows.map(({ id }) => id)
}
