import { parcelHeld, parcelReceived } from '#contracts/depot/scans.events.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { gramsToKg, cmToMm, kgToGrams } from '#contracts/kit/units.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  loadTariff,
  chargeableWeight,
  checkValidity,
  type RatingIssue,
  type Tariff,
} from '#server/features/commercial/rating/index.ts'
import {
  fixPrice,
  type LockedParcel,
  moveLocked,
  moveParcels,
  ratingParcel,
  readPriced,
} from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { storedReason, withoutLabel, type ScanEffect } from '#server/features/depot/scans/index.ts'
import {
  lockBatch,
  markReceived,
  startBatch,
  type PredictedRow,
} from '#server/features/depot/predicted/index.ts'
import { adjustWarning, measuredFacts, reRateOrder } from './rerate-order.ts'
import { overdrawnReason, unpaidReason } from './unpaid-parcels.ts'
import { together } from '#server/kit/db/tx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'

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
  parcel?: Pick<LockedParcel, 'id' | 'depotId'>
  effect?: ScanEffect
  batch?: { id: string; no: string } | null
  warn?: Warn[]
  /** What is left to be written: it travels with the line of the scan. */
  follow?: () => Promise<void>
}

/**
 * Takes a held parcel into stock: its row of an announcement is met, measures give its weights and
 * its order's price. Over the service's limits, or where its customer cannot pay what is due now,
 * it is received, since it is here, and held, since it cannot go like this (domain §3.2).
 */
export async function receiveParcel(
  tx: Tx,
  parcel: LockedParcel,
  row: PredictedRow | null,
  measures: Measures | null,
): Promise<ScanResult> {
  const weighed = measures ? await weighByTariff(tx, parcel, measures) : null
  if (row?.waiting) await startBatch(tx, row.batchId)
  const at = nowIso()
  const about = { parcelIds: [parcel.id], depotId: parcel.depotId, at }
  const [, , moved, priced, , bare] = await together(
    row && !row.waiting ? lockBatch(tx, row.batchId, 'receive', 'share') : null,
    row ? markReceived(tx, row.id, true) : null,
    moveLocked(tx, [parcel], PARCEL.RECEIVED, { receivedAt: at, ...weighed?.patch }),
    readPriced(tx, parcel.shipmentId),
    tx.emit(parcelReceived, about),
    parcel.parcelStatus === PARCEL.PREDICTED ? [] : withoutLabel(tx, parcel.id),
  )
  const over = weighed && overLimit(weighed)
  // Received before it was confirmed, an order costs what it costs now.
  await fixPrice(tx, parcel.shipmentId, 'receive', priced)
  const adjusted =
    weighed && !over
      ? await reRateOrder(tx, parcel.shipmentId, 'weighed', measuredFacts(parcel, weighed.patch))
      : null
  const unpaid =
    weighed && !over ? ((await unpaidReason(tx, parcel.id)) ?? overdrawnReason(adjusted)) : null
  const reason = over || unpaid
  if (reason) {
    await moved()
    await moveParcels(tx, [parcel.id], PARCEL.HELD, { heldReason: reason })
    await tx.emit(parcelHeld, { ...about, reason })
  }
  const effect: ScanEffect = {
    from: parcel.parcelStatus,
    ...(row ? { rowId: row.id } : {}),
    ...(reason ? { held: true } : {}),
    ...(weighed ? { measured: true, before: measuresBefore(parcel) } : {}),
  }
  const batch = row ? { id: row.batchId, no: row.no } : null
  if (reason)
    return {
      ...(unpaid
        ? { code: SCAN.unpaid, words: 'scan.receivedUnpaid' }
        : { code: SCAN.overLimit, words: 'scan.overLimit' }),
      data: { reason },
      parcel,
      effect,
      batch,
      warn: adjustWarning(tx, adjusted),
    }
  return {
    code: SCAN.ok,
    words: 'scan.received',
    parcel,
    effect,
    batch,
    warn: [...warnings(parcel, weighed), ...bare, ...adjustWarning(tx, adjusted)],
    follow: moved,
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

/**
 * What scale and tape measured of a parcel: grams and millimetres, null where nothing was measured.
 */
export interface Measures {
  grams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}
interface Typed {
  weightKg?: string | undefined
  lengthCm?: string | undefined
  widthCm?: string | undefined
  heightCm?: string | undefined
}

/** Limits that hold for one parcel; value and pieces belong to the order. */
const OF_A_PARCEL = ['1', '2', '3', '4', '5']

/**
 * Reads the measures of a scan; null where there are none. A size needs all three sides, and
 * nothing weighs or measures zero.
 */
export function measuresOf(typed: Typed): Measures | null {
  const issues: RawIssue[] = []
  const above = (path: keyof Typed, convert: (text: string) => number | null) => {
    const text = typed[path]
    if (text === undefined) return null
    const value = convert(text)
    if (!value) issues.push({ path, code: 'field.tooSmall' })
    return value
  }
  const grams = above('weightKg', kgToGrams)
  const sides = (['lengthCm', 'widthCm', 'heightCm'] as const).map(
    (path) => [path, above(path, cmToMm)] as const,
  )
  const given = sides.filter(([path]) => typed[path] !== undefined).length
  if (given > 0 && given < 3)
    for (const [path] of sides)
      if (typed[path] === undefined) issues.push({ path, code: 'field.required' })
  if (issues.length > 0) failFields(issues)
  const [lengthMm = null, widthMm = null, heightMm = null] = sides.map(([, value]) => value)
  return grams === null && lengthMm === null ? null : { grams, lengthMm, widthMm, heightMm }
}

export interface Weighed {
  patch: {
    measuredWeight: number | null
    measuredLength: number | null
    measuredWidth: number | null
    measuredHeight: number | null
    volumeWeight: number
    chargeableWeight: number
  }
  broken: RatingIssue[]
}

/**
 * The weights that follow from new measures by the service's rule (domain §3.4), and the limits
 * they break.
 */
export function weighParcel(parcel: LockedParcel, measures: Measures, tariff: Tariff): Weighed {
  const sized = measures.lengthMm !== null
  const now = {
    measuredWeight: measures.grams ?? parcel.measuredWeight,
    measuredLength: sized ? measures.lengthMm : parcel.measuredLength,
    measuredWidth: sized ? measures.widthMm : parcel.measuredWidth,
    measuredHeight: sized ? measures.heightMm : parcel.measuredHeight,
  }
  const rated = ratingParcel({ ...parcel, ...now })
  const weight = chargeableWeight([rated], tariff.weight)
  const broken = checkValidity(
    { parcels: [rated] },
    tariff.rules.filter((rule) => OF_A_PARCEL.includes(rule.validType)),
    tariff.fees[0]?.currency ?? 'EUR',
  )
  return {
    patch: { ...now, volumeWeight: weight.volumetric, chargeableWeight: weight.chargeable },
    broken,
  }
}

/**
 * Measured weight is off the declared one by more than a tenth and more than 100 g: a user should
 * look.
 */
export function isOffWeight(declared: number, measured: number): boolean {
  const off = Math.abs(measured - declared)
  return off > 100 && off * 10 > declared
}
