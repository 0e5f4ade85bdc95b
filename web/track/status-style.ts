import type { PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import {
  TRACK,
  TRACK_STATUSES,
  isTrackStatus,
  statusKey,
  subKey,
} from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackTone } from '#contracts/tracking/tracking.states.ts'
import type { IconName } from './icons.tsx'
import { t, tOrNull } from './texts.ts'

export type StatusStyle = { tone: TrackTone; icon: IconName; step: number }

/** The steps of the bar; a status counts towards the step it proves. */
export const STEPS = ['registered', 'depot', 'carrier', 'delivery', 'delivered'] as const

// Step 0 proves none: a problem or an end may come anywhere.
const STATUS_STYLES: Record<TrackStatus, [icon: IconName, step: number]> = {
  [TRACK.PENDING]: ['clock', 0],
  [TRACK.INFO_RECEIVED]: ['label', 1],
  [TRACK.RECEIVED]: ['depot', 2],
  [TRACK.OUTBOUND]: ['plane', 2],
  [TRACK.ACCEPTED]: ['box', 3],
  [TRACK.IN_TRANSIT]: ['truck', 3],
  [TRACK.CUSTOMS]: ['shield', 3],
  [TRACK.OUT_FOR_DELIVERY]: ['truck', 4],
  [TRACK.READY_FOR_PICKUP]: ['pin', 4],
  [TRACK.ATTEMPT_FAILED]: ['alert', 4],
  [TRACK.DELIVERED]: ['check', 5],
  [TRACK.EXCEPTION]: ['alert', 0],
  [TRACK.RETURNING]: ['back', 0],
  [TRACK.RETURNED]: ['back', 0],
  [TRACK.DESTROYED]: ['cross', 0],
  [TRACK.CANCELLED]: ['cross', 0],
  [TRACK.EXPIRED]: ['clock', 0],
}

/** Tone from the one table all screens use; a status newer than this page looks neutral. */
export function statusStyleOf(status: number): StatusStyle {
  if (!isTrackStatus(status)) return { tone: 'idle', icon: 'clock', step: 0 }
  const [icon, step] = STATUS_STYLES[status]
  return { tone: TRACK_STATUSES[status].tone, icon, step }
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
