import { parcelScanUndone } from '#contracts/depot/scans.events.ts'
import { sql } from 'kysely'
import type { intoParcel, InboundResult } from '#contracts/depot/inbound.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import { PREDICTED_BATCH } from '#contracts/depot/scans.states.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  freePrice,
  lockParcels,
  type LockedParcel,
  moveParcels,
  type ParcelPatch,
} from '#server/features/orders/shipments/index.ts'
import { unchargeWeighed } from '#server/features/orders/charging/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { markReceived, countsOf } from '#server/features/depot/predicted/index.ts'
import {
  laterEffects,
  lockOwnScan,
  markUndone,
  readParcel,
  type OwnScan,
  type ScanEffect,
} from '#server/features/depot/scans/index.ts'
import { MEASURABLE } from './measure-parcel.ts'
import { measuredFacts, reRateOrder } from './rerate-order.ts'

/**
 * Takes back the user's own scan: the parcel goes to the state, measures and price it had, its
 * announced row is expected again, a number noted as extra is removed. Not once the parcel went
 * on, nor when the batch is finished.
 */
export function undoScan(ctx: Ctx, { scanId }: In<typeof intoParcel.undo>): Promise<InboundResult> {
  return inTx(ctx, async (tx) => {
    const { scan, effect } = await lockOwnScan(tx, scanId, ['into', 'measure'])
    if (effect.linked) fail('scan.movedOn')
    const [locked] = scan.parcelId === null ? [] : await lockParcels(tx, [scan.parcelId])
    if (effect.rowId) await undoRow(tx, effect.rowId, effect.from === undefined)
    if (scan.parcelId !== null) {
      if (!locked) fail('scan.movedOn')
      if (scan.station === 'measure') await undoMeasure(tx, scan, locked, effect)
      else await undoParcel(tx, scan, await undoLaterMeasures(tx, scan, locked), effect)
    }
    await markUndone(tx, scan.id)
    const batch =
      scan.batchId === null
        ? null
        : ((
            await sql<{
              id: string
              no: string
            }>`select id, no
              from ${tx.rows('predictedBatch').as('b')} where b.id = ${scan.batchId}`.execute(tx.db)
          ).rows[0] ?? null)
    return {
      scanId,
      parcel: scan.parcelId === null ? null : await readParcel(tx, scan.parcelId),
      warnings: [],
      batch: batch ? { ...batch, counts: await countsOf(tx, batch.id) } : null,
    }
  })
}

async function undoParcel(
  tx: Tx,
  scan: OwnScan,
  parcel: LockedParcel,
  effect: ScanEffect,
): Promise<void> {
  const expected = effect.held ? PARCEL.HELD : PARCEL.RECEIVED
  if (
    parcel.parcelStatus !== expected ||
    (await laterEffects(tx, scan)).length > 0 ||
    effect.from === undefined
  )
    fail('scan.movedOn')
  if (effect.measured) await unchargeWeighed(tx, [parcel.id])
  if (effect.held) await moveParcels(tx, [parcel.id], PARCEL.RECEIVED, { heldReason: null })
  const patch: ParcelPatch = { receivedAt: null, ...effect.before }
  await moveParcels(tx, [parcel.id], effect.from as ParcelState, patch)
  await freePrice(tx, parcel.shipmentId)
  if (effect.measured)
    await reRateOrder(tx, parcel.shipmentId, 'undone', measuredFacts(parcel, patch))
  await tx.emit(parcelScanUndone, {
    parcelIds: [parcel.id],
    depotId: parcel.depotId,
    station: 'into',
    at: nowIso(),
  })
}

/** The measures go back to what they were; a parcel held for them is free again. */
async function undoMeasure(
  tx: Tx,
  scan: OwnScan,
  parcel: LockedParcel,
  effect: ScanEffect,
): Promise<void> {
  if (
    !MEASURABLE.includes(parcel.parcelStatus) ||
    (effect.held && parcel.parcelStatus !== PARCEL.HELD) ||
    (await laterEffects(tx, scan)).length > 0
  )
    fail('scan.movedOn')
  if (effect.held) await moveParcels(tx, [parcel.id], PARCEL.RECEIVED, { heldReason: null })
  const to = effect.heldFrom ?? parcel.parcelStatus
  await moveParcels(tx, [parcel.id], to as ParcelState, effect.before)
  if (effect.before?.measuredWeight === null) await unchargeWeighed(tx, [parcel.id])
  await reRateOrder(tx, parcel.shipmentId, 'undone', measuredFacts(parcel, effect.before ?? {}))
}

/** A scan that is taken back takes the measures typed after it along. */
async function undoLaterMeasures(
  tx: Tx,
  scan: OwnScan,
  parcel: LockedParcel,
): Promise<LockedParcel> {
  let now = parcel
  for (const later of await laterEffects(tx, scan)) {
    if (later.station !== 'measure' || !later.data?.effect) fail('scan.movedOn')
    await undoMeasure(tx, later, now, later.data.effect)
    await markUndone(tx, later.id)
    now = (await lockParcels(tx, [parcel.id]))[0] ?? fail('scan.movedOn')
  }
  return now
}

async function undoRow(tx: Tx, rowId: string, made: boolean): Promise<void> {
  const batch = (
    await sql<{
      status: string
    }>`select b.status
      from ${tx.rows('predictedParcel').as('r')} join predicted_batch b on b.tenant_id = r.tenant_id
        and b.id = r.batch_id where r.id = ${rowId} for share of b`.execute(tx.db)
  ).rows[0]
  if (!batch || batch.status === PREDICTED_BATCH.finished) fail('scan.movedOn')
  if (made)
    await sql`delete from predicted_parcel as r
      where ${tx.rows('predictedParcel').where('r')} and r.id = ${rowId}`.execute(tx.db)
  else await markReceived(tx, rowId, false)
}
