import { PDFDocument } from '@cantoo/pdf-lib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { orderTasks, type OrderTaskDetail, type TaskAction } from '#contracts/orders/order-tasks.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { inCharging } from '#server/features/orders/charging/charging.fixture.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'
import { ownDatabase } from '#test/own-database.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'

/** What a bulk task leaves in addition to outcomes: files, prices compared, warnings. */
let world: World
let staff: Client
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await ownDatabase() })
  staff = await world.as('manager')
})
afterAll(() => world.close())
let city = ''
beforeEach(() => {
  city = `City${Math.random().toString(36).slice(2, 9)}`
})

const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world.db.pool.query<R>(text, values)).rows
const order = (confirm: boolean, change: object = {}): Promise<MadeOrder> =>
  makeOrder(world, staff, {
    confirm,
    change: {
      consignee: {
        name: 'Task',
        country: 'DE',
        city,
        postalCode: '94579',
        street: 'Weg',
        house: '1',
        phone: '+49 177 7655194',
      },
      ...change,
    },
  })
const service = async (code: string) =>
  (
    await rows<{ id: string }>(
      'select id from delivery_service where tenant_id = $1 and code = $2',
      [world.tenantId, code],
    )
  )[0]!.id
const prepare = (action: TaskAction, set: object = { query: { city } }) =>
  staff.call(orderTasks.prepare, { action, ...set })
async function work(id: string, input: object = {}): Promise<OrderTaskDetail> {
  await staff.call(orderTasks.start, { id, input: { ...input } })
  await vi.waitUntil(
    async () =>
      !['queued', 'running'].includes((await staff.call(orderTasks.queryById, { id })).status),
    { timeout: 90_000, interval: 100 },
  )
  return staff.call(orderTasks.queryById, { id })
}
const run = async (action: TaskAction, input: object = {}) =>
  work((await prepare(action)).id, input)
const outcomes = async (id: string, outcome?: 'refused' | 'warned') =>
  (
    await staff.call(orderTasks.rows, {
      id,
      pageNo: 1,
      pageSize: 200,
      ...(outcome ? { outcome } : {}),
    })
  ).records
const download = async ({ url }: { url: string }) => {
  const answer = await fetch(`${world.origin}/boot${url}`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const pages = async (bytes: Buffer) => (await PDFDocument.load(bytes)).getPageCount()

test('all that match are printed into a file that is downloaded, refused ones are named', async () => {
  const confirmed = [await order(true), await order(true), await order(true)]
  const draft = await order(false)
  const prepared = await prepare('print')
  expect(prepared).toMatchObject({ total: 4, open: 3, printed: 0 })
  const task = await work(prepared.id, { format: 'pdf', size: 'A6' })
  expect(task).toMatchObject({ status: 'done', accepted: 3, refused: 1, failure: null })
  expect(await outcomes(task.id, 'refused')).toMatchObject([
    { id: draft.id, code: 'shipment.not.print' },
  ])
  expect(task.files).toMatchObject([{ name: 'labels-1-4.pdf' }])
  expect(await pages(await download(task.files[0]!))).toBe(3)
  expect(Date.parse(task.files[0]!.expiresAt!)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const counted = await rows(
    `select p.label_copies, p.parcel_status from parcel p where p.shipment_id = any($1)`,
    [confirmed.map(({ id }) => id)],
  )
  expect(counted).toEqual(
    confirmed.map(() => ({ label_copies: 1, parcel_status: PARCEL.LABELLED })),
  )
  // It is a file of the tenant, read by the user who started the task alone.
  const files = await rows<{ tenant_id: string }>(
    `select tenant_id from stored_file where owner_kind = 'order_task' and owner_id = $1`,
    [task.id],
  )
  expect(files).toEqual([{ tenant_id: world.tenantId }])
  const admin = await world.as('tenantAdmin')
  const link = await admin.get('/sys/file/link', { id: task.files[0]!.id })
  expect(link.status).toBe(404)
  // A second print asks why, order by order.
  const again = await prepare('print')
  expect(again.printed).toBe(3)
  const bare = await work(again.id, { format: 'zpl' })
  expect(bare).toMatchObject({ accepted: 0, refused: 4, files: [] })
  expect((await outcomes(bare.id)).map(({ code }) => code)).toEqual([
    'label.reasonNeeded',
    'label.reasonNeeded',
    'label.reasonNeeded',
    'shipment.not.print',
  ])
  const none = await staff.get('/erp/orderTask/files', { id: bare.id })
  expect(none.status).toBe(404)
  const all = await staff.get('/erp/orderTask/files', { id: task.id })
  const inside = unzipSync(new Uint8Array(all.bytes))
  expect(Object.keys(inside)).toEqual(['labels-1-4.pdf'])
  expect(Buffer.from(inside['labels-1-4.pdf']!)).toEqual(await download(task.files[0]!))
  expect((await admin.get('/erp/orderTask/files', { id: task.id })).status).toBe(404)
  const reprinted = await run('print', { format: 'zpl', reason: 'jam' })
  expect(reprinted).toMatchObject({ accepted: 3, refused: 1 })
  expect((await download(reprinted.files[0]!)).toString('utf8')).toContain('^XA')
})

test('documents of all that match come as a zip, what an order lacks is named with it', async () => {
  await order(true)
  await order(false)
  const task = await run('documents', { documents: ['label', 'packingList'], format: 'zip' })
  expect(task).toMatchObject({ status: 'done', failure: null })
  expect(task.accepted + task.refused).toBe(2)
  expect(task.warned).toBe((await outcomes(task.id, 'warned')).length)
  const names = Object.keys(unzipSync(new Uint8Array(await download(task.files[0]!))))
  expect(names).toContain('labels.pdf')
  const wrong = await prepare('documents')
  const refused = await staff.post('/erp/orderTask/start', {
    id: wrong.id,
    input: { documents: ['label'], requestKey: '12345678' },
  })
  expect(refused.code).toBe(400)
})

test('another service for all that match: the price is shown first and is the price that counts', async () => {
  const first = await order(false)
  const second = await order(true)
  const gone = await order(true)
  await staff.post('/erp/label/print', { ids: [gone.id] })
  const serviceId = await service('EU-STD')
  const compared = await run('previewService', { serviceId })
  expect(compared).toMatchObject({ status: 'done', accepted: 2, refused: 1 })
  const [sum] = compared.sums
  expect(sum).toMatchObject({ currency: 'EUR' })
  for (const part of ['net', 'gross'] as const)
    expect(Number(sum!.difference[part])).toBeCloseTo(
      Number(sum!.after[part]) - Number(sum!.before[part]),
      2,
    )
  expect(Number(sum!.before.net)).toBeCloseTo(2 * Number(first.amount), 2)
  // Nothing is changed by looking.
  const services = () =>
    rows<{ service_id: string }>('select service_id from shipment where id = any($1) order by id', [
      [first.id, second.id],
    ])
  expect((await services()).map((row) => row.service_id)).not.toContain(serviceId)
  expect(
    (await staff.post('/erp/orderTask/prepare', { action: 'changeService', query: { city } })).code,
  ).toBe(400)
  // The price of one moves before the change.
  await staff.put('/erp/shipment/remark', { ids: [first.id], remark: 'x' })
  const taken = await prepare('changeService', { from: compared.id })
  expect(taken).toMatchObject({ total: 2, open: 2 })
  const changed = await work(taken.id)
  expect(changed).toMatchObject({ status: 'done', accepted: 1, refused: 1 })
  expect(await outcomes(changed.id, 'refused')).toMatchObject([
    { id: first.id, code: 'orderTask.changed' },
  ])
  expect((await services()).map((row) => row.service_id === serviceId)).toEqual([false, true])
  const other = await world.as('tenantAdmin')
  const stolen = await other.post('/erp/orderTask/prepare', {
    action: 'changeService',
    from: compared.id,
  })
  expect(stolen.status).toBe(404)
})

test('a change of service is taken back where nothing came after it, order by order', async () => {
  const ids = [await order(false), await order(true), await order(false)].map(({ id }) => id)
  const services = async () =>
    (
      await rows<{ service_id: string }>(
        'select service_id from shipment where id = any($1) order by id',
        [ids],
      )
    ).map((row) => row.service_id)
  const before = await services()
  const serviceId = await service('EU-STD')
  const there = await run('previewService', { serviceId })
  const changed = await work((await prepare('changeService', { from: there.id })).id)
  expect(changed).toMatchObject({ accepted: 3 })
  expect(await services()).toEqual(ids.map(() => serviceId))
  await staff.put('/erp/shipment/remark', { ids: [ids[2]], remark: 'x' })
  const asked = await prepare('previewService', { from: changed.id })
  expect(asked).toMatchObject({ total: 3, open: 3 })
  const back = await work(asked.id)
  expect(back).toMatchObject({ accepted: 2, refused: 1 })
  expect(await outcomes(back.id, 'refused')).toMatchObject([
    { id: ids[2], code: 'orderTask.changed' },
  ])
  expect(back.sums[0]!.after.gross).toBe(((2 * Number(there.sums[0]!.before.gross)) / 3).toFixed(2))
  const undone = await work((await prepare('changeService', { from: back.id })).id)
  expect(undone).toMatchObject({ accepted: 2, refused: 0 })
  expect(await services()).toEqual([before[0], before[1], serviceId])
  expect(
    (await staff.post('/erp/orderTask/prepare', { action: 'previewService', from: there.id })).code,
  ).toBe(400)
})

test('a price that moved between the comparison and the change refuses the order', async () => {
  const one = await order(false)
  const compared = await run('previewService', { serviceId: await service('EU-STD') })
  const { id } = await prepare('changeService', { from: compared.id })
  await rows(
    `update order_task_row set data = jsonb_set(data, '{key}', '"other"') where task_id = $1`,
    [id],
  )
  const changed = await work(id)
  expect(await outcomes(changed.id)).toMatchObject([
    { id: one.id, ok: false, code: 'service.priceChanged' },
  ])
})

test('prices of all that match are refreshed, with the price before and after', async () => {
  const one = await order(false)
  const same = await order(true)
  const labelled = await order(true)
  await staff.post('/erp/label/print', { ids: [labelled.id] })
  await rows('update shipment set amount = 1 where id = $1', [one.id])
  const [before] = await rows('select track_no from parcel where shipment_id = $1', [same.id])
  const task = await run('quote')
  expect(task).toMatchObject({ status: 'done', accepted: 2, refused: 1, warned: 0 })
  const found = new Map((await outcomes(task.id)).map((row) => [row.id, row]))
  expect(found.get(one.id)!.message).toBe(`0.01 EUR → ${one.amount} EUR`)
  expect(found.get(same.id)!.message).toBe(`Price unchanged: ${same.amount} EUR`)
  expect(found.get(labelled.id)).toMatchObject({ ok: false, code: 'shipment.not.requote' })
  expect(await rows('select track_no from parcel where shipment_id = $1', [same.id])).toEqual([
    before,
  ])
})

test('goods customs may ask about do not stop a confirmation, and are named with it', async () => {
  const { id } = await order(false, {
    consignee: {
      name: 'Jane Doe',
      country: 'US',
      city,
      state: 'NY',
      postalCode: '10001',
      street: 'Main St',
      house: '1',
      phone: '+1 202 555 0175',
    },
    parcels: [{ weightKg: '1', products: [] }],
  })
  const answer = await staff.put('/erp/shipment/confirm', { ids: [id] })
  const [row] = (answer.result as { rows: { ok: boolean; warnings?: { code: string }[] }[] }).rows
  expect(row).toMatchObject({ ok: true })
  // All that the customs check lists.
  expect(row!.warnings?.map(({ code }) => code)).toEqual([
    'customs.exportTypeMissing',
    'customs.goodsMissing',
  ])
  const home = await order(false)
  const plain = await staff.put('/erp/shipment/confirm', { ids: [home.id] })
  expect((plain.result as { rows: object[] }).rows[0]).not.toHaveProperty('warnings')
  await staff.put('/erp/shipment/withdraw', { ids: [id] })
  const task = await run('confirm')
  const warned = await outcomes(task.id, 'warned')
  expect(warned).toMatchObject([{ id, ok: true }])
  expect(task.warned).toBe(1)
})

test('confirmed orders of a task leave what they cost together', async () => {
  const both = [await order(false), await order(false)]
  const refused = await order(true)
  const task = await run('confirm')
  expect(task).toMatchObject({ accepted: 2, refused: 1 })
  const sum = both.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0)
  const text = (sum / 100).toFixed(2)
  expect(refused.amount).not.toBeNull()
  expect(task.sums).toMatchObject([{ currency: 'EUR', after: { net: text, gross: text } }])
})

const made = inCharging(() => world)
let begun: Promise<unknown> | null = null

test('a cancellation of all that match names what comes back, before and after', async () => {
  await (begun ??= made.switchOn())
  const serviceId = await made.service('ECO-PARCEL', '1')
  const who = await made.customer(10_000_000n)
  const of = () => made.order(who, { serviceId, parcels: [parcel()] })
  const [reserved, paid, gone] = [await of(), await of(), await of()]
  await made.confirm([reserved.id, paid.id, gone.id])
  await made.service('ECO-PARCEL', '3')
  const waiting = await of()
  await made.confirm([waiting.id])
  await made.print([paid.id, gone.id])
  const cost = (await made.detail(reserved)).amount
  await rows('update parcel set parcel_status = $2 where shipment_id = $1', [
    gone.id,
    PARCEL.DELIVERED,
  ])
  await rows('update shipment set shipment_status = $2 where id = $1', [gone.id, PARCEL.DELIVERED])
  const set = { ids: [reserved.id, paid.id, gone.id, waiting.id] }
  const asked = await prepare('cancel', set)
  expect(asked).toMatchObject({ total: 4, open: 3 })
  expect(asked.back).toEqual([
    {
      currency: 'EUR',
      charged: (await made.detail(paid)).amount,
      held: cost,
      waiting: (await made.detail(waiting)).amount,
    },
  ])
  const rights = ['ship:b2c:list', 'ship:b2c:cancel', 'ship:price:quote']
  const role = await createRole(world, 'tenant', rights)
  const quoting = await (await createUser(world, [role], {})).client()
  const seen = await quoting.post('/erp/orderTask/prepare', { action: 'cancel', ...set })
  expect((seen.result as { back: unknown }).back).toEqual(asked.back)
  const task = await work(asked.id, { reason: 'x' })
  expect(task).toMatchObject({ accepted: 3, refused: 1 })
  expect(task.back).toEqual(asked.back)
})

test('what a task gave back is the same once its orders are confirmed again', async () => {
  await (begun ??= made.switchOn())
  const serviceId = await made.service('ECO-PARCEL', '1')
  const who = await made.customer(10_000_000n)
  const first = await made.order(who, { serviceId, parcels: [parcel()] })
  const other = await made.order(who, { serviceId, parcels: [parcel()] })
  const ids = [first.id, other.id]
  await made.confirm(ids)
  const asked = await prepare('withdraw', { ids })
  const task = await work(asked.id)
  expect(task).toMatchObject({ accepted: 2, back: asked.back })
  expect(task.back).toMatchObject([{ currency: 'EUR', charged: '0.00' }])
  await made.confirm(ids)
  expect((await staff.call(orderTasks.queryById, { id: task.id })).back).toEqual(asked.back)
})
