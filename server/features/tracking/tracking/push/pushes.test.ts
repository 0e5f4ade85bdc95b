import { beforeEach, describe, expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { carriers } from '#contracts/carriers/carriers.ts'
import { script, type UnifiedEvent } from '#server/features/carriers/carriers/index.ts'
import { useWorld } from '#test/harness.ts'
import {
  codesOf,
  eventually,
  openHook,
  parcelRow,
  pollAfter,
  publicItem,
  sendParcel,
  setPolling,
  type SentParcel,
} from '../tracking.fixture.ts'

const world = useWorld()
const place = { city: 'Köln', country: 'DE' }
const HOUR = 3_600_000

const eventsOf = (parcel: SentParcel): UnifiedEvent[] =>
  script(
    parcel.trackNo,
    {
      startedAt: new Date(parcel.leftAt + 1000).toISOString(),
      depot: place,
      destination: { city: 'Zenting', country: 'DE' },
    },
    new Date(parcel.leftAt + 500 * HOUR).toISOString(),
  )
const body = (parcels: readonly { id: string; events: readonly UnifiedEvent[] }[], mark = '') => ({
  scope: 'subscription.push',
  self: `https://api.dhl.com/sub/1${mark}`,
  shipments: parcels.map(({ id, events }) => ({
    id,
    service: 'parcel-de',
    status: events.at(-1),
    events,
  })),
})
const digested = (hash = 0) =>
  eventually(
    async () =>
      (
        await world().db.pool.query(
          `select 1 from carrier_push where tenant_id = $1 and state = 'new'`,
          [world().tenantId],
        )
      ).rowCount === hash,
  )

beforeEach(() => setPolling(world(), false))

describe('what DHL pushes', () => {
  test('any order, any number of times: the same end as in one piece', async () => {
    const { path, headers } = await openHook(world())
    const parcels = [
      await sendParcel(world(), 3, { daysAgo: 20 }),
      await sendParcel(world(), 3, { daysAgo: 20 }),
      await sendParcel(world(), 3, { daysAgo: 20 }),
    ]
    const [whole, single, shuffled] = parcels as [SentParcel, SentParcel, SentParcel]
    const push = async (content: unknown) => {
      const answer = await world().anonymous.post(path, content, headers)
      expect(answer).toMatchObject({ status: 200, success: true })
      return (answer.result as { accepted: number }).accepted
    }
    expect(await push(body([{ id: whole.trackNo, events: eventsOf(whole) }]))).toBe(9)
    for (const event of eventsOf(single))
      await push(body([{ id: single.trackNo, events: [event] }]))
    const late = eventsOf(shuffled)
      .map((event, at) => ({ event, at: (at * 7) % 9 }))
      .toSorted((a, b) => a.at - b.at)
    await Promise.all(
      late.map(({ event }, at) =>
        push(
          body([{ id: shuffled.trackNo, events: [event, late[(at + 3) % 9]!.event] }], `?${at}`),
        ),
      ),
    )
    for (let again = 0; again < 3; again++)
      await push(body([{ id: whole.trackNo, events: eventsOf(whole) }]))
    await digested()
    const histories = await Promise.all(
      parcels.map(async ({ trackNo }) => codesOf(await publicItem(world(), trackNo))),
    )
    expect(histories[0]).toContain('60/not_home 55/parcel_shop 55/parcel_shop 70/shop_collected')
    expect(new Set(histories).size).toBe(1)
    for (const { id } of parcels)
      expect(await parcelRow(world(), id)).toMatchObject({
        parcel_status: PARCEL.DELIVERED,
        tracking_status: 70,
        tracking_sub: 'shop_collected',
      })
    expect(
      (
        await world().db.pool.query(
          'select count(*)::int as n from carrier_push where tenant_id = $1',
          [world().tenantId],
        )
      ).rows[0],
    ).toEqual({ n: 1 + 9 + 9 })
  })

  test('pushed and polled is shown once, though the push lost the leading zeros', async () => {
    const { path, headers } = await openHook(world())
    const parcel = await sendParcel(world(), 0, { daysAgo: 20 })
    await setPolling(world(), true)
    await pollAfter(world(), parcel, 400)
    await setPolling(world(), false)
    const before = codesOf(await publicItem(world(), parcel.trackNo))
    const row = (
      await world().db.pool.query<{ destination_city: string; started_at: string }>(
        'select * from simulator_parcel where number = $1',
        [parcel.trackNo],
      )
    ).rows[0]!
    const reported = script(
      parcel.trackNo,
      {
        startedAt: row.started_at,
        depot: { city: 'Frankfurt am Main', country: 'DE' },
        destination: { city: row.destination_city, country: 'DE' },
      },
      new Date(parcel.leftAt + 400 * HOUR).toISOString(),
    )
    await world().anonymous.post(
      path,
      body([{ id: parcel.trackNo.replace(/^0+/, ''), events: reported }]),
      headers,
    )
    await digested()
    expect(codesOf(await publicItem(world(), parcel.trackNo))).toBe(before)
  })

  test('a delivery taken back is no delivery any more', async () => {
    const { path, headers } = await openHook(world())
    const parcel = await sendParcel(world(), 0, { daysAgo: 20 })
    const events = eventsOf(parcel)
    await world().anonymous.post(path, body([{ id: parcel.trackNo, events }]), headers)
    await eventually(
      async () => (await parcelRow(world(), parcel.id)).parcel_status === PARCEL.DELIVERED,
    )
    const storn = {
      ...events.at(-1)!,
      timestamp: new Date(parcel.leftAt + 40 * HOUR).toISOString().replace(/\.\d+/, ''),
      statusCode: 'transit' as const,
      status: 'STORN',
      description: 'The previous event was a mistake.',
    }
    await world().anonymous.post(path, body([{ id: parcel.trackNo, events: [storn] }]), headers)
    await eventually(
      async () => (await parcelRow(world(), parcel.id)).parcel_status === PARCEL.IN_TRANSIT,
    )
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      tracking_status: 50,
      delivered_at: null,
    })
    expect(codesOf(await publicItem(world(), parcel.trackNo))).not.toContain('70/')
  })

  test('words that name the consignee stay with us', async () => {
    const { path, headers } = await openHook(world())
    const parcel = await sendParcel(world(), 0, { daysAgo: 20 })
    const last = {
      ...eventsOf(parcel).at(-1)!,
      description: 'Delivered to Müller, Hauptstraße 57, phone 0177 7655194.',
    }
    await world().anonymous.post(path, body([{ id: parcel.trackNo, events: [last] }]), headers)
    await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status === 70)
    const text = (
      await world().anonymous.get('/track/query', { nos: parcel.trackNo })
    ).bytes.toString()
    expect(text).not.toMatch(/Müller|Marie|Hauptstra|7655194|buyer@|94579|C001/)
    expect((await publicItem(world(), parcel.trackNo)).events[0]).toMatchObject({
      status: 70,
      text: null,
    })
  })

  test('an unknown number, and one of another tenant, change nothing', async () => {
    const { path, headers } = await openHook(world())
    const parcel = await sendParcel(world(), 0, { daysAgo: 20 })
    await world().anonymous.post(
      path,
      body([{ id: '99999999999999999999', events: eventsOf(parcel) }]),
      headers,
    )
    await digested()
    expect((await parcelRow(world(), parcel.id)).tracking_status).toBe(25)
  })
})

describe('who may push', () => {
  test('a wrong token, none, and an unknown tenant are refused alike', async () => {
    const { path, headers } = await openHook(world())
    const content = body([])
    const refused = await Promise.all([
      world().anonymous.post(path, content),
      world().anonymous.post(path, content, { 'x-hook-token': 'x' }),
      world().anonymous.post(path, content, { 'x-hook-token': `${headers['x-hook-token']}x` }),
      world().anonymous.post('/hooks/dhl/no-such-tenant', content, headers),
    ])
    for (const { status, error, message, result } of refused)
      expect({ status, error, message, result }).toEqual({
        status: 401,
        error: 'hook.denied',
        message: 'Not accepted.',
        result: null,
      })
    expect((await world().anonymous.post(path, [], headers)).code).toBe(400)
    expect(
      (await world().anonymous.post(path, { scope: 'subscription.ready' }, headers)).result,
    ).toEqual({ accepted: 0 })
  })

  test('a token that was forgotten opens nothing', async () => {
    const { path, headers } = await openHook(world())
    const manager = await world().as('manager')
    const id = (
      await world().db.pool.query<{ id: string }>(
        `select id from courier where tenant_id = $1 and code = 'DHL'`,
        [world().tenantId],
      )
    ).rows[0]!.id
    expect((await manager.call(carriers.setSecret, { id, hookToken: '' })).hookToken).toEqual({
      set: false,
      last4: '',
    })
    expect((await world().anonymous.post(path, body([]), headers)).status).toBe(401)
  })
})
