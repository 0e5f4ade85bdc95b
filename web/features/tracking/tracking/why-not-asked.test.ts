import { expect, it } from 'vitest'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { T } from '../../../kit/text/i18n.ts'
import { whyNotAsked } from './why-not-asked.ts'

const t = ((key: string, { status = '' }: { status?: string } = {}) => `${key} ${status}`) as T

it.each([
  [TRACK.DELIVERED, 'N1', 'ended'],
  [TRACK.EXPIRED, 'N1', 'ended'],
  [TRACK.PENDING, null, 'noNumber'],
  [TRACK.IN_TRANSIT, 'N1', 'courier'],
])('status %s with number %s: %s', (trackingStatus, trackNo, why) => {
  const of = { trackingStatus, trackNo, trackingStatus_dictText: 'Delivered' }
  expect(whyNotAsked(of, t)).toContain(`parcel.notPolled.${why}`)
})
