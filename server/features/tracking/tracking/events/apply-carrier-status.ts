import type { ParcelState } from '#contracts/orders/shipments.states.ts'
import { moveParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { TrackState } from './derive-tracking-status.ts'
import { parcelEffect } from './parcel-effect.ts'

interface AppliedStatus {
  id: string
  state: TrackState
  question: string | null
}

/**
 * Moves parcels where their carrier's news leads, step by legal step, all that take the same step
 * together. News the parcel's life does not provide for moves nothing: the question is put before a
 * person.
 */
export async function applyCarrierStatus(
  tx: Tx,
  locked: ReadonlyMap<string, { parcelStatus: number }>,
  parcels: readonly AppliedStatus[],
): Promise<void> {
  let transitions: { id: string; steps: readonly number[] }[] = []
  for (const parcel of parcels) {
    const effect = parcelEffect(locked.get(parcel.id)?.parcelStatus ?? 0, parcel.state)
    parcel.question = effect.do === 'ask' ? effect.question : null
    if (effect.do === 'move') transitions.push({ id: parcel.id, steps: effect.steps })
  }
  while (transitions.length > 0) {
    for (const [to, group] of Map.groupBy(transitions, ({ steps }) => steps[0])) {
      if (to !== undefined)
        await moveParcels(
          tx,
          group.map(({ id }) => id),
          to as ParcelState,
        )
    }
    transitions = transitions
      .map(({ id, steps }) => ({ id, steps: steps.slice(1) }))
      .filter(({ steps }) => steps.length > 0)
  }
}
