import { beforeAll, expect, test } from 'vitest'
import {
  fbaCartonList,
  fbaCartons,
  fbaWaybillList,
  fbaWaybills,
} from '#contracts/depot/fba-waybills.ts'
import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { change, makeFbaOrder } from '#server/features/orders/fba/fba.fixture.ts'
import { labelSheets } from '#server/features/orders/fba/box-labels/labels.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const NEXT = new Date().getFullYear() + 1
let staff: Client
beforeAll(async () => {
  staff = await world().as('manager')
})

/** A confirmed order with box labels. */
async function ready(cartons = 2) {
  const own = await world().as('customer')
  const order = await makeFbaOrder(world(), cartons)
  const boxes = Array.from({ length: cartons }, (_, at) => boxIdOf(order.fbaCode, at + 1))
  await own.upload(fbaOrders.uploadLabels.path, 'labels.pdf', await labelSheets(boxes), {
    id: order.id,
  })
  await change(own, shipments.confirm, { ids: [order.id] })
  return order
}
async function truck(orderIds: string[]): Promise<string> {
  const depotId = await world().depotId('FRA1')
  const made = await staff.post(fbaWaybills.add.path, { depotId, orderIds })
  if (!made.success) throw new Error(JSON.stringify(made))
  return (made.result as { id: string }).id
}
const detail = (id: string) => staff.call(fbaWaybills.detail, { id })
const put = async (call: { path: string }, id: string, body: object = {}) =>
  staff.put(call.path, { id, version: (await detail(id)).version, ...body })
let bookings = 0
const book = (id: string, hour: string, dock = '7', until = '59') =>
  put(fbaWaybills.book, id, {
    appointmentNo: `ISA-TRUCK-${++bookings}`,
    dock,
    slotFrom: `${NEXT}-04-01 ${hour}:00`,
    slotTo: `${NEXT}-04-01 ${hour}:${until}`,
  })
const edit = async (id: string, fields: object) =>
  staff.put(fbaWaybillList.endpoints.edit.path, {
    id,
    version: (await detail(id)).version,
    ...fields,
  })
const GATE = { plate: 'F-PY 77', bolNo: 'BOL-7', proNos: 'PRO1, PRO2', pallets: 2, driver: 'Li' }
/** The truck on the timelines of these orders' cartons. */
const stepsOf = async (orderIds: string[]) =>
  (
    await world().db.pool.query<{ step: string }>(
      `select e.status || ' ' || e.sub as step from tracking_event e
        join parcel p on p.tenant_id = e.tenant_id and p.id = e.parcel_id
        where p.tenant_id = $1 and p.shipment_id = any($2) and e.status >= 50 and not e.cancelled
        order by 1`,
      [world().tenantId, orderIds],
    )
  ).rows.map(({ step }) => step)
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

test('an order is on one truck, and only ready ones are', async () => {
  const [order, bare] = [await ready(), await makeFbaOrder(world(), 1)]
  expect((await staff.call(fbaWaybills.candidates, {})).map(({ id }) => id)).toContain(order.id)
  const depotId = await world().depotId('FRA1')
  const add = (id: string) => staff.post(fbaWaybills.add.path, { depotId, orderIds: [id] })
  expect((await add(bare.id)).error).toBe('fbaWaybill.notReady')
  const both = await Promise.all([add(order.id), add(order.id)])
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  expect((await staff.call(fbaWaybills.candidates, {})).map(({ id }) => id)).not.toContain(order.id)
})

test('of six trucks one gets the slot of a dock, the others learn who has it', async () => {
  const ids: string[] = []
  for (let at = 0; at < 6; at++) ids.push(await truck([(await ready(1)).id]))
  const answers = await Promise.all(ids.map((id) => book(id, '10')))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  const taken = answers.filter(({ error }) => error === 'fbaWaybill.slotTaken')
  expect(taken).toHaveLength(5)
  expect(taken[0]!.message).toContain('FW')
  // Within, and over its end.
  expect((await book(ids[0]!, '10', '8')).success).toBe(true)
  const inside = await put(fbaWaybills.book, ids[1]!, {
    appointmentNo: 'ISA-INSIDE',
    dock: '7',
    slotFrom: `${NEXT}-04-01 10:20`,
    slotTo: `${NEXT}-04-01 10:30`,
  })
  expect([inside.success, inside.error]).toEqual(
    (await detail(ids[1]!)).slot ? [true, undefined] : [false, 'fbaWaybill.slotTaken'],
  )
})

test('it leaves with what the gate asks for and the cartons that were booked', async () => {
  const [first, second] = [await ready(), await ready(1)]
  const id = await truck([first.id])
  expect((await put(fbaWaybills.dispatch, id)).error).toBe('fbaWaybill.gate')
  expect((await book(id, '12')).success).toBe(true)
  expect(await edit(id, { proNos: 'a b c' })).toMatchObject({ success: false })
  expect((await edit(id, GATE)).success).toBe(true)
  expect((await put(fbaWaybills.addOrders, id, { orderIds: [second.id] })).success).toBe(true)
  expect(await detail(id)).toMatchObject({ missing: [], slot: { changed: true, pieces: 3 } })
  expect((await put(fbaWaybills.dispatch, id)).error).toBe('fbaWaybill.changed')
  expect((await book(id, '13')).success).toBe(true)
  expect((await put(fbaWaybills.dispatch, id)).success).toBe(true)
  for (const paper of ['bol', 'pallets']) {
    const { bytes } = await staff.raw('GET', `${fbaWaybills.paper.path}?id=${id}&paper=${paper}`)
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF')
  }
  const board = await staff.call(fbaWaybills.board, { from: `${NEXT}-03-25` })
  expect(board.find((one) => one.id === id)).toMatchObject({ day: `${NEXT}-04-01`, from: '13:00' })
  const at = `${yesterday} 08:00`
  expect((await put(fbaWaybills.arrive, id, { at: `${NEXT}-04-01 13:00` })).code).toBe(400)
  expect((await put(fbaWaybills.arrive, id, { at })).success).toBe(true)
  const done = await put(fbaWaybills.deliver, id, { at, receivedBy: 'Gate 7' })
  expect(done.success).toBe(true)
  const orders = await staff.call(fbaOrders.readiness, { ids: [first.id, second.id] })
  expect(orders.map(({ stage }) => stage)).toEqual(['delivered', 'delivered'])
  // On its way and there, once on each of the three cartons.
  const steps = [...Array(3).fill('50 on_vehicle'), ...Array(3).fill('70 fba_checked_in')]
  await expect.poll(() => stepsOf([first.id, second.id])).toEqual(steps)
})

test('refused needs a letter; then it is booked again, with its days in storage', async () => {
  const orderId = (await ready(1)).id
  const id = await truck([orderId])
  await book(id, '15')
  await edit(id, GATE)
  await put(fbaWaybills.dispatch, id)
  const no = { at: `${yesterday} 09:00`, reason: 'wrong pallet' }
  expect((await put(fbaWaybills.refuse, id, no)).error).toBe('fbaWaybill.letter')
  await world().db.pool.query(
    `insert into stored_file (tenant_id, owner_kind, owner_id, kind, name, type, size, hash)
      select $1, 'fba_waybill', $2, 'document', 'letter.pdf', 'application/pdf', 1, hash
      from stored_file where tenant_id = $1 limit 1`,
    [world().tenantId, id],
  )
  expect((await put(fbaWaybills.refuse, id, no)).success).toBe(true)
  await expect.poll(() => stepsOf([orderId])).toEqual(['50 on_vehicle', '60 refused'])
  expect(await detail(id)).toMatchObject({
    status: '4',
    slot: null,
    storageDays: 2,
    attempts: [{ reason: 'wrong pallet' }],
  })
  expect((await book(id, '16')).success).toBe(true)
  expect(await detail(id)).toMatchObject({ status: '0', attempts: [{ reason: 'wrong pallet' }] })
})

test('a customer follows its own cartons, in the order of their numbers, and nothing else', async () => {
  const order = await ready(12)
  const id = await truck([order.id])
  const own = await world().as('customer')
  const { records } = await own.call(fbaCartonList.endpoints.list, { fbaCode: order.fbaCode })
  expect(records).toMatchObject([{ fbaCode: order.fbaCode, pieces: 12, status: '0' }])
  const list = String(records[0]!.id)
  const { cartons, orderId } = await own.call(fbaCartons.cartons, { id: list })
  expect(orderId).toBe(order.id)
  expect(cartons.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(cartons[11]!.boxId).toBe(boxIdOf(order.fbaCode, 12))
  expect(
    (await own.raw('GET', `${fbaCartons.download.path}?id=${list}`)).bytes.length,
  ).toBeGreaterThan(500)
  const other = await world().as('otherCustomer')
  expect((await other.get(fbaCartons.cartons.path, { id: list })).code).toBe(404)
  expect((await own.get(fbaWaybills.detail.path, { id })).status).toBe(403)
  const stranger = await world().otherTenantUser()
  expect((await stranger.get(fbaWaybills.detail.path, { id })).code).toBe(404)
})
