import {
  POLL,
  TRACK,
  TRACK_STATUSES,
  type TrackStatus,
  type TrackSub,
} from '#contracts/tracking/tracking.states.ts'
import type { TrackState } from '../events/derive-tracking-status.ts'

export interface PollFacts {
  status: TrackStatus
  /** Newest news of the carrier (TrackState.lastCarrierAt); null = it has never sent any. */
  lastCarrierAt: string | null
  /** Where the offset is unknown: TrackState.lastCarrierAt, which is near enough. */
  deliveredAt: string | null
  /** Registration, or the last time a person started the polling again. */
  pollingSince: string
  /** Last answer of the carrier, found or not found; null = never asked. */
  lastPolledAt: string | null
  /** Failures in a row since then. */
  failures: number
  /** The carrier's Retry-After, if the last call failed with one. */
  retryAfterMs?: number
  plan?: CourierPlan
}

/** Hours of a courier in place of those of the rule: announced, moving, waiting, on the van. */
export type CourierPlan = readonly [
  early: number | null,
  moving: number | null,
  waiting: number | null,
  van: number | null,
]
/** What each stands in for. */
const RULE_HOURS = [12, 4, 6, 1] as const

export type PollPlan =
  | { do: 'poll'; at: string }
  | { do: 'stop' }
  | {
      do: 'expire'
      status: typeof TRACK.EXPIRED
      sub: Extract<TrackSub, 'no_update_30d' | 'never_found_15d'>
    }

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Rule 5: when the carrier is asked next (UTC, never before `now`), or that it is not asked any
 * more.
 */
export function nextPoll(facts: PollFacts, now: string): PollPlan {
  const present = Date.parse(now)
  const requested = facts.lastPolledAt === null ? null : Date.parse(facts.lastPolledAt)
  const plan = (time: number): PollPlan => ({
    do: 'poll',
    at: new Date(Math.max(time, present)).toISOString(),
  })

  if (facts.status === TRACK.DELIVERED && facts.deliveredAt !== null) {
    const lastLook = Date.parse(facts.deliveredAt) + POLL.afterDeliveryHours * HOUR
    if (requested !== null && requested >= lastLook) return { do: 'stop' }
    return plan(
      facts.failures > 0
        ? Math.max(lastLook, present + backOff(POLL.afterDeliveryHours, facts))
        : lastLook,
    )
  }
  const rule = TRACK_STATUSES[facts.status].pollHours
  if (rule === null) return { do: 'stop' }
  const hours = facts.plan?.[RULE_HOURS.indexOf(rule)] ?? rule

  const watched = Date.parse(facts.pollingSince)
  if (facts.lastCarrierAt === null) {
    if (present - watched >= POLL.neverFoundDays * DAY)
      return { do: 'expire', status: TRACK.EXPIRED, sub: 'never_found_15d' }
  } else if (
    present - Math.max(watched, Date.parse(facts.lastCarrierAt)) >=
    POLL.noUpdateDays * DAY
  ) {
    return { do: 'expire', status: TRACK.EXPIRED, sub: 'no_update_30d' }
  }
  if (facts.failures > 0) return plan(present + backOff(hours, facts))
  return plan(requested === null ? present : requested + hours * HOUR)
}

/**
 * Twice the interval for each failure in a row, up to a day, where it is shorter; a longer Retry-After is respected.
 */
function backOff(hours: number, facts: PollFacts): number {
  const doubled = hours * HOUR * 2 ** Math.min(facts.failures, 10)
  const capped = Math.min(doubled, POLL.backOffMaxHours * HOUR)
  return Math.max(hours * HOUR, capped, facts.retryAfterMs ?? 0)
}

/** What the plan of polls needs to know of a parcel. */
export interface PolledParcel {
  /** Out of our hands, and with a carrier that is asked. */
  watched: boolean
  pollingSince: string
  lastPolledAt: string | null
  pollFailures: number
  /** The simulator's pace for this number; null for a real carrier. */
  speed: number | null
  plan?: CourierPlan
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
      ...(parcel.plan ? { plan: parcel.plan } : {}),
    },
    now,
  )
  if (plan.do === 'stop') return { at: null }
  if (plan.do === 'expire') return { expire: plan.sub }
  if (parcel.speed === null) return { at: plan.at }
  const wait = (Date.parse(plan.at) - Date.parse(now)) / parcel.speed
  return { at: new Date(Date.parse(now) + wait).toISOString() }
}
