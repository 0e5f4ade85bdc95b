import { isTrackStatus, TRACK, TRACK_STATUSES } from '#contracts/tracking/tracking.states.ts'
import type { T } from '../../../kit/text/i18n.ts'
import type { FoundParcel } from './use-parcel-search.ts'

/** Why no next question to the carrier is planned. */
export function whyNotAsked(
  {
    trackNo,
    trackingStatus,
    trackingStatus_dictText: status,
  }: Pick<FoundParcel, 'trackNo' | 'trackingStatus' | 'trackingStatus_dictText'>,
  t: T,
): string {
  const ended =
    trackingStatus !== null &&
    isTrackStatus(trackingStatus) &&
    (trackingStatus === TRACK.DELIVERED || TRACK_STATUSES[trackingStatus].pollHours === null)
  if (ended) return t('parcel.notPolled.ended', { status })
  return t(trackNo === null ? 'parcel.notPolled.noNumber' : 'parcel.notPolled.courier')
}
