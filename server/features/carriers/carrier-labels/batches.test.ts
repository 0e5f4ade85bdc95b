import { beforeAll, expect, test } from 'vitest'
import { dhl } from '#server/features/carriers/carrier-labels/carriers/dhl/index.ts'
import { labelSources } from '#server/features/orders/label-sources/index.ts'
import { finishOpen } from '#server/features/orders/labels/sources/make-labels.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'
import { carrierSource } from './buying/label-source.ts'
import { labelCarriers } from './carriers/label-carriers.ts'
import { editAccountOf, openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
let staff: Client
let account: { id: string; serviceId: string }
beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  account = await openAccountFor(world(), staff, 'gls')
})

const confirmed = (change: Record<string, unknown> = {}) =>
  makeOrder(world(), staff, { confirm: true, change })
interface Items {
  counts: Record<'waiting' | 'done' | 'refused' | 'unknown' | 'closed', number>
  rows: { serialNumber: string; state: string; carrierNo: string | null; messages: object[] }[]
}
const itemsOf = async (id: string) =>
  (await staff.get('/erp/carrierBatch/items', { id })).result as Items
const add = async (numbers: string[], more: Record<string, unknown> = {}) =>
  staff.post('/erp/carrierBatch/add', { carrier: 'gls', validateOnly: false, numbers, ...more })
const stateOf = async (id: string) =>
  ((await staff.get('/erp/carrierBatch/queryById', { id })).result as { state: string }).state
const done = async (id: string): Promise<Items> => {
  await expect.poll(() => stateOf(id)).toBe('done')
  return itemsOf(id)
}
const batchOf = async (numbers: string[], more: Record<string, unknown> = {}) => {
  const made = await add(numbers, more)
  expect(made.success, JSON.stringify(made)).toBe(true)
  const { id } = made.result as { id: string }
  return { id, ...(await done(id)) }
}
const soldTo = async (orders: readonly MadeOrder[]) =>
  (
    await world().db.pool.query(
      `select 1 from simulator_label l join carrier_shipment c
          on c.tenant_id = l.tenant_id and c.reference = l.reference
        where c.parcel_id = any($1)`,
      [orders.flatMap(({ parcels }) => parcels.map(({ id }) => id))],
    )
  ).rows.length

test('a batch buys each parcel’s label, closes the day, and then none is taken back', async () => {
  const orders = [await confirmed({ parcels: [parcel(), parcel()] }), await confirmed()]
  const batch = await batchOf(orders.map(({ serialNumber }) => serialNumber))
  expect(batch.counts).toMatchObject({ done: 3, refused: 0, waiting: 0 })
  expect(batch.rows.every(({ carrierNo }) => /^276\d{9}$/.test(carrierNo ?? ''))).toBe(true)
  const closed = await staff.put('/erp/carrierBatch/manifest', { id: batch.id })
  expect(closed.result).toMatchObject({ closed: 3, refused: [] })
  expect((await itemsOf(batch.id)).counts.closed).toBe(3)
  expect((await staff.put('/erp/carrierBatch/manifest', { id: batch.id })).error).toBe(
    'carrierBatch.nothingToClose',
  )
  const cancelled = await staff.put('/erp/carrierBatch/cancel', { ids: [batch.id] })
  expect(cancelled.result).toMatchObject({ done: 0 })
  expect((await staff.put('/erp/carrierBatch/fetch', { id: batch.id })).error).toBe(
    'carrierBatch.noPapers',
  )
})

test('a refused parcel keeps none of the others back, and is tried again as it is then', async () => {
  const [good, bad] = [await confirmed(), await confirmed()]
  await world().db.pool.query(`update shipment set postal_code = '99999' where id = $1`, [bad.id])
  const batch = await batchOf([good.serialNumber, bad.reference])
  expect(batch.counts).toMatchObject({ done: 1, refused: 1 })
  expect(batch.rows.find(({ state }) => state === 'refused')?.messages).toMatchObject([
    { advice: 'postalCode', field: 'consignee.postalCode' },
  ])
  await world().db.pool.query(`update shipment set postal_code = '94579' where id = $1`, [bad.id])
  expect((await staff.put('/erp/carrierBatch/retry', { id: batch.id })).result).toEqual({
    parcels: 1,
  })
  expect((await done(batch.id)).counts).toMatchObject({ done: 2, refused: 0 })
  expect(await soldTo([good, bad])).toBe(2)
})

test('checking only buys nothing', async () => {
  const order = await confirmed()
  const batch = await batchOf([order.parcels[0]!.serialNumber], { validateOnly: true })
  expect(batch.counts).toMatchObject({ done: 1 })
  expect(await soldTo([order])).toBe(0)
})

test('a batch whose job was lost too often shows it, and goes on when it is tried again', async () => {
  const order = await confirmed()
  const batch = await batchOf([order.serialNumber], { validateOnly: true })
  // As a process leaves it, and marks its job, that was lost for the third time.
  const { pool } = world().db
  await pool.query(`update carrier_batch set state = 'running' where id = $1`, [batch.id])
  await pool.query(`update carrier_batch_item set state = 'waiting' where batch_id = $1`, [
    batch.id,
  ])
  await pool.query(
    `select graphile_worker.add_job('carriers.runBatch', $1::json, max_attempts => 3,
      flags => array['lost1', 'lost2', 'lost3'])`,
    [JSON.stringify({ batchId: batch.id, tenantId: world().tenantId })],
  )
  await expect.poll(() => stateOf(batch.id)).toBe('stopped')
  const tried = await staff.put('/erp/carrierBatch/retry', { id: batch.id })
  expect(tried.result).toEqual({ parcels: 1 })
  expect((await done(batch.id)).counts).toMatchObject({ done: 1, waiting: 0 })
  // Stopped after its last parcel was done: it can still be ended.
  await pool.query(`update carrier_batch set state = 'stopped' where id = $1`, [batch.id])
  const ended = await staff.put('/erp/carrierBatch/retry', { id: batch.id })
  expect(ended.result).toEqual({ parcels: 0 })
  await done(batch.id)
})

test('the same batch asked for twice at once buys one label a parcel', async () => {
  const order = await confirmed({ parcels: [parcel(), parcel(), parcel()] })
  const batches = await Promise.all([0, 1, 2].map(() => batchOf([order.serialNumber])))
  for (const { counts } of batches) expect(counts.done).toBe(3)
  expect(await soldTo([order])).toBe(3)
})

test('a lost answer in a batch is found again, and nothing is bought twice', async () => {
  await editAccountOf(staff, account.id, { simulatorScript: 'lostAnswer' })
  const order = await confirmed({ parcels: [parcel(), parcel()] })
  const batch = await batchOf([order.serialNumber])
  expect(batch.counts).toMatchObject({ unknown: 2 })
  await editAccountOf(staff, account.id, { simulatorScript: 'usual' })
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id from carrier_shipment where batch_id = $1',
    [batch.id],
  )
  const looked = await staff.put('/erp/carrierShipment/look', { ids: rows.map(({ id }) => id) })
  expect(looked.result).toMatchObject({ done: 2 })
  expect((await itemsOf(batch.id)).counts).toMatchObject({ done: 2, unknown: 0 })
  expect(await soldTo([order])).toBe(2)
})

test('a password that expired stops a whole batch with few questions and one notice', async () => {
  await editAccountOf(staff, account.id, { simulatorScript: 'denied' })
  const { pool } = world().db
  const order = await confirmed({ parcels: Array.from({ length: 40 }, () => parcel()) })
  const refusals = async () =>
    (
      await pool.query<{ count: number }>(
        'select count(*)::int as count from carrier_call where tenant_id = $1 and http_status = 401',
        [world().tenantId],
      )
    ).rows[0]!.count
  const before = await refusals()
  const checked = await batchOf([order.serialNumber], { validateOnly: true })
  expect(checked.counts).toMatchObject({ refused: 40 })
  expect((await refusals()) - before).toBe(1)
  await pool.query('update carrier_account set stopped_at = null where id = $1', [account.id])
  const made = await add([order.serialNumber])
  const { id } = made.result as { id: string }
  const stopped = async () =>
    (
      await pool.query<{ count: number }>(
        `select count(*)::int as count from carrier_shipment
          where batch_id = $1 and state = 'wanted' and messages->0->>'advice' = 'auth'`,
        [id],
      )
    ).rows[0]!.count
  await expect.poll(stopped).toBe(40)
  // One for each call that was under way at once.
  expect((await refusals()) - before).toBeLessThanOrEqual(5)
  await editAccountOf(staff, account.id, { simulatorScript: 'usual' })
  const tested = await staff.post('/erp/carrierAccount/test', { id: account.id })
  expect(tested.result).toMatchObject({ ok: true })
  const parcelIds = order.parcels.map((one) => one.id)
  await finishOpen(jobCtx(world().deps, world().tenantId), parcelIds, 0)
  // The batch itself may be buying some of them just now.
  await expect.poll(async () => (await itemsOf(id)).counts).toMatchObject({ done: 40, waiting: 0 })
  expect(await soldTo([order])).toBe(40)
})

test('numbers of no order, of another carrier’s services or of other tenants are named', async () => {
  const made = await add(['NO-SUCH-ORDER'])
  expect(made.success).toBe(false)
  expect(made.message + JSON.stringify(made.result)).toContain('NO-SUCH-ORDER')
  const order = await confirmed()
  const elsewhere = await add([order.serialNumber], { carrier: 'dhl' })
  expect(elsewhere.success).toBe(false)
  expect((await add(Array.from({ length: 1_001 }, (_, at) => `N${at}`))).success).toBe(false)
})

test('who may use one carrier’s screens does not reach the other’s', async () => {
  const nobody = await world().as('customer')
  for (const path of ['carrierBatch', 'carrierShipment', 'carrierAccount'])
    expect((await nobody.get(`/erp/${path}/list`)).status).toBe(403)
  const stranger = await world().otherTenantUser()
  const read = await stranger.get('/erp/carrierAccount/read', { id: account.id })
  expect(read.status).toBe(404)
})

test('new secrets serve once the carrier accepts them; an account’s secrets never come out', async () => {
  const made = await openAccountFor(world(), staff, 'dhl', { services: [] })
  await editAccountOf(staff, made.id, { simulatorScript: 'denied' })
  const refused = await staff.put('/erp/carrierAccount/rotate', {
    id: made.id,
    secrets: { password: 'first-secret-word' },
  })
  expect(refused.result).toEqual({ ok: false, detail: 'auth' })
  await editAccountOf(staff, made.id, { simulatorScript: 'usual' })
  const taken = await staff.put('/erp/carrierAccount/rotate', {
    id: made.id,
    secrets: { password: 'second-secret-word' },
  })
  expect(taken.result).toEqual({ ok: true, detail: 'ok' })
  const read = await staff.get('/erp/carrierAccount/read', { id: made.id })
  expect(read.result).toMatchObject({
    secrets: { password: { set: true, last4: 'word' }, apiSecret: { set: false } },
  })
  expect(JSON.stringify(read.result)).not.toContain('secret-word')
  const logged = await world().db.pool.query<{ text: string }>(
    `select coalesce(string_agg(d::text, ' '), '') as text from data_log d
      where d.tenant_id = $1`,
    [world().tenantId],
  )
  expect(logged.rows[0]?.text).not.toContain('secret-word')
})

test('a live account that is not filled in is not asked, and what is missing is named', async () => {
  const made = await staff.post('/erp/carrierAccount/add', {
    carrier: 'gls',
    name: 'bare',
    mode: 'live',
    courierId: '1',
    labelFormat: 'pdf',
    mustEncode: true,
    enabled: true,
    simulatorScript: 'usual',
    settings: {},
    billing: {},
    services: [],
  })
  const { issues } = made.result as { issues: { path: string }[] }
  expect(issues.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['settings.clientId', 'settings.contactId']),
  )
})

test('a carrier that is no part of the product sells labels by one more folder', async () => {
  const snail = { ...dhl, code: 'snail', title: { zh_CN: '蜗牛', en_US: 'Snail' }, perCall: 2 }
  const { all } = labelCarriers.of(world().deps)
  labelCarriers.set(world().deps, { all: [...all, snail] })
  labelSources.of(world().deps).called.push(carrierSource(snail))
  const described = (await staff.get('/erp/carrierAccount/carriers')).result as { code: string }[]
  expect(described.map(({ code }) => code)).toContain('snail')
  await world().db.pool.query(
    `with a as (insert into carrier_account (tenant_id, carrier, name, courier_id, billing)
        select $1, 'snail', 'snail', id, '{"V01PAK": "33333333330101"}' from courier
        where tenant_id = $1 and code = 'DHL' returning id)
      update carrier_account_service s set account_id = a.id, product = 'V01PAK' from a
      where s.tenant_id = $1 and s.service_id = $2`,
    [world().tenantId, account.serviceId],
  )
  const order = await confirmed({ parcels: [parcel(), parcel(), parcel()] })
  const printed = await staff.post('/erp/label/print', { ids: [order.id] })
  expect(printed.status, JSON.stringify(printed)).toBe(200)
  expect(await soldTo([order])).toBe(3)
})
