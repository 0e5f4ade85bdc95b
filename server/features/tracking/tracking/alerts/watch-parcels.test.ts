import { beforeAll, expect, test } from 'vitest'
import { ALERTS, type Alert } from '#contracts/tracking/alerts.ts'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { deliveryNumberList } from '#contracts/tracking/delivery-numbers.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useWorld } from '#test/harness.ts'
import { eventually, sendParcel, systemCtx, type SentParcel } from '../tracking.fixture.ts'
import { watchTenant } from './watch-parcels.ts'

const world = useWorld()
const HOUR = 3_600_000
const rows = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows

let parcel: SentParcel
let keys = 0
/** An event of the carrier, so many hours after it left; the parcel stands as it reports. */
async function scanned(hours: number, status: number) {
  const at = new Date(parcel.leftAt + hours * HOUR).toISOString()
  await rows(
    `insert into tracking_event (tenant_id, parcel_id, event_key, effect, source, courier, status,
         at) values ($1, $2, sha256($3::text::bytea), 'move', 'poll', 'DHL', $4, $5)`,
    [world().tenantId, parcel.id, `alert${++keys}`, status, at],
  )
  await rows('update parcel set tracking_status = $2, last_event_at = $3 where id = $1', [
    parcel.id,
    status,
    at,
  ])
}
const lookAfter = (hours: number) =>
  withClock(
    () => parcel.leftAt + hours * HOUR,
    () => watchTenant(systemCtx(world())),
  )
const open = async () =>
  (
    await rows<{ cause: Alert }>(
      'select cause from track_alert where parcel_id = $1 and cleared_at is null',
      [parcel.id],
    )
  ).map(({ cause }) => cause)
const all = async () =>
  (
    await rows<{ cause: Alert }>('select cause from track_alert where parcel_id = $1 order by id', [
      parcel.id,
    ])
  ).map(({ cause }) => cause)

beforeAll(async () => {
  parcel = await sendParcel(world(), 1)
})

test('each wait is reported once, at its hour, and cleared when it is over', async () => {
  await lookAfter(47)
  expect(await open()).toEqual([])
  await lookAfter(49)
  await lookAfter(60)
  expect(await all()).toEqual(['noFirstScan'])
  await scanned(61, TRACK.IN_TRANSIT)
  await lookAfter(61.5)
  expect(await open()).toEqual([])

  await lookAfter(61 + 73)
  expect(await open()).toEqual(['stuck'])
  await scanned(135, TRACK.CUSTOMS)
  // What customs report in between ends no wait in customs.
  await scanned(200, TRACK.CUSTOMS)
  await lookAfter(230)
  expect(await open()).toEqual([])
  await lookAfter(135 + 97)
  expect(await open()).toEqual(['customs'])

  await scanned(240, TRACK.ATTEMPT_FAILED)
  await lookAfter(263)
  expect(await open()).toEqual([])
  await lookAfter(265)
  expect(await open()).toEqual(['failed'])
  await scanned(266, TRACK.READY_FOR_PICKUP)
  await scanned(300, TRACK.READY_FOR_PICKUP)
  await lookAfter(266 + 121)
  expect(await open()).toEqual(['pickup'])
  await scanned(400, TRACK.IN_TRANSIT)
  await lookAfter(400 + 73)
  expect(await all()).toEqual(['noFirstScan', 'stuck', 'customs', 'failed', 'pickup', 'stuck'])
  await scanned(480, TRACK.DELIVERED)
  await lookAfter(900)
  expect(await open()).toEqual([])
})

test('a carrier’s delivery attempt that is reported late clears nothing that still waits', async () => {
  parcel = await sendParcel(world(), 2)
  await scanned(10, TRACK.IN_TRANSIT)
  await lookAfter(90)
  expect(await open()).toEqual(['stuck'])
  await scanned(5, TRACK.IN_TRANSIT)
  await lookAfter(91)
  expect(await all()).toEqual(['stuck'])
})

test('late parcels are a to-do with its list, and a notice in the reader’s language', async () => {
  parcel = await sendParcel(world(), 3)
  await rows(
    `insert into user_setting (user_id, key, value) select id, 'profile.lang', '"en_US"'
       from sys_user where username = $1 on conflict do nothing`,
    [world().username('service')],
  )
  await lookAfter(50)
  const service = await world().as('service')
  const todo = (await service.call(dashboards.todos, {})).find(({ kind }) => kind === 'lateParcels')
  expect(todo).toMatchObject({ n: 1, path: `/tracking/numbers?alert=${ALERTS.join('%2C')}` })
  const list = await service.call(deliveryNumberList.endpoints.list, { alert: 'noFirstScan' })
  expect(list.records).toMatchObject([{ trackNo: parcel.trackNo, alert: 'noFirstScan' }])
  const noted = () =>
    rows<{ sent: boolean }>(
      `select sent_at is not null as sent from notify_occasion
        where parcel_id = $1 and event = 'parcelLate'`,
      [parcel.id],
    )
  await eventually(async () => (await noted()).length === 1)
  // It went on before the notices were gathered: no notice of it goes out.
  await scanned(51, TRACK.IN_TRANSIT)
  await lookAfter(51.5)
  await eventually(async () => (await noted()).length === 0)
  expect(
    (await service.call(dashboards.todos, {})).filter(({ kind }) => kind === 'lateParcels'),
  ).toEqual([])
})
