import type { ParcelState } from '#contracts/orders/shipments.states.ts'
import { moveParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { TrackState } from './fold.ts'
import { parcelEffect } from './parcel-effect.ts'

interface Followed {
  id: string
  state: TrackState
  question: string | null
}

/**
 * Moves parcels where their carrier's news leads, step by legal step, all that take the same step together. News the
 * parcel's life does not provide for moves nothing: the question is put before a person.
 */
export async function followCarrier(
  tx: Tx,
  held: ReadonlyMap<string, { parcelStatus: number }>,
  parcels: readonly Followed[],
): Promise<void> {
  let ways: { id: string; steps: readonly number[] }[] = []
  for (const parcel of parcels) {
    const effect = parcelEffect(held.get(parcel.id)?.parcelStatus ?? 0, parcel.state)
    parcel.question = effect.do === 'ask' ? effect.question : null
    if (effect.do === 'move') ways.push({ id: parcel.id, steps: effect.steps })
  }
  while (ways.length > 0) {
    for (const [to, group] of Map.groupBy(ways, ({ steps }) => steps[0])) {
      if (to !== undefined)
        await moveParcels(
          tx,
          group.map(({ id }) => id),
          to as ParcelState,
        )
    }
    ways = ways
      .map(({ id, steps }) => ({ id, steps: steps.slice(1) }))
      .filter(({ steps }) => steps.length > 0)
  }
}
