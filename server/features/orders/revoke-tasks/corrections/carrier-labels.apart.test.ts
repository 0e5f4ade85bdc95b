import { expect, test } from 'vitest'
import { corrections } from '#contracts/orders/corrections.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { FLAG } from '#contracts/orders/shipments.states.ts'
import { askVoids, buyParcels } from '#server/features/orders/labels/index.ts'
import { useSourceWorld } from '#server/features/orders/labels/sources/test-source.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { idle } from '#test/concurrency/gate.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const { world, source, code } = useSourceWorld('correct')
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
async function correct(order: OrderDetail, consignee: object = VIENNA) {
  const client = await staff()
  const { id, version } = order
  const shown = await client.post(corrections.preview.path, { id, version, consignee })
  if (shown.error) return shown
  const { key, labels } = shown.result as { key: string; labels: object[] }
  const answer = await client.put(corrections.correct.path, { id, version, consignee, key })
  return { ...answer, labels }
}
const query = (text: string, values: unknown[]) => world().db.pool.query(text, values)
/** The source voided this one, and has not answered of the others. */
const setVoid = (parcelId: string) =>
  query(`update parcel_label set void_state = 'void' where parcel_id = $1`, [parcelId])
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

test('while labels are taken back none is printed or bought, and the correction comes to its end', async () => {
  source().behaviour.void = 'pending'
  const order = await printed({ parcels: [parcel(), parcel()] })
  const first = order.parcels[0]!
  expect(await correct(order)).toMatchObject({ result: { state: 'waits' } })
  await idle(world())
  await setVoid(first.id)
  const print = (await staff()).post('/erp/label/print', { parcelIds: [first.id], reason: 'torn' })
  expect(await print).toMatchObject({ error: 'label.revoking' })
  const ctx = jobCtx(world().deps, world().tenantId)
  const bought = await buyParcels(ctx, [{ parcelId: first.id, source: code() }])
  expect(bought.get(first.id)).toMatchObject({ state: 'refused' })
  expect(source().calls.make).toBe(2)
  source().behaviour.void = 'void'
  await askAgain(order)
  expect(await taskOf(order)).toMatchObject({ status: '3' })
  expect((await read(order)).consignee.city).toBe('Wien')
  expect(source().calls.make).toBe(4)
})

test('a received parcel that never had a label gets none', async () => {
  const client = await staff()
  const change = { parcels: [parcel(), parcel()] }
  const made = await makeOrder(world(), client, { confirm: true, change })
  const [first, second] = made.parcels.map(({ id }) => id)
  expect((await client.post('/erp/label/print', { parcelIds: [first] })).status).toBe(200)
  await query(`update parcel set parcel_status = 40 where id = $1`, [second])
  const answer = await correct(await read(made))
  expect(answer).toMatchObject({ result: { state: 'waits' }, labels: [{ bought: true }] })
  await idle(world())
  expect((await read(made)).consignee.city).toBe('Wien')
  expect(await labelsOf(made)).toMatchObject([{ void: 'void' }, { state: 'made', void: null }])
})

test('a task that is closed leaves no parcel with a void label', async () => {
  source().behaviour.void = 'refused'
  const half = await printed({ parcels: [parcel(), parcel()] })
  await correct(half)
  await idle(world())
  await setVoid(half.parcels[0]!.id)
  expect(await handle('close', (await taskOf(half)).id)).toMatchObject({ rows: [{ ok: true }] })
  await idle(world())
  expect(await labelsOf(half)).toMatchObject([
    { void: 'void' },
    { state: 'made', void: null },
    { state: 'made', void: null },
  ])
  // All are void, and the parcel is sorted meanwhile: asking again answers why it is refused.
  source().behaviour.void = 'pending'
  const sorted = await printed()
  await correct(sorted)
  await idle(world())
  await query(`update parcel set parcel_status = 50 where shipment_id = $1`, [sorted.id])
  source().behaviour.void = 'void'
  await askAgain(sorted)
  const { id, status } = await taskOf(sorted)
  expect(status).toBe('2')
  expect(await handle('retry', id)).toMatchObject({
    rows: [{ ok: false, code: 'shipment.not.correct' }],
  })
  expect(await handle('close', id)).toMatchObject({ rows: [{ ok: true }] })
  await idle(world())
  expect(await labelsOf(sorted)).toMatchObject([{ void: 'void' }, { state: 'made', void: null }])
})

test('declared data of a bought label are corrected with another label; locked by hand they are refused', async () => {
  const order = await printed()
  const taxed = { ...order.consignee, taxNumber: 'DE123456789' }
  expect(await correct(order, taxed)).toMatchObject({ result: { state: 'waits' }, labels: [{}] })
  await idle(world())
  expect(await labelsOf(order)).toMatchObject([{ void: 'void' }, { state: 'made', void: null }])
  const client = await staff()
  const made = await makeOrder(world(), client, { confirm: true })
  await query('update shipment set customs_locked_at = now() where id = $1', [made.id])
  expect(await correct(await read(made))).toMatchObject({
    result: {
      issues: expect.arrayContaining([expect.objectContaining({ path: 'consignee.city' })]),
    },
  })
})
