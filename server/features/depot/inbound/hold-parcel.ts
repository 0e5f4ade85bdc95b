import { parcelHeld, parcelReleased } from '#contracts/depot/scans.events.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { intoParcel } from '#contracts/depot/inbound.ts'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import { mayMove, PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  type LockedParcel,
  lockParcels,
  moveParcels,
  type ParcelPatch,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { readParcel } from '#server/features/depot/scans/index.ts'

/** Keeps a parcel back, with the reason the next scan shows. */
export function holdParcel(
  ctx: Ctx,
  { parcelId, reason }: In<typeof intoParcel.hold>,
): Promise<ScannedParcel> {
  return turn(
    ctx,
    parcelId,
    PARCEL.HELD,
    'parcel.notHoldable',
    { heldReason: reason },
    (tx, parcel) =>
      tx.emit(parcelHeld, {
        parcelIds: [parcelId],
        depotId: parcel.depotId,
        reason,
        at: nowIso(),
      }),
  )
}

export function releaseParcel(
  ctx: Ctx,
  { parcelId }: In<typeof intoParcel.release>,
): Promise<ScannedParcel> {
  return turn(
    ctx,
    parcelId,
    PARCEL.RECEIVED,
    'parcel.notHeld',
    { heldReason: null },
    (tx, parcel) =>
      tx.emit(parcelReleased, {
        parcelIds: [parcelId],
        depotId: parcel.depotId,
        at: nowIso(),
      }),
  )
}

function turn(
  ctx: Ctx,
  parcelId: string,
  to: ParcelState,
  refusal: ErrorCode,
  patch: ParcelPatch,
  notify: (tx: Tx, parcel: LockedParcel) => Promise<void>,
): Promise<ScannedParcel> {
  return inTx(ctx, async (tx) => {
    const [parcel] = await lockParcels(tx, [parcelId])
    if (!parcel) failMissing()
    const from =
      to === PARCEL.RECEIVED
        ? parcel.parcelStatus === PARCEL.HELD
        : mayMove(parcel.parcelStatus, to)
    if (!from) {
      const texts = await dictTexts(tx)
      fail(refusal, {
        status: texts('parcel_status', String(parcel.parcelStatus)),
        label: parcel.trackNo ?? parcel.serialNumber,
      })
    }
    await moveParcels(tx, [parcelId], to, patch)
    await notify(tx, parcel)
    return readParcel(tx, parcelId)
  })
}
