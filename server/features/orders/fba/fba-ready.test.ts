import { expect, test } from 'vitest'
import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import { fbaOrderList } from '#contracts/orders/fba/fba-orders.ts'
import { orderPods } from '#contracts/billing/order-pods.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { change, makeFbaOrder } from './fba.fixture.ts'
import { labelSheets } from './box-labels/labels.fixture.ts'

const world = useWorld()
const YEAR = new Date().getFullYear()
let slots = 0

const found = async (client: Client, ready: boolean) => {
  const { records } = await client.call(fbaOrderList.endpoints.list, {
    ready: String(ready),
    pageNo: 1,
    pageSize: 200,
  })
  return records.map(({ id }) => String(id))
}
/** The orders' own list must find the same. */
const among = async (client: Client) => {
  const { records } = await client.call(shipmentList.endpoints.list, {
    fbaReady: 'true',
    pageNo: 1,
    pageSize: 200,
  })
  return records.map(({ id }) => String(id))
}
async function labelled() {
  const own = await world().as('customer')
  const order = await makeFbaOrder(world(), 2)
  const pdf = await labelSheets([1, 2].map((box) => boxIdOf(order.fbaCode, box)))
  await own.upload(fbaOrders.uploadLabels.path, 'labels.pdf', pdf, { id: order.id })
  return order
}
async function appoint(id: string) {
  const number = ++slots
  const hour = String(number).padStart(2, '0')
  const done = await change(await world().as('manager'), fbaOrders.enterAppointment, {
    ids: [id],
    appointmentNo: `ISA-READY-${number}`,
    slotFrom: `${YEAR + 1}-03-01 ${hour}:00`,
    slotTo: `${YEAR + 1}-03-01 ${hour}:30`,
  })
  expect(done).toMatchObject({ done: 1 })
}

test('orders are found by whether a waybill can take them, in both lists and for each role', async () => {
  const [staff, own] = [await world().as('manager'), await world().as('customer')]
  const [ready, draft, bare] = [await labelled(), await labelled(), await makeFbaOrder(world(), 1)]
  for (const { id } of [ready, draft, bare]) await appoint(id)
  for (const { id } of [ready, bare]) await change(own, shipments.confirm, { ids: [id] })
  for (const client of [staff, own]) {
    const yes = await found(client, true)
    expect(yes).toContain(ready.id)
    expect(yes).not.toEqual(expect.arrayContaining([draft.id]))
    expect(await found(client, false)).toEqual(expect.arrayContaining([draft.id, bare.id]))
    expect(await among(client)).toEqual(yes)
    const answers = await client.call(fbaOrders.readiness, { ids: yes })
    expect(answers.every((row) => row.ready)).toBe(true)
  }
  for (const role of ['otherCustomer', 'sub'] as const)
    expect(await found(await world().as(role), true)).not.toContain(ready.id)
  expect(await found(await world().otherTenantUser(), true)).toEqual([])
  // Withdrawn, it waits for its confirmation again.
  await change(own, shipments.withdraw, { ids: [ready.id] })
  expect(await found(staff, true)).not.toContain(ready.id)
})

test('a delivered order lacks its proof alone, then its check, then nothing', async () => {
  const staff = await world().as('manager')
  const { id } = await labelled()
  await appoint(id)
  const state = async () => (await staff.call(fbaOrders.readiness, { ids: [id] }))[0]
  const proof = await labelSheets(['POD'])
  await change(staff, fbaOrders.deliver, { ids: [id], realTime: `${YEAR - 1}-12-02 09:00` })
  expect(await state()).toEqual({
    id,
    stage: 'delivered',
    ready: false,
    missing: [{ what: 'pod', cartons: 0 }],
  })
  expect(await found(staff, true)).not.toContain(id)
  await staff.upload(orderPods.upload.path, 'pod.pdf', proof, { ids: id })
  expect((await state())?.missing).toEqual([{ what: 'podCheck', cartons: 0 }])
  await change(staff, orderPods.reject, { ids: [id], reason: 'unreadable' })
  expect((await state())?.missing).toEqual([{ what: 'pod', cartons: 0 }])
  await staff.upload(orderPods.upload.path, 'pod.pdf', proof, { ids: id })
  await change(staff, orderPods.verify, { ids: [id] })
  expect(await state()).toEqual({ id, stage: 'delivered', ready: false, missing: [] })
})

test('a cancelled order waits for no waybill', async () => {
  const [staff, own] = [await world().as('manager'), await world().as('customer')]
  const { id } = await labelled()
  await change(own, shipments.cancel, { ids: [id] })
  expect((await staff.call(fbaOrders.readiness, { ids: [id] }))[0]).toEqual({
    id,
    stage: 'ended',
    ready: false,
    missing: [],
  })
})
