import { expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { statusMaps } from '#contracts/tracking/status-maps.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useWorld } from '#test/harness.ts'
import {
  codesOf,
  eventually,
  openHook,
  parcelRow,
  publicItem,
  sendParcel,
  setPolling,
  systemCtx,
} from '../tracking.fixture.ts'
import { replayMapping } from './replay-mapping.ts'

const world = useWorld()
const { add, edit } = statusMaps.endpoints
const HOUR = 3_600_000
// The fixture dates orders back: what was recorded of them before is taken back.
const standing = <E extends { cancelled: boolean }>(events: readonly E[]) =>
  events.filter(({ cancelled }) => !cancelled)

async function pushed(code: string, text = 'Something of the carrier') {
  await setPolling(world(), false)
  const { path, headers } = await openHook(world())
  const parcel = await sendParcel(world(), 0, { daysAgo: 5 })
  const event = {
    timestamp: new Date(parcel.leftAt + 5 * HOUR).toISOString(),
    location: { address: { addressLocality: 'Köln', countryCode: 'DE' } },
    statusCode: 'unknown',
    status: code,
    description: text,
  }
  await world().anonymous.post(
    path,
    { scope: 'subscription.push', shipments: [{ id: parcel.trackNo, events: [event] }] },
    headers,
  )
  await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status === 40)
  return parcel
}
const unmapped = async (code: string) =>
  (await (await world().as('manager')).call(tracking.unmapped, { pageSize: 100 })).records.find(
    (row) => row.rawCode === code,
  )

test('an unknown code is listed; mapping it reads the stored events again and moves the parcels', async () => {
  const manager = await world().as('manager')
  const parcels = [await pushed('QXQ'), await pushed('QXQ')]
  expect(await unmapped('QXQ')).toMatchObject({
    courier: 'DHL',
    count: 2,
    sample: 'Something of the carrier',
  })
  expect(codesOf(await publicItem(world(), parcels[0]!.trackNo))).toMatch(/40\/in_transit$/)
  const row = await manager.call(add, {
    courier: 'DHL',
    rawCode: 'qxq',
    status: '70',
    sub: 'neighbour',
  })
  for (const { id, trackNo } of parcels) {
    await eventually(async () => (await parcelRow(world(), id)).parcel_status === PARCEL.DELIVERED)
    expect(codesOf(await publicItem(world(), trackNo))).toMatch(/70\/neighbour$/)
  }
  expect(await unmapped('QXQ')).toBeUndefined()
  await manager.call(edit, { ...row, status: 'note', sub: null })
  await eventually(async () => (await parcelRow(world(), parcels[0]!.id)).tracking_status === 25)
  expect(codesOf(await publicItem(world(), parcels[0]!.trackNo))).toBe(
    '10/order_created 20/depot_received 25/handed_to_linehaul',
  )
})

test('what a person decided to hide stays hidden when the codes are read again', async () => {
  const manager = await world().as('manager')
  const parcel = await pushed('QYQ')
  const [event] = standing(await manager.call(tracking.events, { parcelId: parcel.id }))
  expect(event).toMatchObject({ rawCode: 'QYQ', unmapped: true, visible: true, source: 'push' })
  const hidden = await manager.call(tracking.setVisible, { eventId: event!.id, visible: false })
  expect(standing(hidden)[0]).toMatchObject({ id: event!.id, visible: false })
  await manager.call(add, { courier: 'DHL', rawCode: 'QYQ', status: '45', sub: 'processing' })
  await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status === 45)
  expect(await publicItem(world(), parcel.trackNo)).toMatchObject({
    status: 25,
    sub: 'handed_to_linehaul',
  })
  expect(standing(await manager.call(tracking.events, { parcelId: parcel.id }))[0]).toMatchObject({
    status: 45,
    visible: false,
    unmapped: false,
  })
})

test('a row by text alone concerns every code of the courier', async () => {
  const manager = await world().as('manager')
  const parcel = await pushed('QZQ', 'Held by the tide')
  await manager.call(add, {
    courier: 'DHL',
    pattern: 'by the (tide|moon)',
    status: '80',
    sub: 'delayed_other',
  })
  await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status === 80)
})

test('reading everything again by hand changes nothing that is in order', async () => {
  const manager = await world().as('manager')
  const parcel = await pushed('QWQ')
  const before = await manager.call(tracking.events, { parcelId: parcel.id })
  await manager.call(tracking.replay, { courier: 'DHL' })
  await eventually(
    async () =>
      (
        await world().db.pool.query(`select 1 from graphile_worker._private_jobs where key = $1`, [
          `tracking.replay/${world().tenantId}/DHL/*`,
        ])
      ).rowCount === 0,
  )
  expect(await manager.call(tracking.events, { parcelId: parcel.id })).toEqual(before)
})

test('a second reading by hand is refused while one runs; of two that meet the later goes on', async () => {
  const manager = await world().as('manager')
  await pushed('QVQ')
  const { pool } = world().db
  const ctx = systemCtx(world())
  await replayMapping(ctx, { courier: 'DHL' })
  await pool.query('update mapping_replay set finished_at = null where tenant_id = $1', [
    world().tenantId,
  ])
  expect((await manager.post(tracking.replay.path, { courier: 'DHL' })).error).toBe(
    'map.replayRuns',
  )
  await Promise.all([
    replayMapping(ctx, { courier: 'DHL' }),
    replayMapping(ctx, { courier: 'DHL' }),
  ])
  const { rows } = await pool.query<{ parcels: number; done: number; finished: boolean }>(
    `select parcels, done, finished_at is not null as finished from mapping_replay
      where tenant_id = $1 and courier = 'DHL'`,
    [world().tenantId],
  )
  expect(rows[0]!.parcels).toBeGreaterThan(0)
  expect(rows[0]).toMatchObject({ finished: true, done: rows[0]!.parcels })
})

test.each([
  [{ rawCode: 'A', status: '40', sub: 'neighbour' }, 'sub'],
  [{ rawCode: 'A', status: '41' }, 'status'],
  [{ status: '40' }, 'rawCode'],
  [{ pattern: '(a{1,99}){1,99}', status: '40' }, 'pattern'],
  [{ pattern: '(', status: '40' }, 'pattern'],
  [{ pattern: '(?=x)x', status: '40' }, 'pattern'],
  [{ rawCode: 'A', status: '40', courier: 'NOBODY' }, 'courier'],
])('a row that cannot be meant is refused: %j', async (draft, path) => {
  const answer = await (await world().as('manager')).post(add.path, { courier: 'DHL', ...draft })
  expect(answer).toMatchObject({ success: false, code: 400, result: { issues: [{ path }] } })
  expect(answer.message).not.toContain('refused (')
})
