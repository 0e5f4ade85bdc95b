import { afterEach, beforeEach, expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { open } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel, type MadeOrder } from '#test/orders.ts'
import { finishOpen } from './make-labels.ts'
import { openTestSource } from './test-source.fixture.ts'

const world = useWorld()
let count = 0
let source: Awaited<ReturnType<typeof openTestSource>>
beforeEach(async () => {
  source = await openTestSource(world(), `test${++count}`)
})
afterEach(() => source.close())

const staff = () => world().as('manager')
const confirmed = async (change: Record<string, unknown> = {}) =>
  makeOrder(world(), await staff(), { confirm: true, change })
const print = async ({ id }: MadeOrder, more: object = {}) =>
  (await staff()).post('/erp/label/print', { ids: [id], ...more })
const stateOf = async ({ id }: MadeOrder) =>
  ((await (await staff()).get('/erp/shipment/queryById', { id })).result as MadeOrder)
    .shipmentStatus
const labelsOf = async ({ id }: MadeOrder) =>
  (
    await world().db.pool.query<{ id: string; state: string; cost: string | null }>(
      'select id, state, cost from parcel_label where shipment_id = $1 order by id',
      [id],
    )
  ).rows
const finish = ({ parcels }: MadeOrder) =>
  finishOpen(
    jobCtx(world().deps, world().tenantId),
    parcels.map(({ id }) => id),
    0,
  )

test('a label of another source is made once, printed again from what it gave, and its price kept once', async () => {
  const order = await confirmed({ parcels: [parcel(), parcel()] })
  const answer = await print(order)
  expect(answer.status).toBe(200)
  expect((await open(answer.bytes)).numPages).toBe(2)
  expect(await stateOf(order)).toBe(PARCEL.LABELLED)
  expect((await print(order, { reason: 'jam' })).status).toBe(200)
  expect(source.calls).toEqual({ make: 2, find: 0, void: 0 })
  expect(await labelsOf(order)).toMatchObject([
    { state: 'made', cost: '345' },
    { state: 'made', cost: '345' },
  ])
  // Its number finds the parcel as ours does.
  const numbers = await world().db.pool.query(
    `select 1 from tracking_number where parcel_id = any($1) and number like 'Ttest%'`,
    [order.parcels.map(({ id }) => id)],
  )
  expect(numbers.rows.length).toBe(2)
})

test('twenty prints at once of one parcel ask for one label', async () => {
  const order = await confirmed()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => print(order, { reason: `copy ${at}` })),
  )
  for (const { status, error } of answers)
    expect(status === 200 || error === 'label.pending', error).toBe(true)
  expect((await print(order, { reason: 'last' })).status).toBe(200)
  expect(source.calls.make).toBe(1)
  expect((await labelsOf(order)).length).toBe(1)
})

test('a refusal is shown with its reason, and asked for again once what was wrong is mended', async () => {
  source.behaviour.make = 'refused'
  const order = await confirmed()
  const answer = await print(order)
  expect(answer).toMatchObject({ success: false, error: 'label.refused' })
  expect(answer.message).toContain('postcode not served')
  expect(answer.result).toMatchObject({
    parcels: [{ state: 'refused', reason: 'postcode not served' }],
  })
  expect(await stateOf(order)).toBe(PARCEL.CONFIRMED)
  source.behaviour.make = 'made'
  expect((await print(order)).status).toBe(200)
  expect((await labelsOf(order)).map(({ state }) => state)).toEqual(['refused', 'made'])
})

test('a label that is still to come is asked about, not made again, and printed when it is there', async () => {
  source.behaviour.make = 'pending'
  const order = await confirmed()
  for (let time = 0; time < 2; time++)
    expect(await print(order)).toMatchObject({ success: false, error: 'label.pending' })
  expect(source.calls.make).toBe(1)
  await finish(order)
  expect(await labelsOf(order)).toMatchObject([{ state: 'pending' }])
  const key = [...source.made.keys()][0]!
  source.made.set(key, source.label(key))
  await finish(order)
  expect(await labelsOf(order)).toMatchObject([{ state: 'made', cost: '345' }])
  expect(await stateOf(order)).toBe(PARCEL.LABELLED)
  expect((await print(order)).status).toBe(200)
  expect(source.calls.make).toBe(1)
})

test('an answer that never came is looked for: the label there is is taken, never made again', async () => {
  source.behaviour.slow = true
  const order = await confirmed()
  expect(await print(order)).toMatchObject({ error: 'label.pending' })
  expect(await labelsOf(order)).toMatchObject([{ state: 'unknown', cost: null }])
  source.behaviour.slow = false
  await Promise.all([finish(order), finish(order), print(order)])
  await finish(order)
  expect(await labelsOf(order)).toMatchObject([{ state: 'made', cost: '345' }])
  expect(source.calls.make).toBe(1)
})

test('a process lost before and after it asked leaves a row that is worked off', async () => {
  for (const state of ['wanted', 'sent'] as const) {
    const order = await confirmed()
    // The row as it stands when the process dies between the commit and the answer.
    await world().db.pool.query(
      `insert into parcel_label (tenant_id, parcel_id, shipment_id, serial_number, customer_id,
         depot_id, source, state, asked_at)
       select p.tenant_id, p.id, s.id, s.serial_number, s.customer_id, s.depot_id, $2, $3,
         case when $3 = 'sent' then now() end
       from parcel p join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
       where s.id = $1`,
      [order.id, `test${count}`, state],
    )
    await finish(order)
    expect(await labelsOf(order)).toMatchObject([{ state: 'made' }])
    expect(await stateOf(order)).toBe(PARCEL.LABELLED)
  }
  expect(source.calls).toMatchObject({ make: 2, find: 1 })
})

test('what does not fit the label of the source is refused at its field before confirming', async () => {
  const client = await staff()
  const draft = await orderDraft(world())
  const consignee = draft.consignee as object
  const confirm = async (change: object) => {
    const { id } = await makeOrder(world(), client, {
      change: { consignee: { ...consignee, ...change } },
    })
    const { rows } = (await client.put('/erp/shipment/confirm', { ids: [id] })).result as {
      rows: { ok: boolean; code: string | null; message: string | null }[]
    }
    return rows[0]!
  }
  const long = await confirm({ name: 'Maximilian-Alexander von und zu Hohenstein' })
  expect(long).toMatchObject({ ok: false, code: 'label.doesNotFit' })
  expect(long.message).toContain('Consignee name: needs 2 lines')
  const script = await confirm({ name: '王小明' })
  expect(script.message).toContain('王 小 明')
  // Two lines are there for it, broken between words.
  expect(await confirm({ street: 'Lange Reihe am Hafen', house: '17 a' })).toMatchObject({
    ok: true,
  })
  source.close()
  // Our own label prints Chinese, and no Thai.
  expect(await confirm({ name: '王小明' })).toMatchObject({ ok: true })
  expect(await confirm({ name: 'สมชาย' })).toMatchObject({ code: 'label.doesNotFit' })
})
