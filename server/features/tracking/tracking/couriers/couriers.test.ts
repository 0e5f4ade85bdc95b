import { expect, test } from 'vitest'
import { couriers } from '#contracts/carriers/couriers.ts'
import { courierDesk } from '#contracts/tracking/courier-desk.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { useWorld } from '#test/harness.ts'
import { eventually, parcelRow, pollAfter, sendParcel } from '../tracking.fixture.ts'
import { nextPoll } from '../polling/next-poll.ts'

const world = useWorld()
const dhl = async () => {
  const manager = await world().as('manager')
  const { records } = await manager.call(couriers.endpoints.list, { code: 'DHL' })
  return { manager, row: records[0]! }
}
const change = async (fields: Record<string, unknown>) => {
  const { manager, row } = await dhl()
  const { id, version, code, name, adapter } = row
  await manager.call(couriers.endpoints.edit, { id, version, code, name, adapter, ...fields })
}

test('a courier’s own hours take the place of the rule’s, for the statuses they are of', () => {
  const now = '2026-05-01T12:00:00.000Z'
  const next = (status: (typeof TRACK)[keyof typeof TRACK]) =>
    nextPoll(
      {
        status,
        lastCarrierAt: now,
        deliveredAt: null,
        pollingSince: now,
        lastPolledAt: now,
        failures: 0,
        plan: [24, null, 8, 2],
      },
      now,
    )
  const at = (hours: number) => ({
    do: 'poll',
    at: new Date(Date.parse(now) + hours * 3_600_000).toISOString(),
  })
  expect(next(TRACK.INFO_RECEIVED)).toEqual(at(24))
  expect(next(TRACK.IN_TRANSIT)).toEqual(at(4))
  expect(next(TRACK.CUSTOMS)).toEqual(at(8))
  expect(next(TRACK.OUT_FOR_DELIVERY)).toEqual(at(2))
})

test('a pause stops the questions, its end takes them up again; another interval counts at once', async () => {
  const parcel = await sendParcel(world(), 0)
  await change({ polling: false })
  await eventually(async () => (await parcelRow(world(), parcel.id)).next_poll_at === null)
  await change({ polling: true })
  await eventually(async () => (await parcelRow(world(), parcel.id)).next_poll_at !== null)
  await pollAfter(world(), parcel, 1)
  const asked = Date.parse((await parcelRow(world(), parcel.id)).last_polled_at!)
  await change({ pollWaitingHours: 48 })
  await eventually(
    async () =>
      Date.parse((await parcelRow(world(), parcel.id)).next_poll_at!) - asked === 48 * 3_600_000,
  )
})

test('the page of a courier counts its calls and codes, and shows how far a replay is', async () => {
  const { manager, row } = await dhl()
  const before = await manager.call(courierDesk.view, { id: String(row.id) })
  expect(before).toMatchObject({ code: 'DHL', numbers: { failing: 0 }, unmappedCodes: 0 })
  expect(before.calls.total).toBeGreaterThan(0)
  await manager.call(tracking.replay, { courier: 'DHL' })
  await eventually(
    async () =>
      (await manager.call(courierDesk.view, { id: String(row.id) })).replay?.finishedAt != null,
  )
  const { replay } = await manager.call(courierDesk.view, { id: String(row.id) })
  expect(replay!.parcels).toBeGreaterThan(0)
  expect(replay!.done).toBe(replay!.parcels)
  const customer = await world().as('customer')
  expect((await customer.get('/erp/courier/desk', { id: String(row.id) })).success).toBe(false)
})
