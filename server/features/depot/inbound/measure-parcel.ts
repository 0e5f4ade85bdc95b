import { sql } from 'kysely'
import { parcelHeld } from '#contracts/depot/scans.events.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { intoParcel } from '#contracts/depot/inbound.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  lockParcels,
  moveParcels,
  type LockedParcel,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { adjustWarning, measuredFacts, measuresInWords, reRateOrder } from './rerate-order.ts'
import { overdrawnReason, unpaidReason } from './unpaid-parcels.ts'
import { answerScan } from './inbound-scan.ts'
import {
  measuresBefore,
  overLimit,
  weighByTariff,
  weightWarnings,
  type ScanResult,
  measuresOf,
  type Measures,
} from './receive-parcel.ts'

/** States of a parcel that is on our scale. */
export const MEASURABLE: readonly number[] = [PARCEL.RECEIVED, PARCEL.SORTED, PARCEL.HELD]

/**
 * Measures of a parcel that was scanned before: of the parcel the caller's last scan of this number
 * meant. The scan goes first, so a value typed offline reaches the same parcel when it is sent.
 */
export function measureParcel(
  ctx: Ctx,
  input: In<typeof intoParcel.measure>,
): Promise<EnvelopeReply> {
  const measures = measuresOf(input) ?? failFields([{ path: 'weightKg', code: 'field.required' }])
  return inTx(ctx, async (tx) => {
    const scan = await lastScan(tx, input.no)
    const [parcel] = scan?.parcelId ? await lockParcels(tx, [scan.parcelId]) : []
    return answerScan(
      tx,
      { no: input.no, batch: null, depotId: scan?.depotId ?? null },
      parcel
        ? await measure(tx, parcel, measures)
        : { code: SCAN.status, words: 'scan.notMeasured' },
      'measure',
    )
  })
}

async function lastScan(
  tx: Tx,
  no: string,
): Promise<{ parcelId: string | null; depotId: string | null } | undefined> {
  const found = await sql<{
    parcelId: string | null
    depotId: string | null
  }>`select l.parcel_id, l.depot_id from ${tx.rows('scanLog').as('l')}
    where l.create_by = ${tx.principal.username} and l.station = 'into'
      and l.no = ${no} order by l.create_time desc, l.id desc limit 1`.execute(tx.db)
  return found.rows[0]
}

async function measure(tx: Tx, parcel: LockedParcel, measures: Measures): Promise<ScanResult> {
  const was = parcel.parcelStatus as ParcelState
  if (!MEASURABLE.includes(was))
    return {
      code: SCAN.status,
      words: 'scan.notMeasurable',
      data: { parcelStatus: was },
      parcel,
    }
  const weighed = await weighByTariff(tx, parcel, measures)
  await moveParcels(tx, [parcel.id], was, weighed.patch)
  const over = was === PARCEL.HELD ? null : overLimit(weighed)
  const adjusted = over
    ? null
    : await reRateOrder(tx, parcel.shipmentId, 'weighed', measuredFacts(parcel, weighed.patch))
  const unpaid =
    over || was === PARCEL.HELD
      ? null
      : ((await unpaidReason(tx, parcel.id)) ?? overdrawnReason(adjusted))
  const reason = over ?? unpaid
  if (reason) {
    // The state table knows no way from sorted to held.
    if (was === PARCEL.SORTED) await moveParcels(tx, [parcel.id], PARCEL.RECEIVED)
    await moveParcels(tx, [parcel.id], PARCEL.HELD, { heldReason: reason })
    await tx.emit(parcelHeld, {
      parcelIds: [parcel.id],
      depotId: parcel.depotId,
      at: nowIso(),
      reason,
    })
  }
  const effect = {
    measured: true,
    before: measuresBefore(parcel),
    ...(reason ? { held: true, heldFrom: was } : {}),
  }
  return reason
    ? {
        ...(unpaid
          ? { code: SCAN.unpaid, words: 'scan.measuredUnpaid' }
          : { code: SCAN.overLimit, words: 'scan.measuredOver' }),
        data: { reason },
        parcel,
        effect,
        warn: adjustWarning(tx, adjusted),
      }
    : {
        code: SCAN.ok,
        words: 'scan.measured',
        data: { measures: measuresInWords(measures) },
        parcel,
        effect,
        warn: [...weightWarnings(parcel, weighed), ...adjustWarning(tx, adjusted)],
      }
}
