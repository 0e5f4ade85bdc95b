import { ENDED, mayMove, PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import { TRACK, type TrackStatus, type TrackSub } from '#contracts/tracking/tracking.states.ts'
import type { TrackState } from './derive-tracking-status.ts'
import { moveLocked } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

const P = PARCEL

/**
 * From here on a parcel is the carrier's to move; before, the depot has it, and afterwards people
 * decide.
 */
const WITH_CARRIER: readonly number[] = [
  P.LABELLED,
  P.OUTBOUND,
  P.IN_TRANSIT,
  P.EXCEPTION,
  P.RETURNING,
]
/** Where a carrier's news can lead. LOST is set by users only. */
const BY_CARRIER: readonly ParcelState[] = [
  P.IN_TRANSIT,
  P.EXCEPTION,
  P.RETURNING,
  P.RETURNED,
  P.DELIVERED,
  P.DESTROYED,
]

/** Why a person has to look: news that the life of a parcel does not provide for. */
export type ParcelQuestion =
  /** The carrier moves what our books still have in the depot, or what has no label. */
  | 'notHandedOver'
  /** Back after delivery: only through a return case. */
  | 'returnCase'
  /** Damage reported after delivery. */
  | 'damageAfterDelivery'
  /** News of a parcel that is returned, cancelled, destroyed or lost in our books. */
  | 'ended'
  | 'deliveredWhileReturning'

export type ParcelEffect =
  | { do: 'nothing' }
  /** Legal steps in order, the last is the new state. */
  | { do: 'move'; steps: ParcelState[] }
  | { do: 'ask'; question: ParcelQuestion }

const nothing: ParcelEffect = { do: 'nothing' }
const ask = (question: ParcelQuestion): ParcelEffect => ({ do: 'ask', question })

/**
 * What a folded tracking status does to a parcel. Steps that the carrier never reported are put in
 * (LABELLED to DELIVERED goes through IN_TRANSIT), so that every single move is a legal one.
 */
export function parcelEffect(
  parcelState: number,
  track: Pick<TrackState, 'status' | 'sub' | 'delivered' | 'cancelled'>,
): ParcelEffect {
  const target = targetOf(track.status, track.sub)
  if (target === null || target === parcelState) return nothing
  if (parcelState === P.DELIVERED) return afterDelivery(target, track)
  const steps = wayTo(parcelState, target)
  if (steps) return { do: 'move', steps }
  // A parcel on its way back moves and stops like any other: it is still on its way back.
  if (parcelState === P.RETURNING)
    return target === P.DELIVERED ? ask('deliveredWhileReturning') : nothing
  return ask(ENDED.includes(parcelState) ? 'ended' : 'notHandedOver')
}

function afterDelivery(
  target: ParcelState,
  track: Pick<TrackState, 'sub' | 'delivered' | 'cancelled'>,
): ParcelEffect {
  if (target === P.RETURNING || target === P.RETURNED) return ask('returnCase')
  if (!track.delivered && track.cancelled.length > 0 && mayMove(P.DELIVERED, target))
    return { do: 'move', steps: [target] }
  // A delivery proved by paper stands, though the carrier's news may not have caught up with it.
  return track.delivered && track.sub === 'damaged' ? ask('damageAfterDelivery') : nothing
}

/** Null: nothing that concerns the parcel's state. */
function targetOf(status: TrackStatus, sub: TrackSub): ParcelState | null {
  switch (status) {
    case TRACK.ACCEPTED:
    case TRACK.IN_TRANSIT:
    case TRACK.CUSTOMS:
    case TRACK.OUT_FOR_DELIVERY:
    case TRACK.READY_FOR_PICKUP:
    case TRACK.ATTEMPT_FAILED:
      return P.IN_TRANSIT
    case TRACK.DELIVERED:
      return P.DELIVERED
    case TRACK.EXCEPTION:
      return P.EXCEPTION
    case TRACK.RETURNING:
      return P.RETURNING
    case TRACK.RETURNED:
      // Back in our own depot is for the returns scan to report: it has the parcel in hand, and
      // charges for it.
      return sub === 'to_depot' ? P.RETURNING : P.RETURNED
    case TRACK.DESTROYED:
      return P.DESTROYED
    // Our own scans come from the parcel's state and do not lead back to it; a carrier's cancelling
    // is the answer to our revoke, which moves the parcel itself.
    default:
      return null
  }
}

/** Shortest legal way, or null. */
function wayTo(from: number, target: ParcelState): ParcelState[] | null {
  if (!WITH_CARRIER.includes(from)) return null
  const seen = new Set([from])
  const paths: ParcelState[][] = [[]]
  for (const way of paths) {
    const end = way.at(-1) ?? from
    if (end === target) return way
    if (ENDED.includes(end)) continue
    for (const next of BY_CARRIER.filter((state) => !seen.has(state) && mayMove(end, state))) {
      seen.add(next)
      paths.push([...way, next])
    }
  }
  return null
}

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
  locked: ReadonlyMap<string, { shipmentId: string; parcelStatus: number }>,
  parcels: readonly AppliedStatus[],
): Promise<void> {
  let transitions: { id: string; shipmentId: string; from: number; steps: ParcelState[] }[] = []
  for (const parcel of parcels) {
    const { shipmentId, parcelStatus: from } = locked.get(parcel.id)!
    const effect = parcelEffect(from, parcel.state)
    parcel.question = effect.do === 'ask' ? effect.question : null
    if (effect.do === 'move')
      transitions.push({ id: parcel.id, shipmentId, from, steps: effect.steps })
  }
  while (transitions.length > 0) {
    for (const [to, group] of Map.groupBy(transitions, ({ steps }) => steps[0])) {
      if (to === undefined) continue
      const moved = await moveLocked(
        tx,
        group.map(({ id, shipmentId, from }) => ({ id, shipmentId, parcelStatus: from })),
        to,
      )
      await moved()
    }
    transitions = transitions
      .map(({ steps: [to, ...steps], ...one }) => ({ ...one, from: to ?? one.from, steps }))
      .filter(({ steps }) => steps.length > 0)
  }
}
