import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { carriers } from '#contracts/carriers/carriers.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { script } from '#server/features/carriers/carriers/index.ts'
import { useWorld } from '#test/harness.ts'
import {
  codesOf,
  eventually,
  openHook,
  parcelRow,
  publicItem,
  sendParcel,
  setPolling,
  type SentParcel,
} from '../tracking.fixture.ts'

const world = useWorld()
const KEY = 'seventeen-key-of-the-suite'
const HOUR = 3_600_000
const CODES: Readonly<Record<string, string>> = {
  VA: 'InfoReceived',
  ES: 'InTransit_PickedUp',
  AE: 'InTransit_PickedUp',
  PO: 'OutForDelivery_Other',
  ZU: 'Delivered_Other',
}

beforeEach(() => setPolling(world(), false))

const journeyOf = (parcel: SentParcel) =>
  script(
    parcel.trackNo,
    {
      startedAt: new Date(parcel.leftAt + 1000).toISOString(),
      depot: { city: 'Köln', country: 'DE' },
      destination: { city: 'Zenting', country: 'DE' },
    },
    new Date(parcel.leftAt + 500 * HOUR).toISOString(),
  )

/** The same story as 17TRACK collects it, in words of its own. */
const collected = (parcel: SentParcel) =>
  JSON.stringify({
    event: 'TRACKING_UPDATED',
    data: {
      number: parcel.trackNo,
      carrier: 7041,
      track_info: {
        tracking: {
          providers: [
            {
              events: journeyOf(parcel).map(({ timestamp, status, location }) => ({
                time_iso: timestamp.replace('Z', '+00:00'),
                time_utc: timestamp,
                description: `Event ${status}`,
                location: location.address.addressLocality,
                sub_status: CODES[status] ?? 'InTransit_Other',
              })),
            },
          ],
        },
      },
    },
  })

async function collector() {
  const staff = await world().as('manager')
  const found = await world().db.pool.query<{ id: string }>(
    `select id from courier where tenant_id = $1 and code = '17TRACK'`,
    [world().tenantId],
  )
  const { hookPath, hookHeader } = await staff.call(carriers.setSecret, {
    id: found.rows[0]!.id,
    apiKey: KEY,
  })
  return (body: string, key = KEY) =>
    world().anonymous.post(hookPath, JSON.parse(body), {
      [hookHeader]: createHash('sha256').update(`${body}/${key}`).digest('hex'),
    })
}
const read = () =>
  eventually(
    async () =>
      (
        await world().db.pool.query(
          `select 1 from carrier_push where tenant_id = $1 and state = 'new'`,
          [world().tenantId],
        )
      ).rowCount === 0,
  )

test('17TRACK and DHL report one parcel in any order: each scan once, by DHL; staff see both', async () => {
  const push17 = await collector()
  const { path, headers } = await openHook(world())
  const parcels = [
    await sendParcel(world(), 0, { daysAgo: 20 }),
    await sendParcel(world(), 0, { daysAgo: 20 }),
    await sendParcel(world(), 0, { daysAgo: 20 }),
  ] as const
  const [direct, first, last] = parcels
  const pushDhl = (parcel: SentParcel) =>
    world().anonymous.post(
      path,
      {
        scope: 'subscription.push',
        shipments: [{ id: parcel.trackNo, service: 'parcel-de', events: journeyOf(parcel) }],
      },
      headers,
    )
  expect(await push17(collected(first), 'another key')).toMatchObject({ status: 401 })
  await pushDhl(direct)
  expect(await push17(collected(first))).toMatchObject({ status: 200, success: true })
  await read()
  expect((await parcelRow(world(), first.id)).tracking_status).toBe(70)
  await pushDhl(first)
  await pushDhl(last)
  await read()
  await push17(collected(last))
  await push17(collected(first))
  await read()
  const wanted = codesOf(await publicItem(world(), direct.trackNo))
  for (const parcel of [first, last]) {
    expect(codesOf(await publicItem(world(), parcel.trackNo))).toBe(wanted)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      parcel_status: PARCEL.DELIVERED,
      tracking_status: 70,
    })
    const staff = await world().as('manager')
    const events = await staff.call(tracking.events, { parcelId: parcel.id })
    const other = events.filter(({ courier }) => courier === '17TRACK')
    expect(other).toHaveLength(journeyOf(parcel).length)
    expect(other.every(({ repeated }) => repeated)).toBe(true)
    expect(events.some(({ courier, repeated }) => courier === 'DHL' && repeated)).toBe(false)
    const customer = await world().as('customer')
    const seen = await customer.call(tracking.events, { parcelId: parcel.id })
    expect(seen.some(({ courier }) => courier === '17TRACK')).toBe(false)
  }
})
