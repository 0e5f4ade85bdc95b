import type { TrackState } from '../events/derive-tracking-status.ts'
import { nextPoll } from './next-poll.ts'

/** What the plan of polls needs to know of a parcel. */
export interface PolledParcel {
  /** Out of our hands, and with a carrier that is asked. */
  watched: boolean
  pollingSince: string
  lastPolledAt: string | null
  pollFailures: number
  /** The simulator's pace for this number; null for a real carrier. */
  speed: number | null
}

export type Plan = { at: string | null } | { expire: 'no_update_30d' | 'never_found_15d' }

/**
 * When the carrier is asked next (rule 5). The simulator's days are shorter, so it is asked as much
 * sooner.
 */
export function pollSchedule(
  parcel: PolledParcel,
  state: TrackState,
  now: string,
  retryAfterMs?: number,
): Plan {
  if (!parcel.watched) return { at: null }
  const plan = nextPoll(
    {
      status: state.status,
      lastCarrierAt: state.lastCarrierAt,
      deliveredAt: state.deliveredAt ?? (state.delivered ? state.lastCarrierAt : null),
      pollingSince: parcel.pollingSince,
      lastPolledAt: parcel.lastPolledAt,
      failures: parcel.pollFailures,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
    now,
  )
  if (plan.do === 'stop') return { at: null }
  if (plan.do === 'expire') return { expire: plan.sub }
  if (parcel.speed === null) return { at: plan.at }
  const wait = (Date.parse(plan.at) - Date.parse(now)) / parcel.speed
  return { at: new Date(Date.parse(now) + wait).toISOString() }
}
