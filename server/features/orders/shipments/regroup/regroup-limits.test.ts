import { expect, test } from 'vitest'
import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { labelSheets } from '#server/features/orders/fba/box-labels/labels.fixture.ts'
import { change } from '#server/features/orders/fba/fba.fixture.ts'
import { Client, useWorld, type Answer } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel } from '#test/orders.ts'

const world = useWorld()
const FBA_CODE = 'FBA15DJREGRP'
const YEAR = new Date().getFullYear()

const fbaOrder = async (first: number, count: number) =>
  (await makeOrder(world(), await world().as('manager'), {
    change: {
      shipmentResource: 'FBA',
      fbaCode: FBA_CODE,
      fba: { warehouseCode: 'HAJ1', referenceId: 'REF77' },
      parcels: Array.from({ length: count }, (_, at) =>
        parcel({ fbaCode: boxIdOf(FBA_CODE, first + at), palletNo: null }),
      ),
    },
  })) as unknown as OrderDetail
const merge = (client: Client, into: OrderDetail, from: OrderDetail[]) =>
  client.post('/erp/shipment/merge', {
    id: into.id,
    version: into.version,
    ids: from.map(({ id }) => id),
  })
const split = (client: Client, order: OrderDetail, at: number[]) =>
  client.post('/erp/shipment/split', {
    id: order.id,
    version: order.version,
    parcelIds: at.map((one) => order.parcels[one]!.id),
  })
const read = async (client: Client, id: string) =>
  (await client.get('/erp/shipment/queryById', { id })).result as OrderDetail
const two = (answer: Answer) => answer.result as { order: OrderDetail; added: OrderDetail }

test('box labels go with their cartons into the new order, and back', async () => {
  const staff = await world().as('manager')
  const order = await fbaOrder(1, 3)
  const pdf = await labelSheets([1, 2, 3].map((number) => boxIdOf(FBA_CODE, number)))
  const sent = await staff.upload(fbaOrders.uploadLabels.path, 'boxes.pdf', pdf, { id: order.id })
  expect(sent.result).toEqual({ labels: 3, matched: 3, open: 0 })
  const labelled = async (id: string) => {
    const { cartons, labels } = await staff.call(fbaOrders.cartons, { id })
    return cartons.map((carton) => labels.find(({ parcelId }) => parcelId === carton.id)?.boxCode)
  }
  const { order: rest, added } = two(await split(staff, order, [1]))
  expect(await labelled(rest.id)).toEqual([boxIdOf(FBA_CODE, 1), boxIdOf(FBA_CODE, 3)])
  expect(await labelled(added.id)).toEqual([boxIdOf(FBA_CODE, 2)])
  expect(await merge(staff, rest, [added])).toMatchObject({ success: true })
  expect(await labelled(rest.id)).toEqual([1, 3, 2].map((number) => boxIdOf(FBA_CODE, number)))
  expect((await staff.call(fbaOrders.cartons, { id: added.id })).labels).toEqual([])
})

test('an appointment is not lost with the order that is emptied', async () => {
  const staff = await world().as('manager')
  const [one, other, third] = [await fbaOrder(10, 1), await fbaOrder(11, 1), await fbaOrder(12, 1)]
  const slot = {
    appointmentNo: 'ISA-REGROUP-1',
    slotFrom: `${YEAR}-12-01 14:30`,
    slotTo: `${YEAR}-12-01 15:30`,
  }
  const book = async (ids: string[], more: object = {}) =>
    expect(
      await change(staff, fbaOrders.enterAppointment, { ids, ...slot, ...more }),
    ).toMatchObject({ failed: 0 })
  await book([other.id])
  expect(await merge(staff, one, [other])).toMatchObject({
    success: false,
    error: 'merge.appointment',
    message: expect.stringContaining(other.serialNumber),
  })
  await book([one.id], { appointmentNo: 'ISA-REGROUP-2' })
  expect(await merge(staff, one, [other])).toMatchObject({ error: 'merge.appointment' })
  expect((await read(staff, other.id)).parcels).toHaveLength(1)
  // One truck, one slot: nothing is lost.
  await book([one.id])
  expect(await merge(staff, one, [other])).toMatchObject({ success: true })
  // Into the one that has it.
  const into = await read(staff, one.id)
  expect(await merge(staff, into, [third])).toMatchObject({ success: true })
  expect((await read(staff, one.id)).parcels).toHaveLength(3)
})

test('confirmed orders of a sub-account stay within its cap when they are split and merged', async () => {
  const main = await world().as('customer')
  const password = 'Green-Lantern-77!'
  const { account } = await main.call(subAccounts.add, {
    username: `regroup-${world().tenantId}`,
    realname: 'Regroup',
    password,
    perms: (await main.call(subAccounts.choices, {})).perms.map(({ code }) => code),
  })
  const cap = async (spendCap: string) => {
    const { id, version, realname } = await main.call(subAccounts.queryById, { id: account.id })
    return main.call(subAccounts.edit, { id, version, realname, spendCap, spendCurrency: 'EUR' })
  }
  const used = async () => (await main.call(subAccounts.queryById, { id: account.id })).spendUsed
  const signedIn = await world().anonymous.post('/sys/login', {
    username: account.username,
    password,
  })
  const sub = new Client(world().base, (signedIn.result as { token: string }).token)
  const draft = await orderDraft(world())
  const make = async () =>
    (await makeOrder(world(), sub, {
      confirm: true,
      change: {
        shipmentResource: 'B2B',
        consignee: { ...(draft.consignee as object), company: 'Muster GmbH' },
        parcels: [1, 2, 3, 4].map((kg) => parcel({ reference: `R${kg}`, weightKg: String(kg) })),
      },
    })) as unknown as OrderDetail
  const cents = (...orders: OrderDetail[]) =>
    orders.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  const text = (amount: number) => (amount / 100).toFixed(2)

  // What the split costs more, seen once without a cap.
  const free = two(await split(sub, await make(), [1, 3]))
  const apart = cents(free.order, free.added)
  const order = await make()
  const more = apart - cents(order)
  expect(more).toBeGreaterThan(0)

  const now = apart + cents(order)
  await cap(text(now + more - 1))
  expect(await split(sub, order, [1, 3])).toMatchObject({ success: false, error: 'spendCap.over' })
  expect((await read(sub, order.id)).parcels).toHaveLength(4)
  expect(await used()).toBe(text(now))
  await cap(text(now + more))
  const done = two(await split(sub, order, [1, 3]))
  expect(await used()).toBe(text(now + more))
  // Together they cost less again: that is no spending, even at the cap.
  const merged = (await merge(sub, done.order, [done.added])).result as OrderDetail
  expect(merged.amount).toBe(order.amount)
  expect(await used()).toBe(text(now))
  // The main account may go beyond it on purpose.
  await cap(text(now))
  // Its first part took the reference that comes next.
  const again = two(await split(main, merged, [0]))
  expect(again.added.reference).toBe(`${order.reference}-3`)
})
