import { expect, test } from 'vitest'
import { deliveryNumberList, deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { openHook, parcelRow, pollAfter, sendParcel, setPolling } from '../tracking.fixture.ts'
import { recogniseCourier, type KnownCourier } from './recognise-courier.ts'

const world = useWorld()
const list = deliveryNumberList.endpoints

const rowOf = async (trackNo: string, role = 'service') => {
  const client = await world().as(role as 'service')
  const { records } = await client.call(list.list, { trackNo } as never)
  return records[0] as unknown as Record<string, never> & { id: string; version: number }
}

test('every number is listed with who is asked for it; each verb answers row by row', async () => {
  await setPolling(world(), true)
  const service = await world().as('service')
  const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
  const row = await rowOf(parcel.trackNo)
  expect(row).toMatchObject({
    trackNo: parcel.trackNo,
    courier: 'DHL',
    leg: 1,
    state: 'polled',
    shipmentParcelId: parcel.id,
    userId: world().customerId,
  })
  await pollAfter(world(), parcel, 20)
  expect((await rowOf(parcel.trackNo)).polledAt).toBeTruthy()

  const stopped = await service.call(deliveryNumbers.stop, { ids: [row.id] })
  expect(stopped).toMatchObject({ done: 1, failed: 0 })
  expect(await rowOf(parcel.trackNo)).toMatchObject({ state: 'stopped', nextPollAt: null })
  expect((await parcelRow(world(), parcel.id)).next_poll_at).toBeNull()
  const refused = await service.call(deliveryNumbers.refresh, {
    ids: [row.id, '9223372036854775807'],
  })
  expect(refused.rows.map(({ ok, code }) => [ok, code])).toEqual([
    [false, 'number.stopped'],
    [false, 'row.missing'],
  ])
  await service.call(deliveryNumbers.restart, { ids: [row.id] })
  expect(await rowOf(parcel.trackNo)).toMatchObject({ state: 'polled' })
  expect((await service.call(deliveryNumbers.refresh, { ids: [row.id] })).done).toBe(1)
})

test('another courier, a third number, and a further leg are followed and kept', async () => {
  await setPolling(world(), true)
  const service = await world().as('service')
  const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
  const row = await rowOf(parcel.trackNo)
  const other = await service.call(deliveryNumbers.changeCourier, {
    ids: [row.id],
    courier: 'DPD',
  })
  expect(other.done).toBe(1)
  expect(await rowOf(parcel.trackNo)).toMatchObject({ courier: 'DPD', state: 'quiet' })
  const nobody = await service.call(deliveryNumbers.changeCourier, {
    ids: [row.id],
    courier: 'NOBODY',
  })
  expect(nobody).toMatchObject({ done: 0, failed: 1 })

  const { version } = await rowOf(parcel.trackNo)
  const third = await service.call(deliveryNumbers.setThird, {
    id: row.id,
    version,
    thirdId: 'SUP-1',
    thirdMark: 'A',
  })
  expect(third).toMatchObject({ thirdId: 'SUP-1', thirdMark: 'A' })
  // Customer service finds the parcel by the supplier's number as well.
  expect(await service.call(tracking.search, { nos: ['SUP-1'] })).toMatchObject([
    { found: true, parcelId: parcel.id, trackNo: parcel.trackNo },
  ])
  const stale = await service.post(deliveryNumbers.setThird.path, {
    id: row.id,
    version,
    thirdId: 'SUP-2',
  })
  expect(stale.error).toBe('row.stale')

  const leg = await service.call(deliveryNumbers.addLeg, {
    id: row.id,
    trackNo: '7166 4915 3647',
    courier: 'GLS',
    handedAt: new Date(parcel.leftAt + 3_600_000).toISOString(),
    place: 'Neuenstein',
  })
  expect(leg).toMatchObject({ trackNo: '716649153647', leg: 2, courier: 'GLS' })
  const again = await service.post(deliveryNumbers.addLeg.path, {
    id: row.id,
    trackNo: '716649153647',
    courier: 'GLS',
    handedAt: new Date(parcel.leftAt + 3_600_000).toISOString(),
  })
  expect(again.error).toBe('number.known')
  const history = await service.call(deliveryNumbers.history, { id: String(leg.id) })
  expect(history.legs.map(({ trackNo, courier }) => [trackNo, courier])).toEqual([
    [parcel.trackNo, 'DPD'],
    ['716649153647', 'GLS'],
  ])
  expect(history.events.find(({ sub }) => sub === 'handed_to_partner')).toMatchObject({
    status: 40,
    place: 'Neuenstein',
    rawText: 'GLS 716649153647',
  })
  expect(
    history.changes.flatMap(({ fields }) => fields.map(({ name, after }) => [name, after])),
  ).toEqual(
    expect.arrayContaining([
      ['courierCode', 'DPD'],
      ['thirdId', 'SUP-1'],
    ]),
  )
  const added = await service.call(deliveryNumbers.addEvent, {
    id: String(leg.id),
    status: 80,
    sub: 'delayed_other',
    at: new Date().toISOString(),
  })
  expect(added[0]).toMatchObject({ status: 80, source: 'manual' })
  expect((await service.call(tracking.search, { nos: ['716649153647'] }))[0]).toMatchObject({
    parcelId: parcel.id,
  })
})

test('a push of the second carrier reaches the parcel, and the list shows when', async () => {
  const hook = await openHook(world())
  const service = await world().as('service')
  const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
  const row = await rowOf(parcel.trackNo)
  const second = `0034043490${String(Date.now()).slice(-10)}`
  await service.call(deliveryNumbers.changeCourier, { ids: [row.id], courier: 'DPD' })
  await service.call(deliveryNumbers.addLeg, {
    id: row.id,
    trackNo: second,
    courier: 'DHL',
    handedAt: new Date(parcel.leftAt + 3_600_000).toISOString(),
  })
  const push = await world().anonymous.raw('POST', hook.path, {
    headers: hook.headers,
    body: {
      scope: 'subscription.push',
      shipments: [
        {
          id: second,
          service: 'parcel-de',
          events: [{ timestamp: new Date().toISOString(), statusCode: 'transit', status: 'EE' }],
        },
      ],
    },
  })
  expect(push.status).toBe(200)
  await expect.poll(async () => (await rowOf(second)).pushedAt).toBeTruthy()
  const found = await service.call(tracking.events, { parcelId: parcel.id })
  expect(found.find(({ source }) => source === 'push')).toMatchObject({ sub: 'arrived' })
})

test('no user reaches numbers of others', async () => {
  const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
  const trackNo = order.parcels[0]!.trackNo!
  const { id } = await rowOf(trackNo)
  const stranger = await world().otherTenantUser()
  const history = await stranger.get(deliveryNumbers.history.path, { id })
  expect([403, 404]).toContain(history.status)
  const customer = await world().as('customer')
  expect((await customer.get(list.list.path, {})).status).toBe(403)
})

const courier = (code: string, numberPattern: string | null = null): KnownCourier => ({
  code,
  name: code,
  adapter: code.toLowerCase(),
  numberPattern,
})
const OURS = [
  courier('DHL', '^00340\\d{15}$|^\\d{12}$'),
  courier('GLS', '^\\d{12}$|^[A-Z0-9]{8}$'),
  courier('UPS', '^1Z[0-9A-Z]{16}$'),
]

test.each([
  ['00340434292135100124', 'DHL', 'high'],
  ['716649153647', 'GLS', 'high'],
  ['1Z5R89390357567127', 'UPS', 'high'],
  ['716649153648', 'DHL', 'low'],
])('the courier of a number: %s', (no, code, confidence) => {
  expect(recogniseCourier(no, OURS)[0]).toMatchObject({ courier: code, confidence })
})

test('alternatives follow, also of carriers that are not ours', () => {
  expect(recogniseCourier('716649153647', OURS).map((one) => one.courier)).toContain('DHL')
  expect(recogniseCourier('RB123456785GB', OURS)[0]).toMatchObject({
    courier: null,
    carrier: 's10',
    confidence: 'high',
  })
  expect(recogniseCourier('x', OURS)).toEqual([])
  expect(recogniseCourier('1'.repeat(20_000), OURS)).toEqual([])
})
