import { parcelHeld, parcelReceived } from '#contracts/depot/scans.events.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { loadTariff } from '#server/features/commercial/rating/index.ts'
import {
  fixPrice,
  type LockedParcel,
  moveParcels,
} from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { storedReason, type ScanEffect } from '#server/features/depot/scans/index.ts'
import { predictedRow, markReceived, startBatch } from '#server/features/depot/predicted/index.ts'
import { reRateOrder } from './re-rate-order.ts'
import { isOffWeight, weighParcel, type Measures, type Weighed } from './weigh-parcel.ts'

interface Warn {
  code: string
  data: Record<string, unknown>
}
/**
 * The result of a scan: the body's code, words with their data, and what it changed.
 */
export interface ScanResult {
  code: number
  words: string
  data?: Record<string, unknown>
  parcel?: LockedParcel
  effect?: ScanEffect
  batch?: { id: string; no: string } | null
  warn?: Warn[]
}

/**
 * Takes a held parcel into stock: its row of an announcement is met, measures give its weights and
 * its order's price. Over the service's limits it is received, since it is here, and held, since
 * it cannot go like this (domain §3.2: mismatch).
 */
export async function receiveParcel(
  tx: Tx,
  parcel: LockedParcel,
  measures: Measures | null,
): Promise<ScanResult> {
  const weighed = measures ? await weighByTariff(tx, parcel, measures) : null
  const row = await predictedRow(tx, parcel.id)
  if (row) {
    await startBatch(tx, row.batchId)
    await markReceived(tx, row.id, true)
  }
  const at = new Date().toISOString()
  await moveParcels(tx, [parcel.id], PARCEL.RECEIVED, { receivedAt: at, ...weighed?.patch })
  const about = { parcelIds: [parcel.id], depotId: parcel.depotId, at }
  await tx.emit(parcelReceived, about)
  const reason = weighed && overLimit(weighed)
  if (reason) {
    await moveParcels(tx, [parcel.id], PARCEL.HELD, { heldReason: reason })
    await tx.emit(parcelHeld, { ...about, reason })
  }
  // Received before it was confirmed, an order costs what it costs now.
  await fixPrice(tx, parcel.shipmentId, 'receive')
  if (weighed && !reason) await reRateOrder(tx, parcel.shipmentId)
  const effect: ScanEffect = {
    from: parcel.parcelStatus,
    ...(row ? { rowId: row.id } : {}),
    ...(reason ? { held: true } : {}),
    ...(weighed ? { measured: true, before: measuresBefore(parcel) } : {}),
  }
  const batch = row ? { id: row.batchId, no: row.no } : null
  if (reason)
    return {
      code: SCAN.overLimit,
      words: 'scan.overLimit',
      data: { reason },
      parcel,
      effect,
      batch,
    }
  return {
    code: SCAN.ok,
    words: 'scan.received',
    parcel,
    effect,
    batch,
    warn: warnings(parcel, weighed),
  }
}

/** The weights that follow from measures by the prices and limits of the parcel's service. */
export async function weighByTariff(
  tx: Tx,
  parcel: LockedParcel,
  measures: Measures,
): Promise<Weighed> {
  const tariff = await loadTariff(asSystem(tx, tx.principal.tenantId), parcel.serviceId)
  if (!tariff) throw new Error(`service ${parcel.serviceId} of parcel ${parcel.id} is gone`)
  return weighParcel(parcel, measures, tariff)
}

/** Why a parcel of these measures is held, as `parcel.held_reason` stores it. */
export function overLimit({ broken: [over] }: Weighed): string | null {
  return over ? storedReason(over.code.replace(/^rate\./, 'scan.'), over.params) : null
}

export const measuresBefore = (parcel: LockedParcel): Record<string, number | null> => ({
  measuredWeight: parcel.measuredWeight,
  measuredLength: parcel.measuredLength,
  measuredWidth: parcel.measuredWidth,
  measuredHeight: parcel.measuredHeight,
  volumeWeight: parcel.volumeWeight,
  chargeableWeight: parcel.chargeableWeight,
})

function warnings(parcel: LockedParcel, weighed: Weighed | null): Warn[] {
  return [
    ...(parcel.parcelStatus === PARCEL.PREDICTED
      ? [{ code: 'scan.warn.needConfirm', data: {} }]
      : []),
    ...(weighed ? weightWarnings(parcel, weighed) : []),
  ]
}

export function weightWarnings(parcel: LockedParcel, { patch }: Weighed): Warn[] {
  const measured = patch.measuredWeight
  return measured !== null && isOffWeight(parcel.weight, measured)
    ? [
        {
          code: 'scan.warn.weight',
          data: { declared: gramsToKg(parcel.weight), measured: gramsToKg(measured) },
        },
      ]
    : []
}
