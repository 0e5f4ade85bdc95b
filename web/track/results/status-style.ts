import type { PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import {
  TRACK,
  TRACK_STATUSES,
  isTrackStatus,
  statusKey,
  subKey,
} from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackTone } from '#contracts/tracking/tracking.states.ts'
import { trackingIconOf } from '#contracts/kit/tracking-looks.ts'
import type { IconName } from '../icons.tsx'
import { t, tOrNull } from '../texts.ts'

export type StatusStyle = { tone: TrackTone; icon: IconName; step: number }

/** The steps of the bar; a status counts towards the step it proves. */
export const STEPS = ['registered', 'depot', 'carrier', 'delivery', 'delivered'] as const

// The others prove none: a problem or an end may come anywhere.
const STATUS_STEPS: Partial<Record<TrackStatus, number>> = {
  [TRACK.INFO_RECEIVED]: 1,
  [TRACK.RECEIVED]: 2,
  [TRACK.OUTBOUND]: 2,
  [TRACK.ACCEPTED]: 3,
  [TRACK.IN_TRANSIT]: 3,
  [TRACK.CUSTOMS]: 3,
  [TRACK.OUT_FOR_DELIVERY]: 4,
  [TRACK.READY_FOR_PICKUP]: 4,
  [TRACK.ATTEMPT_FAILED]: 4,
  [TRACK.DELIVERED]: 5,
}

/** Tone from the one table all screens use; a status newer than this page looks neutral. */
export function statusStyleOf(status: number): StatusStyle {
  if (!isTrackStatus(status)) return { tone: 'idle', icon: 'clock', step: 0 }
  return {
    tone: TRACK_STATUSES[status].tone,
    icon: trackingIconOf(status) ?? 'clock',
    step: STATUS_STEPS[status] ?? 0,
  }
}

/** How far the parcel came: a return or a problem keeps the furthest step reached. */
export function stepOf(item: PublicTrackItem): number {
  if (item.status === TRACK.DELIVERED) return STEPS.length
  const reached = [item.status ?? TRACK.PENDING, ...item.events.map((event) => event.status)].map(
    (status) => statusStyleOf(status).step,
  )
  // A delivery the carrier took back must not show as done.
  return Math.max(0, ...reached.filter((step) => step < STEPS.length))
}

export const statusText = (status: number): string => t(statusKey(status))

/** The finer word; null where there is none. */
export const subStatusText = (sub: string | null | undefined): string | null =>
  sub ? tOrNull(subKey(sub)) : null
