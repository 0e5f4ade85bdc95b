import { expect, test } from 'vitest'
import { FLAG, PARCEL } from '#contracts/orders/shipments.states.ts'
import { askVoids } from '#server/features/orders/labels/index.ts'
import { useSourceWorld } from '#server/features/orders/labels/sources/test-source.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { Client } from '#test/harness.ts'
import { idle } from '#test/concurrency/gate.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'

const { world, source, code } = useSourceWorld('revoke')

interface Task {
  id: string
  status: string
  source: string
  answer: string | null
  parcels: number
}
interface Outcome {
  done: number
  rows: { ok: boolean; code: string | null }[]
}
const staff = () => world().as('manager')
const printed = async (change: Record<string, unknown> = {}): Promise<MadeOrder> => {
  const client = await staff()
  const order = await makeOrder(world(), client, { confirm: true, change })
  const answer = await client.post('/erp/label/print', { ids: [order.id] })
  if (answer.status !== 200 || answer.error) throw new Error(answer.message)
  return order
}
const read = async ({ id }: MadeOrder, client?: Client) =>
  (await (client ?? (await staff())).get('/erp/shipment/queryById', { id })).result as MadeOrder &
    Record<string, string | null>
const tasksOf = async ({ serialNumber }: MadeOrder, client?: Client) =>
  (
    (await (client ?? (await staff())).get('/erp/revokeTask/list', { serialNumber })).result as {
      records: Task[]
    }
  ).records
const verb = async (path: string, ids: string[], more: object = {}, client?: Client) =>
  (await (client ?? (await staff())).put(path, { ids, ...more })).result as Outcome
const cancel = (order: MadeOrder) =>
  verb('/erp/shipment/cancel', [order.id], { reason: 'not wanted' })
const askAgain = async ({ parcels }: MadeOrder) => {
  await askVoids(
    jobCtx(world().deps, world().tenantId),
    parcels.map(({ id }) => id),
    0,
  )
  await idle(world())
}

test('our own number is void at once: the wish and its execution are both on record', async () => {
  source().close()
  const order = await printed()
  expect(await cancel(order)).toMatchObject({ done: 1 })
  expect(await read(order)).toMatchObject({
    shipmentStatus: PARCEL.REVOKED,
    cancelBy: world().username('manager'),
    cancelReason: 'not wanted',
    revokeBy: world().username('manager'),
  })
  expect(await tasksOf(order)).toMatchObject([{ status: '3', source: 'own', parcels: 1 }])
  const number = await world().db.pool.query(
    'select state from tracking_number where parcel_id = $1',
    [order.parcels[0]!.id],
  )
  expect(number.rows).toEqual([{ state: 2 }])
})

test('another source is asked after the wish is recorded, and revokes with its agreement, once', async () => {
  const order = await printed({ parcels: [parcel(), parcel()] })
  expect(await cancel(order)).toMatchObject({ done: 1 })
  await idle(world())
  expect(await read(order)).toMatchObject({ shipmentStatus: PARCEL.REVOKED })
  expect((await read(order)).revokeTime).toBeTruthy()
  expect(await tasksOf(order)).toMatchObject([{ status: '3', source: code() }])
  await askAgain(order)
  expect(source().voided.length).toBe(2)
  expect(await cancel(order)).toMatchObject({ rows: [{ code: 'shipment.not.cancel' }] })
})

test('while it waits the order is as it was, prints nothing, and takes no second wish', async () => {
  source().behaviour.void = 'pending'
  const order = await printed()
  await cancel(order)
  await idle(world())
  expect(await read(order)).toMatchObject({ shipmentStatus: PARCEL.LABELLED, revokeTime: null })
  expect((await read(order)).cancelTime).toBeTruthy()
  expect(Number((await read(order)).flags) & FLAG.revoking).toBe(FLAG.revoking)
  expect(await tasksOf(order)).toMatchObject([{ status: '1' }])
  expect(await cancel(order)).toMatchObject({ rows: [{ code: 'revoke.underWay' }] })
  expect(
    await (await staff()).post('/erp/label/print', { ids: [order.id], reason: 'x' }),
  ).toMatchObject({ error: 'label.cancelled' })
  source().behaviour.void = 'void'
  await askAgain(order)
  expect(await read(order)).toMatchObject({ shipmentStatus: PARCEL.REVOKED, flags: 0 })
  expect(await tasksOf(order)).toMatchObject([{ status: '3' }])
})

test('a refusal is shown with its reason; staff ask again, keep the label, or force it with the right', async () => {
  source().behaviour.void = 'refused'
  const [resumed, again, forced] = [await printed(), await printed(), await printed()]
  for (const order of [resumed, again, forced]) await cancel(order)
  await idle(world())
  const ids: string[] = []
  for (const order of [resumed, again, forced]) {
    const [task] = await tasksOf(order)
    expect(task).toMatchObject({ status: '2', answer: 'already manifested' })
    ids.push(task!.id)
  }
  expect(await verb('/erp/revokeTask/close', [ids[0]!])).toMatchObject({ done: 1 })
  expect(await read(resumed)).toMatchObject({
    shipmentStatus: PARCEL.LABELLED,
    cancelTime: null,
    flags: 0,
  })
  expect(
    (await (await staff()).post('/erp/label/print', { ids: [resumed.id], reason: 'goes on' }))
      .status,
  ).toBe(200)
  source().behaviour.void = 'void'
  expect(await verb('/erp/revokeTask/retry', [ids[1]!])).toMatchObject({ done: 1 })
  await idle(world())
  expect(await read(again)).toMatchObject({ shipmentStatus: PARCEL.REVOKED })
  const service = await world().as('service')
  expect((await service.put('/erp/revokeTask/force', { ids: [ids[2]], reason: 'x' })).status).toBe(
    403,
  )
  expect(
    await verb('/erp/revokeTask/force', [ids[2]!], { reason: 'agreed by phone' }),
  ).toMatchObject({ done: 1 })
  expect(await read(forced)).toMatchObject({ shipmentStatus: PARCEL.REVOKED })
  for (const action of ['retry', 'close', 'snooze', 'force'])
    expect(
      await verb(`/erp/revokeTask/${action}`, [ids[2]!], { reason: 'x', until: '2099-01-01' }),
    ).toMatchObject({ rows: [{ code: `revoke.not.${action}` }] })
})

test('a source that does not answer leaves the task open; asked again it is void once', async () => {
  source().behaviour.void = 'slow'
  const order = await printed()
  await cancel(order)
  await idle(world())
  expect(await tasksOf(order)).toMatchObject([{ status: '1' }])
  source().behaviour.void = 'void'
  await Promise.all([askAgain(order), askAgain(order)])
  expect(await tasksOf(order)).toMatchObject([{ status: '3' }])
  // Asked twice at once it answers twice; the label is void once.
  expect(new Set(source().voided).size).toBe(1)
})

test('an order cancelled while its label is being made ends cancelled, and the label is void', async () => {
  source().behaviour.make = 'pending'
  const client = await staff()
  const order = await makeOrder(world(), client, { confirm: true })
  expect(await client.post('/erp/label/print', { ids: [order.id] })).toMatchObject({
    error: 'label.pending',
  })
  expect(await verb('/erp/shipment/withdraw', [order.id])).toMatchObject({
    rows: [{ code: 'label.underWay' }],
  })
  await cancel(order)
  // The job asks once by itself; a lease of no length would let both ask at the same time.
  await idle(world())
  const key = [...source().made.keys()][0]!
  source().made.set(key, source().label(key))
  await world().db.pool.query(`update parcel_label set asked_at = asked_at - interval '1 hour'`)
  await askAgain(order)
  await askAgain(order)
  expect(source().voided).toEqual([key])
  expect(await read(order)).toMatchObject({ shipmentStatus: PARCEL.REVOKED })
})

test('a hundred cancellations of one labelled order at once open one task', async () => {
  const order = await printed()
  const answers = await Promise.all(Array.from({ length: 100 }, () => cancel(order)))
  expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(1)
  await idle(world())
  expect((await tasksOf(order)).length).toBe(1)
  expect(source().voided.length).toBe(1)
})

test('tasks are seen by those who see the order, and handled by staff', async () => {
  source().behaviour.void = 'refused'
  const order = await printed()
  await cancel(order)
  await idle(world())
  const [task] = await tasksOf(order)
  expect(await tasksOf(order, await world().as('customer'))).toMatchObject([{ id: task!.id }])
  for (const role of ['sub', 'otherCustomer'] as const)
    expect(await tasksOf(order, await world().as(role))).toEqual([])
  const stranger = await world().otherTenantUser()
  expect(await tasksOf(order, stranger)).toEqual([])
  expect(await verb('/erp/revokeTask/close', [task!.id], {}, stranger)).toMatchObject({
    rows: [{ ok: false, code: 'row.missing' }],
  })
  const customer = await world().as('customer')
  expect((await customer.put('/erp/revokeTask/close', { ids: [task!.id] })).status).toBe(403)
  expect(await verb('/erp/revokeTask/snooze', [task!.id], { until: '2099-01-01' })).toMatchObject({
    done: 1,
  })
  const due = await (
    await staff()
  ).get('/erp/revokeTask/list', {
    serialNumber: order.serialNumber,
    followUp_end: '2098-12-31',
  })
  expect(due.result).toMatchObject({ total: 0 })
})
