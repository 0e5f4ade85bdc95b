import { expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { labelRequestList, labelRequests } from '#contracts/orders/label-requests.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { recordAnswers, recordVoids } from '#server/features/orders/labels/index.ts'
import { useSourceWorld } from '#server/features/orders/labels/sources/test-source.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { idle } from '#test/concurrency/gate.ts'
import type { Client } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'

const { world, source, code } = useSourceWorld('ask')

const staff = () => world().as('manager')
const ctx = () => jobCtx(world().deps, world().tenantId)
const printed = async (): Promise<MadeOrder> => {
  const order = await makeOrder(world(), await staff(), { confirm: true })
  await (await staff()).post('/erp/label/print', { ids: [order.id] })
  return order
}
interface Row {
  id: string
  serialNumber: string
  state: string
  reason: string | null
}
const missing = async (client?: Client): Promise<Row[]> =>
  (
    await (client ?? (await staff())).call(labelRequestList.endpoints.list, {
      source: code(),
    } as never)
  ).records as never
const act = async (action: 'retry' | 'giveUp', ids: string[], client?: Client) =>
  (await (client ?? (await staff())).put(labelRequests[action].path, { ids })).result as BulkResult
const statusOf = async ({ id }: MadeOrder) =>
  (
    (await (await staff()).get('/erp/shipment/queryById', { id })).result as {
      shipmentStatus: number
    }
  ).shipmentStatus
const keyOf = () => [...source().made.keys()].at(-1)!

test('a label that is still to come is listed, and what its source sends by itself ends the wait', async () => {
  source().behaviour.make = 'pending'
  const order = await printed()
  const [row] = await missing()
  expect(row).toMatchObject({ serialNumber: order.serialNumber, state: 'pending' })
  const key = keyOf()
  const answer = source().label(key) as never
  // Of a key the source never had, of another source, and of another tenant nothing is recorded.
  expect(await recordAnswers(ctx(), 'other', new Map([[key, answer]]))).toEqual([key])
  expect(await recordAnswers(ctx(), code(), new Map([['0-1', answer]]))).toEqual(['0-1'])
  expect(await missing()).toHaveLength(1)
  expect(await recordAnswers(ctx(), code(), new Map([[key, answer]]))).toEqual([])
  expect(await missing()).toEqual([])
  expect(await statusOf(order)).toBe(PARCEL.LABELLED)
  // Sent twice it changes nothing.
  await recordAnswers(ctx(), code(), new Map([[key, { state: 'refused', reason: 'late' }]]))
  expect(await statusOf(order)).toBe(PARCEL.LABELLED)
})

test('what a source sends about voiding ends the revoke task', async () => {
  source().behaviour.void = 'pending'
  const order = await printed()
  await (await staff()).put('/erp/shipment/cancel', { ids: [order.id], reason: 'wish' })
  await idle(world())
  expect(await statusOf(order)).toBe(PARCEL.LABELLED)
  expect(await recordVoids(ctx(), code(), new Map([[keyOf(), { state: 'void' }]]))).toEqual([])
  await idle(world())
  expect(await statusOf(order)).toBe(PARCEL.REVOKED)
})

test('a refused label is listed with its reason, asked for again or given up', async () => {
  source().behaviour.make = 'refused'
  const again = await printed()
  const left = await printed()
  const rows = await missing()
  expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
    ['refused', 'postcode not served'],
    ['refused', 'postcode not served'],
  ])
  const idOf = (order: MadeOrder) => rows.find((row) => row.serialNumber === order.serialNumber)!.id
  expect(await act('giveUp', [idOf(left)])).toMatchObject({ done: 1 })
  source().behaviour.make = 'made'
  expect(await act('retry', [idOf(again)])).toMatchObject({ done: 1 })
  await idle(world())
  expect(await statusOf(again)).toBe(PARCEL.LABELLED)
  expect(await statusOf(left)).toBe(PARCEL.CONFIRMED)
  expect(await missing()).toEqual([])
  expect(await act('retry', [idOf(left)])).toMatchObject({
    rows: [{ code: 'labelRequest.closed' }],
  })
})

test('a pending label is given up: the order stays, and may be withdrawn', async () => {
  source().behaviour.make = 'pending'
  const order = await printed()
  const [row] = await missing()
  expect(await act('giveUp', [row!.id])).toMatchObject({ done: 1 })
  expect(await missing()).toEqual([])
  await idle(world())
  await recordVoids(ctx(), code(), new Map([[keyOf(), { state: 'void' }]]))
  expect(await statusOf(order)).toBe(PARCEL.CONFIRMED)
  const withdrawn = await (await staff()).put('/erp/shipment/withdraw', { ids: [order.id] })
  expect(withdrawn.result).toMatchObject({ done: 1 })
})

test('they are seen by those who see the order and handled by staff; a cancelled one by its task', async () => {
  source().behaviour.make = 'refused'
  const order = await printed()
  const [row] = await missing()
  for (const role of ['sub', 'otherCustomer'] as const)
    expect(await missing(await world().as(role))).toEqual([])
  const stranger = await world().otherTenantUser()
  expect(await act('giveUp', [row!.id], stranger)).toMatchObject({
    rows: [{ ok: false, code: 'row.missing' }],
  })
  const customer = await world().as('customer')
  expect((await customer.put(labelRequests.retry.path, { ids: [row!.id] })).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 20 }, () => act('giveUp', [row!.id])))
  expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(1)
  expect(await statusOf(order)).toBe(PARCEL.CONFIRMED)
})
