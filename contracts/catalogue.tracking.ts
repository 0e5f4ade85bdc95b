import { courierDesk } from './tracking/courier-desk.ts'
import { deliveryNumberList, deliveryNumbers } from './tracking/delivery-numbers.ts'
import { eventTemplates } from './tracking/event-templates.ts'
import { parcelEvents } from './tracking/parcel-events.ts'
import { parcelPages, recipientMails } from './tracking/parcel-pages.ts'
import { statusMaps } from './tracking/status-maps.ts'
import { testTrack } from './tracking/test-track.ts'
import { trackResults } from './tracking/track-results.ts'
import { carrierHooks, tracking } from './tracking/tracking.ts'

/** Calls of tracking. */
export const trackingCalls = {
  tracking,
  parcelEvents,
  parcelPages,
  deliveryNumbers,
  carrierHooks,
  testTrack,
  trackResults,
  courierDesk,
}

/** Entities of tracking. */
export const trackingLists = [
  statusMaps,
  eventTemplates,
  deliveryNumberList,
  recipientMails,
] as const
