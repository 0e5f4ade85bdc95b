import { describe, expect, test } from 'vitest'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { isLocalTime } from '#contracts/orders/fba/fba.numbers.ts'
import { useWorld } from '#test/harness.ts'
import { change, makeFbaOrder } from './fba.fixture.ts'

const world = useWorld()
const YEAR = new Date().getFullYear()
let last = 0
const slot = (change: Record<string, string> = {}) => ({
  appointmentNo: `ISA${++last}`,
  slotFrom: `${YEAR}-12-01 14:30`,
  slotTo: `${YEAR}-12-01 15:30`,
  ...change,
})
const rowOf = async (id: string) =>
  (await (await world().as('manager')).get('/erp/fbaOrder/queryById', { id })).result as Record<
    string,
    unknown
  > & { version: number }

describe('times', () => {
  test('are days there are', () => {
    for (const wrong of [
      '2026-02-31 10:00',
      '2025-02-29 10:00',
      '2026-13-01 10:00',
      '2026-04-31T09:00',
    ])
      expect(isLocalTime(wrong), wrong).toBe(false)
    for (const right of ['2028-02-29 10:00', '2026-12-31T23:59'])
      expect(isLocalTime(right)).toBe(true)
  })

  test.each([
    [fbaOrders.enterAppointment, 'slotFrom', '1990-12-01 14:30', 'fba.longAgo'],
    [fbaOrders.enterAppointment, 'slotTo', '2099-12-01 14:30', 'fba.tooFar'],
    [fbaOrders.enterAppointment, 'slotFrom', `${YEAR}-02-31 14:30`, 'fba.localTime'],
    [fbaOrders.requestAppointment, 'requestedTime', '1990-12-01 14:30', 'fba.longAgo'],
    [fbaOrders.editTransport, 'expectedTime', '2099-12-01 14:30', 'fba.tooFar'],
    [fbaOrders.deliver, 'realTime', '2099-12-01 14:30', 'fba.future'],
    [fbaOrders.deliver, 'realTime', '1990-12-01 14:30', 'fba.longAgo'],
    [fbaOrders.refuse, 'refusedTime', '2099-12-01 14:30', 'fba.future'],
  ])('%o refuses %s %s', async ({ path }, field, time, code) => {
    const staff = await world().as('manager')
    const body = { ids: ['1'], ...slot(), realTime: `${YEAR - 1}-12-01 10:00`, reason: 'x' }
    expect(await staff.put(path, { ...body, [field]: time })).toMatchObject({
      code: 400,
      result: { issues: [{ path: field, code }] },
    })
  })

  test('a delivery has been, by the clock of its warehouse', async () => {
    const staff = await world().as('manager')
    const { id } = await makeFbaOrder(world(), 1)
    // Within what any clock on earth could show now, but not that of this warehouse.
    const realTime = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16)
    expect((await change(staff, fbaOrders.deliver, { ids: [id], realTime })).rows[0]).toMatchObject(
      { ok: false, code: 'fba.notYet' },
    )
  })
})

describe('a number of an appointment', () => {
  test('is one slot at one warehouse, for as many orders as it takes', async () => {
    const staff = await world().as('manager')
    const [one, two, three] = [
      await makeFbaOrder(world(), 1),
      await makeFbaOrder(world(), 1),
      await makeFbaOrder(world(), 1, { fba: { warehouseCode: 'DTM2' } }),
    ]
    const enter = async (ids: string[], body: object) =>
      (await change(staff, fbaOrders.enterAppointment, { ids, ...body })).rows.map(
        ({ code }) => code,
      )
    const booked = slot()
    expect(await enter([one.id, two.id, three.id], booked)).toEqual([null, null, 'fba.numberTaken'])
    const lower = { ...booked, appointmentNo: booked.appointmentNo.toLowerCase() }
    expect(await enter([three.id], lower)).toEqual(['fba.numberTaken'])
    const moved = { ...booked, slotFrom: `${YEAR}-12-02 08:00`, slotTo: `${YEAR}-12-02 09:00` }
    expect(await enter([one.id], moved)).toEqual(['fba.numberTaken'])
    expect(await enter([one.id, two.id], moved)).toEqual([null, null])
    // Refused at the gate, the number is free again.
    await change(staff, fbaOrders.refuse, { ids: [one.id, two.id], reason: 'Gate closed' })
    expect(await enter([three.id], booked)).toEqual([null])
  })

  test('entered for two warehouses at once goes to one of them', async () => {
    const staff = await world().as('manager')
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        makeFbaOrder(world(), 1, { fba: { warehouseCode: at % 2 ? 'HAJ1' : 'DTM2' } }),
      ),
    )
    const booked = slot()
    await Promise.all(
      orders.map(({ id }) => change(staff, fbaOrders.enterAppointment, { ids: [id], ...booked })),
    )
    const rows = await Promise.all(orders.map(({ id }) => rowOf(id)))
    const confirmed = rows.filter((row) => row.appointmentState === 'CONFIRMED')
    expect(confirmed).toHaveLength(4)
    expect(new Set(confirmed.map((row) => row.warehouseCode)).size).toBe(1)
  })
})

test('a change of a row another changed meanwhile is refused, the rest is done', async () => {
  const staff = await world().as('manager')
  const [one, two] = [await makeFbaOrder(world(), 1), await makeFbaOrder(world(), 1)]
  const ids = [one.id, two.id]
  const versions = Object.fromEntries(
    await Promise.all(ids.map(async (id) => [id, (await rowOf(id)).version] as const)),
  )
  await change(staff, fbaOrders.editTransport, { ids: [one.id], versions, bolNo: 'FIRST' })
  const second = await change(staff, fbaOrders.editTransport, { ids, versions, bolNo: 'SECOND' })
  expect(second.rows.map(({ ok, code }) => [ok, code])).toEqual([
    [false, 'row.stale'],
    [true, null],
  ])
  expect(await rowOf(one.id)).toMatchObject({ bolNo: 'FIRST' })
  expect(await rowOf(two.id)).toMatchObject({ bolNo: 'SECOND' })
})
