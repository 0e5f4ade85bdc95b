import { expect, test } from 'vitest'
import { testTrack } from '#contracts/tracking/test-track.ts'
import { trackResults } from '#contracts/tracking/track-results.ts'
import { useWorld } from '#test/harness.ts'
import { openHook, parcelRow, publicItem, sendParcel, setPolling } from '../tracking.fixture.ts'

const world = useWorld()
const HOUR = 3_600_000

const pushed = (trackNo: string, status: string, at: number) => ({
  courier: 'dhl' as const,
  payload: {
    shipments: [
      {
        id: trackNo,
        service: 'parcel-de',
        events: [
          {
            timestamp: new Date(at).toISOString(),
            statusCode: 'transit',
            status,
            location: { address: { addressLocality: 'Bonn', countryCode: 'DE' } },
          },
        ],
      },
    ],
  },
})

test('a carrier’s event is corrected: the original is kept, stays out, and the status follows', async () => {
  await setPolling(world(), false)
  const manager = await world().as('manager')
  const parcel = await sendParcel(world(), 0, { daysAgo: 2 })
  await manager.call(testTrack.push, pushed(parcel.trackNo, 'ZU', Date.now() - 3 * HOUR))
  expect((await parcelRow(world(), parcel.id)).tracking_status).toBe(70)
  const { events } = await manager.call(trackResults.query, { no: parcel.trackNo })
  const wrong = events.find(({ status }) => status === 70)!
  const corrected = await manager.call(trackResults.correct, {
    eventId: wrong.id,
    status: 60,
    sub: 'not_home',
    at: new Date(Date.now() - 2 * HOUR).toISOString(),
    place: 'Bonn',
    visibility: 'PUBLIC',
    reason: 'The recipient has not got it',
  })
  expect(corrected.find(({ id }) => id === wrong.id)).toMatchObject({
    cancelled: true,
    cancelReason: 'The recipient has not got it',
    status: 70,
  })
  expect(await parcelRow(world(), parcel.id)).toMatchObject({ tracking_status: 60 })
  expect((await publicItem(world(), parcel.trackNo)).events[0]).toMatchObject({ status: 60 })
  // The carrier repeats itself: the same event is no news, and stays out.
  await manager.call(testTrack.push, pushed(parcel.trackNo, 'NB', Date.now() - 4 * HOUR))
  expect(await parcelRow(world(), parcel.id)).toMatchObject({ tracking_status: 60 })
  const again = await manager.post(trackResults.correct.path, {
    eventId: wrong.id,
    status: 60,
    at: new Date(Date.now() - HOUR).toISOString(),
    visibility: 'PUBLIC',
    reason: 'once more',
  })
  expect(again.error).toBe('tracking.alreadyWithdrawn')
})

test('raw data with the push it came in, and what the public sees', async () => {
  await setPolling(world(), false)
  const manager = await world().as('manager')
  const hook = await openHook(world())
  const parcel = await sendParcel(world(), 0, { daysAgo: 2 })
  const body = { scope: 'subscription.push', ...pushed(parcel.trackNo, 'EE', Date.now()).payload }
  await world().anonymous.raw('POST', hook.path, { headers: hook.headers, body })
  const query = () => manager.call(trackResults.query, { no: parcel.trackNo })
  await expect
    .poll(async () => (await query()).events.some(({ source }) => source === 'push'), {
      timeout: 90_000,
    })
    .toBe(true)
  const event = (await query()).events.find(({ source }) => source === 'push')!
  const { fields, push } = await manager.call(trackResults.raw, { eventId: event.id })
  expect(fields.find(({ name }) => name === 'rawCode')?.value).toBe('EE')
  expect(push).toContain(parcel.trackNo)
  // A push has other customers' parcels too: who only corrects results sees the event alone.
  const service = await world().as('service')
  const less = await service.call(trackResults.raw, { eventId: event.id })
  expect(less).toEqual({ fields, push: null })
  await manager.call(trackResults.setVisible, { eventId: event.id, visible: false })
  expect(
    (await publicItem(world(), parcel.trackNo)).events.map(({ status }) => status),
  ).not.toContain(40)
  const stranger = await world().otherTenantUser()
  expect((await stranger.get(trackResults.raw.path, { eventId: event.id })).status).toBe(404)
  expect((await stranger.call(trackResults.query, { no: parcel.trackNo })).parcels).toEqual([])
  const scan = (await query()).events.find(({ source }) => source === 'scan')!
  const own = await manager.post(trackResults.correct.path, {
    eventId: scan.id,
    status: 60,
    at: new Date().toISOString(),
    visibility: 'PUBLIC',
    reason: 'a scan of ours',
  })
  expect(own.error).toBe('tracking.ownScan')
  expect(
    (await (await world().as('customer')).get(trackResults.query.path, { no: 'x' })).status,
  ).toBe(403)
})
