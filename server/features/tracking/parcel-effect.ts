import { TRACK } from '#contracts/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking.states.ts'

/** The parcel states a carrier's news can start from or lead to (domain 3.2). */
export const CARRIER_PARCEL = {
  LABELLED: 30,
  OUTBOUND: 70,
  IN_TRANSIT: 80,
  EXCEPTION: 82,
  RETURNING: 85,
  RETURNED: 88,
  DELIVERED: 90,
  DESTROYED: -30,
} as const

const P = CARRIER_PARCEL

/** The part of the table of transitions that a carrier may drive; LOST and the rest are decided by people. */
const MOVES: ReadonlyMap<number, readonly number[]> = new Map([
  [P.LABELLED, [P.IN_TRANSIT]],
  [P.OUTBOUND, [P.IN_TRANSIT, P.DELIVERED, P.EXCEPTION, P.RETURNING]],
  [P.IN_TRANSIT, [P.EXCEPTION, P.DELIVERED, P.RETURNING, P.DESTROYED]],
  [P.EXCEPTION, [P.IN_TRANSIT, P.DELIVERED, P.RETURNING, P.DESTROYED]],
  [P.RETURNING, [P.RETURNED]],
])

/** Why a person has to look: news that the life of a parcel does not provide for. */
export type ParcelQuestion =
  /** The carrier moves what our books still have in the depot, or what has no label. */
  | 'notHandedOver'
  /** Back after delivery: only through a return case. */
  | 'returnCase'
  /** Damage told after delivery. */
  | 'damageAfterDelivery'
  /** The carrier took the delivery back. */
  | 'deliveryTakenBack'
  /** News of a parcel that is returned, cancelled, destroyed or lost in our books. */
  | 'ended'
  | 'deliveredWhileReturning'

export type ParcelEffect =
  | { do: 'nothing' }
  /** Legal steps in order, the last is the new state. */
  | { do: 'move'; steps: number[] }
  | { do: 'ask'; question: ParcelQuestion }

const nothing: ParcelEffect = { do: 'nothing' }
const ask = (question: ParcelQuestion): ParcelEffect => ({ do: 'ask', question })

/**
 * What a folded tracking status does to a parcel. Steps that the carrier never reported are put in
 * (LABELLED to DELIVERED goes through IN_TRANSIT), so that every single move is a legal one.
 */
export function parcelEffect(parcelState: number, track: { status: TrackStatus; sub: TrackSub }): ParcelEffect {
  const target = targetOf(track.status, track.sub)
  if (target === null || target === parcelState) return nothing
  const steps = wayTo(parcelState, target)
  if (steps) return { do: 'move', steps }
  if (parcelState === P.DELIVERED) {
    if (target === P.RETURNING || target === P.RETURNED) return ask('returnCase')
    return ask(target === P.EXCEPTION && track.sub === 'damaged' ? 'damageAfterDelivery' : 'deliveryTakenBack')
  }
  // A parcel on its way back moves and stops like any other: it is still on its way back.
  if (parcelState === P.RETURNING) return target === P.DELIVERED ? ask('deliveredWhileReturning') : nothing
  return ask(parcelState < 0 || parcelState === P.RETURNED ? 'ended' : 'notHandedOver')
}

/** Null: nothing that concerns the parcel's state. */
function targetOf(status: TrackStatus, sub: TrackSub): number | null {
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
      // Back in our own depot is for the returns scan to say: it has the parcel in hand, and charges for it.
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
function wayTo(from: number, target: number): number[] | null {
  const ways: number[][] = (MOVES.get(from) ?? []).map((next) => [next])
  const seen = new Set([from])
  for (const way of ways) {
    const end = way.at(-1) ?? from
    if (end === target) return way
    if (seen.has(end)) continue
    seen.add(end)
    for (const next of MOVES.get(end) ?? []) ways.push([...way, next])
  }
  return null
}
