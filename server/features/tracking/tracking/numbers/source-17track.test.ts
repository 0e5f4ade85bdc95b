import { expect, test } from 'vitest'
import { carriers } from '#contracts/carriers/carriers.ts'
import { deliveryNumberList, deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { addToSimulator, simulatedAdapters } from '#server/features/carriers/carriers/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld } from '#test/harness.ts'
import { pollAfter, sendParcel, setPolling, systemCtx } from '../tracking.fixture.ts'

const world = useWorld()
const courierId = async (code: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from courier where tenant_id = $1 and code = $2',
      [world().tenantId, code],
    )
  ).rows[0]!.id

/** A parcel whose number 17TRACK follows, and what 17TRACK has of it. */
async function followed() {
  await setPolling(world(), true)
  const { pool } = world().db
  const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
  await pool.query(`update tracking_number set courier_code = '17TRACK' where number = $1`, [
    parcel.trackNo,
  ])
  await pool.query('delete from simulator_parcel where number = $1', [parcel.trackNo])
  const ctx = systemCtx(world())
  await inTx(ctx, (tx) => addToSimulator(tx, [parcel.id], simulatedAdapters(ctx)))
  const theirs = async () =>
    (
      await pool.query<{ followed: string | null }>(
        'select followed from simulator_parcel where number = $1',
        [parcel.trackNo],
      )
    ).rows[0]?.followed
  const service = await world().as('service')
  const { records } = await service.call(deliveryNumberList.endpoints.list, {
    trackNo: parcel.trackNo,
  } as never)
  return { parcel, theirs, service, ids: [String(records[0]!.id)] }
}

test('a number of 17TRACK is stopped there too, and taken up again a single time', async () => {
  const { parcel, theirs, service, ids } = await followed()
  await pollAfter(world(), parcel, 20)
  expect(await theirs()).toBe('tracking')
  const state = async () =>
    (await service.call(deliveryNumberList.endpoints.list, { trackNo: parcel.trackNo } as never))
      .records[0]!['state']

  expect(await service.call(deliveryNumbers.stop, { ids })).toMatchObject({ done: 1, failed: 0 })
  expect([await theirs(), await state()]).toEqual(['stopped', 'stopped'])
  expect(await service.call(deliveryNumbers.stop, { ids })).toMatchObject({ done: 1 })
  expect(await service.call(deliveryNumbers.restart, { ids })).toMatchObject({ done: 1, failed: 0 })
  expect(await theirs()).toBe('again')
  expect(await state()).not.toBe('stopped')
  await service.call(deliveryNumbers.stop, { ids })
  expect(await theirs()).toBe('ended')
  const refused = await service.call(deliveryNumbers.restart, { ids })
  expect(refused.rows.map(({ ok, code }) => [ok, code])).toEqual([[false, 'number.restartedOnce']])
  expect(await state()).toBe('stopped')

  // Of others nothing is asked: a stranger's number is missing, and stays as it is at its source.
  const stranger = await world().as('otherCustomer')
  expect((await stranger.put(deliveryNumbers.restart.path, { ids })).success).toBe(false)
  expect(await theirs()).toBe('ended')
})

test('a number 17TRACK does not know yet is taken up, and one it ended by itself is asked for again', async () => {
  const { parcel, theirs, service, ids } = await followed()
  expect(await theirs()).toBe(null)
  expect(await service.call(deliveryNumbers.stop, { ids })).toMatchObject({ done: 1, failed: 0 })
  expect(await service.call(deliveryNumbers.restart, { ids })).toMatchObject({ done: 1, failed: 0 })
  await pollAfter(world(), parcel, 20)
  expect(await theirs()).toBe('tracking')
  await world().db.pool.query(
    `update simulator_parcel set followed = 'stopped' where number = $1`,
    [parcel.trackNo],
  )
  expect(await service.call(deliveryNumbers.restart, { ids })).toMatchObject({ done: 1, failed: 0 })
  expect(await theirs()).toBe('again')
})

test('a source that refuses the key leaves its numbers as they were, and gives the reason', async () => {
  await setPolling(world(), true)
  const { pool } = world().db
  const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
  await pool.query(`update tracking_number set courier_code = '17TRACK' where number = $1`, [
    parcel.trackNo,
  ])
  const live = (simulated: boolean) =>
    pool.query(
      `update courier set simulated = $2, api_base = $3 where tenant_id = $1 and code = '17TRACK'`,
      [world().tenantId, simulated, simulated ? null : 'https://no-carrier.invalid'],
    )
  const service = await world().as('service')
  const { records } = await service.call(deliveryNumberList.endpoints.list, {
    trackNo: parcel.trackNo,
  } as never)
  await live(false)
  try {
    const stopped = await service.call(deliveryNumbers.stop, { ids: [String(records[0]!.id)] })
    expect(stopped.rows.map(({ ok, code }) => [ok, code])).toEqual([
      [false, 'number.sourceRefused'],
    ])
    const admin = await world().as('tenantAdmin')
    const quota = await admin.get(carriers.quota.path, { id: await courierId('17TRACK') })
    expect(quota.error).toBe('courier.notAnswered')
  } finally {
    await live(true)
  }
})

test('the quota of a source is asked for; a courier that counts none has none', async () => {
  const admin = await world().as('tenantAdmin')
  expect(await admin.call(carriers.quota, { id: await courierId('17TRACK') })).toEqual({
    total: 100,
    used: 0,
    left: 100,
  })
  expect(await admin.call(carriers.quota, { id: await courierId('DHL') })).toBeNull()
  const customer = await world().as('customer')
  expect((await customer.get(carriers.quota.path, { id: await courierId('17TRACK') })).status).toBe(
    403,
  )
})
