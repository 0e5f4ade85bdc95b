import { expect, test } from 'vitest'
import { corrections } from '#contracts/orders/corrections.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { FLAG } from '#contracts/orders/shipments.states.ts'
import { askVoids } from '#server/features/orders/labels/index.ts'
import { useSourceWorld } from '#server/features/orders/labels/sources/test-source.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { idle } from '#test/concurrency/gate.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const { world, source } = useSourceWorld('correct')
const staff = () => world().as('manager')
const VIENNA = {
  name: 'Anna Gruber',
  country: 'AT',
  city: 'Wien',
  postalCode: '1010',
  street: 'Graben',
  house: '1',
}
const read = async ({ id }: { id: string }) =>
  (await (await staff()).get('/erp/shipment/queryById', { id })).result as OrderDetail
const printed = async (change: Record<string, unknown> = {}) => {
  const client = await staff()
  const order = await makeOrder(world(), client, { confirm: true, change })
  const answer = await client.post('/erp/label/print', { ids: [order.id] })
  if (answer.status !== 200 || answer.error) throw new Error(answer.message)
  return read(order)
}
async function correct(order: OrderDetail) {
  const client = await staff()
  const { id, version } = order
  const shown = await client.post(corrections.preview.path, { id, version, consignee: VIENNA })
  if (shown.error) return shown
  const { key } = shown.result as { key: string }
  return client.put(corrections.correct.path, { id, version, consignee: VIENNA, key })
}
const labelsOf = async ({ id }: { id: string }) =>
  (
    await world().db.pool.query<{ state: string; void: string | null; number: string | null }>(
      `select state, void_state as void, number from parcel_label where shipment_id = $1 order by id`,
      [id],
    )
  ).rows
const taskOf = async ({ serialNumber }: OrderDetail) => {
  const found = await (await staff()).get('/erp/revokeTask/list', { serialNumber })
  return (found.result as { records: { id: string; status: string; answer: string | null }[] })
    .records[0]!
}
const handle = async (action: string, id: string, more: object = {}) =>
  (await (await staff()).put(`/erp/revokeTask/${action}`, { ids: [id], ...more })).result as {
    rows: { ok: boolean; code: string | null }[]
  }
const askAgain = async ({ parcels }: OrderDetail) => {
  const ids = parcels.map(({ id }) => id)
  await askVoids(jobCtx(world().deps, world().tenantId), ids, 0)
  await idle(world())
}

test('a carrier’s label is void first, then the order is corrected and one new label bought', async () => {
  const order = await printed({ parcels: [parcel(), parcel()] })
  expect(await correct(order)).toMatchObject({ result: { state: 'waits' } })
  await idle(world())
  const after = await read(order)
  expect(after.consignee.city).toBe('Wien')
  expect(after.flags & FLAG.revoking).toBe(0)
  const labels = await labelsOf(order)
  expect(labels.map((one) => [one.state, one.void])).toEqual([
    ['made', 'void'],
    ['made', 'void'],
    ['made', null],
    ['made', null],
  ])
  expect(new Set(labels.map(({ number }) => number)).size).toBe(4)
  expect(source().calls.make).toBe(4)
  expect(await taskOf(order)).toMatchObject({ status: '3', corrects: true })
  expect((await (await staff()).post('/erp/label/print', { ids: [order.id] })).status).toBe(200)
})

test('a carrier that does not answer leaves order and label as they are; nothing is bought until it does', async () => {
  source().behaviour.void = 'slow'
  const order = await printed()
  expect(await correct(order)).toMatchObject({ result: { state: 'waits' } })
  await idle(world())
  const waiting = await read(order)
  expect(waiting.consignee.city).toBe(order.consignee.city)
  expect(waiting.flags & FLAG.revoking).toBe(FLAG.revoking)
  expect(source().calls.make).toBe(1)
  expect(await correct(waiting)).toMatchObject({ error: 'revoke.underWay' })
  const task = await taskOf(order)
  expect(task).toMatchObject({ status: '1', corrects: true })
  expect(await handle('force', task.id, { reason: 'by phone' })).toMatchObject({
    rows: [{ code: 'revoke.corrects' }],
  })
  source().behaviour.void = 'void'
  await Promise.all([askAgain(order), askAgain(order)])
  expect((await read(order)).consignee.city).toBe('Wien')
  expect(source().calls.make).toBe(2)
})

test('a carrier that refuses leaves the label; with its reason the wish is closed or asked for again', async () => {
  source().behaviour.void = 'refused'
  const [goesOn, again] = [await printed(), await printed()]
  for (const order of [goesOn, again]) await correct(order)
  await idle(world())
  const task = await taskOf(goesOn)
  expect(task).toMatchObject({ status: '2', answer: 'already manifested' })
  expect(await handle('close', task.id)).toMatchObject({ rows: [{ ok: true }] })
  const after = await read(goesOn)
  expect(after).toMatchObject({ flags: 0, consignee: { city: goesOn.consignee.city } })
  expect(await labelsOf(goesOn)).toMatchObject([{ state: 'made', void: null }])
  source().behaviour.void = 'void'
  expect(await handle('retry', (await taskOf(again)).id)).toMatchObject({ rows: [{ ok: true }] })
  await idle(world())
  expect((await read(again)).consignee.city).toBe('Wien')
  expect(source().calls.make).toBe(3)
})
