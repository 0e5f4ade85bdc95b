import type { In } from '#contracts/kit/endpoint.ts'
import { parcelScanUndone } from '#contracts/depot/scans.events.ts'
import type { sorting, SortingResult } from '#contracts/depot/sorting.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import {
  laterEffects,
  lockOwnScan,
  markUndone,
  readParcel,
} from '#server/features/depot/scans/index.ts'
import { lockParcels, moveParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { decideGate } from './find-gate.ts'
import { leavePlace, whyText } from './places.ts'

/** Takes the caller's own confirmation back: the parcel lies in stock, sent to its gate. */
export function undoSort(ctx: Ctx, { scanId }: In<typeof sorting.undo>): Promise<SortingResult> {
  return inTx(ctx, async (tx) => {
    const { scan } = await lockOwnScan(tx, scanId, ['sort'])
    const [parcel] = await lockParcels(tx, [scan.parcelId ?? '0'])
    if (parcel?.parcelStatus !== PARCEL.SORTED || (await laterEffects(tx, scan)).length > 0)
      fail('scan.movedOn')
    await moveParcels(tx, [parcel.id], PARCEL.RECEIVED)
    await leavePlace(tx, parcel.id)
    await markUndone(tx, scan.id)
    await tx.emit(parcelScanUndone, {
      parcelIds: [parcel.id],
      depotId: parcel.depotId,
      station: 'sort',
      at: nowIso(),
    })
    const { gate, sortCode, why } = await decideGate(tx, parcel)
    return {
      scanId,
      parcel: await readParcel(tx, parcel.id),
      warnings: [],
      gate: gate?.code ?? null,
      gateId: gate?.id ?? null,
      gateName: gate?.name ?? null,
      sortCode,
      why: whyText(tx, why),
      confirmed: false,
    }
  })
}
