import { expect, test } from 'vitest'
import { tax } from '#contracts/money/tax.ts'
import { recordFiles } from '#contracts/platform/operations/files.ts'
import { returnRules, returnConfigs } from '#contracts/returns/return-configs.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { open as openPdf, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld } from '#test/harness.ts'
import { ageReturns } from './ageing.ts'
import {
  addPhoto,
  charged,
  distributed,
  freshNo,
  scanIn,
  terms,
  track,
  unconfirmed,
} from './returns.fixture.ts'

const world = useWorld()
const clerk = () => world().as('warehouse')

async function graded(items: object[] = [], grade = 'A', value?: string) {
  const id = await unconfirmed(world())
  await distributed(world(), id)
  const { version } = await track(world(), id)
  await (await clerk()).call(returnStation.grade, { id, version, grade, items, value } as never)
  return id
}
const instruct = async (id: string, action: string, more: object = {}) =>
  (await world().as('customer')).call(returnTracks.instruct, {
    ids: [id],
    action,
    ...more,
  } as never)
const finish = async (
  id: string,
  more: object = {},
  by = 'warehouse' as 'warehouse' | 'manager',
) => {
  const { version } = await track(world(), id)
  return (await world().as(by)).put(returnStation.finish.path, { id, version, ...more })
}
const stockOf = async (sku: string) => {
  const found = await world().db.pool.query<{ sum: string }>(
    `select coalesce(sum(b.available), 0)::text as sum from stock_balance b join stock_sku k
       on k.tenant_id = b.tenant_id and k.id = b.sku_id where b.tenant_id = $1 and k.sku = $2`,
    [world().tenantId, sku],
  )
  return Number(found.rows[0]!.sum)
}
async function sku(): Promise<{ sku: string; placeId: string }> {
  const code = freshNo('SKU')
  const { pool } = world().db
  await pool.query(
    `insert into stock_sku (tenant_id, customer_id, sku, name_en, unit_weight) values ($1, $2, $3, 'Lamp', 300)`,
    [world().tenantId, world().customerId, code],
  )
  const made = await pool.query<{ id: string }>(
    `insert into stock_place (tenant_id, depot_id, code, kind) values ($1, $2, $3, '5') returning id`,
    [world().tenantId, await world().depotId('FRA1'), code],
  )
  return { sku: code, placeId: made.rows[0]!.id }
}

test('what is received is no stock until it is graded and restocked, and then once', async () => {
  await terms(world())
  const { sku: code, placeId } = await sku()
  const id = await graded([
    { sku: code, quantity: 2, grade: 'A' },
    { sku: code, quantity: 1, grade: 'A' },
  ])
  expect((await track(world(), id)).items).toMatchObject([{ sku: code, quantity: 3 }])
  expect(await track(world(), id)).toMatchObject({ state: RETURN.AWAIT })
  expect(await stockOf(code)).toBe(0)
  expect(await instruct(id, 'restock')).toMatchObject({ done: 1 })
  const before = await charged(world())
  expect(await finish(id)).toMatchObject({
    success: false,
    result: { issues: [{ path: 'placeId' }] },
  })
  expect(await finish(id, { placeId })).toMatchObject({
    success: true,
    result: { state: RETURN.STORED },
  })
  expect(await stockOf(code)).toBe(3)
  expect(await charged(world())).toBe(before + 80n)
  expect(await finish(id, { placeId })).toMatchObject({ success: false })
  expect([await stockOf(code), await charged(world())]).toEqual([3, before + 80n])
})

test('its owner reads what each decision will be charged, as it is then charged', async () => {
  await terms(world())
  const { sku: code, placeId } = await sku()
  const id = await graded([{ sku: code, quantity: 1, grade: 'A' }])
  const { actionFees } = await (await world().as('customer')).call(returnTracks.queryById, { id })
  const restocking = actionFees!.find(({ action }) => action === 'restock')!
  expect(restocking).toMatchObject({ net: '0.80', currency: 'EUR' })
  const before = await charged(world())
  await instruct(id, 'restock')
  await finish(id, { placeId })
  expect(await charged(world())).toBe(before + BigInt(restocking.gross.replace('.', '')))
})

test('its owner reads the storage due so far, as it is then charged with the decision', async () => {
  await terms(world())
  const { sku: code, placeId } = await sku()
  const id = await graded([{ sku: code, quantity: 1, grade: 'A' }])
  // 80 days, 60 of them free, at 0.10.
  await world().db.pool.query(
    `update return_track set owned_at = now() - interval '80 days 1 hour' where id = $1`,
    [id],
  )
  const { actionFees } = await (await world().as('customer')).call(returnTracks.queryById, { id })
  const due = actionFees!.filter(({ action }) => ['restock', 'storage'].includes(action))
  expect(due.map(({ action, net }) => [action, net])).toEqual([
    ['restock', '0.80'],
    ['storage', '2.00'],
  ])
  const before = await charged(world())
  await instruct(id, 'restock')
  await finish(id, { placeId })
  const sum = due.reduce((so, { gross }) => so + BigInt(gross.replace('.', '')), 0n)
  expect(await charged(world())).toBe(before + sum)
})

test('a return opens without its fees where the rate of their tax is missing', async () => {
  const id = await graded([{ sku: (await sku()).sku, quantity: 1 }])
  const { pool } = world().db
  const { tenantId } = world()
  await pool.query('select put_tax_rates($1)', [tenantId])
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  await finance.call(tax.saveSetting, { prices: 'net', country: 'DE', vatId: null, version })
  await pool.query('delete from tax_rate where tenant_id = $1', [tenantId])
  const read = (await world().as('customer')).call(returnTracks.queryById, { id })
  expect((await read).actionFees).toBeNull()
  const inBox = await unconfirmed(world())
  const boss = await world().as('manager')
  const of = { ids: [inBox], customerId: world().customerId }
  expect(await boss.call(returnPools.receiveFees, of)).toBeNull()
  expect(await distributed(world(), inBox)).toMatchObject({ rows: [{ code: 'tax.noRate' }] })
  await pool.query(`update tax_setting set prices = 'off' where tenant_id = $1`, [tenantId])
})

test('two at once restock and charge once', async () => {
  const { sku: code, placeId } = await sku()
  const id = await graded([{ sku: code, quantity: 2 }])
  await instruct(id, 'restock')
  const before = await charged(world())
  const both = await Promise.all([finish(id, { placeId }), finish(id, { placeId }, 'manager')])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(await stockOf(code)).toBe(2)
  expect(await charged(world())).toBe(before + 80n)
})

test('a forwarding is an order of its owner, made from a return', async () => {
  const id = await graded()
  const { pool } = world().db
  const service = await pool.query<{ id: string; names: string[] }>(
    `select id, array[name, name_en] as names from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  const to = {
    serviceId: service.rows[0]!.id,
    name: 'Erika Muster',
    country: 'DE',
    city: 'Berlin',
    postalCode: '10115',
    street: 'Invalidenstr.',
    house: '5',
    phone: '+49 30 1234567',
  }
  expect(
    (
      await (
        await world().as('customer')
      ).put(returnTracks.instruct.path, { ids: [id], action: 'forward' })
    ).success,
  ).toBe(false)
  const back = await pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'RET-EU'`,
    [world().tenantId],
  )
  const forward = { ...to, serviceId: back.rows[0]!.id }
  const refused = await (
    await world().as('customer')
  ).put(returnTracks.instruct.path, { ids: [id], action: 'forward', forward })
  expect(refused.result).toMatchObject({
    issues: [{ path: 'forward.serviceId', code: 'service.otherKind' }],
  })
  await instruct(id, 'forward', { forward: to })
  const seen = await (await world().as('customer')).call(returnTracks.queryById, { id })
  expect(service.rows[0]!.names).toContain(seen.forward?.service)
  expect(seen.forward?.address).toMatch(/^Erika Muster, Invalidenstr. 5, 10115 Berlin, .*1234567$/)
  const done = await finish(id)
  expect(done).toMatchObject({ success: true, result: { state: RETURN.FORWARDED } })
  const made = await pool.query(
    `select s.order_method, s.customer_id, s.consignee_name from shipment s
       join return_track t on t.tenant_id = s.tenant_id and t.forward_id = s.id where t.id = $1`,
    [id],
  )
  expect(made.rows).toEqual([
    { order_method: '6', customer_id: world().customerId, consignee_name: 'Erika Muster' },
  ])
})

test('above the limit two users destroy, with a photo and a certificate', async () => {
  await terms(world())
  const id = await graded([{ sku: 'X', quantity: 1 }], 'E', '90')
  await instruct(id, 'destroy')
  expect(await finish(id)).toMatchObject({ error: 'returns.photoNeeded' })
  await addPhoto(world(), id)
  expect(await finish(id)).toMatchObject({
    result: { state: RETURN.PROCESSING, destroyBy: world().username('warehouse') },
  })
  expect(await finish(id)).toMatchObject({ error: 'returns.twoUsers' })
  expect(await finish(id, {}, 'manager')).toMatchObject({ result: { state: RETURN.DESTROYED } })
  const customer = await world().as('customer')
  const paper = await customer.get(returnTracks.certificate.path, { id })
  expect(await textOf(await openPdf(paper.bytes), 1)).toContain('Certificate of destruction')
  const zip = await customer.get(returnTracks.photos.path, { id })
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
  const low = await graded([], 'D', '5')
  await instruct(low, 'destroy')
  await addPhoto(world(), low)
  // Who entered the value does not judge by it alone.
  expect(await finish(low, {}, 'manager')).toMatchObject({ result: { state: RETURN.DESTROYED } })
})

test('standing instructions decide by their order; a dry run changes nothing and gives the reason', async () => {
  const customer = await world().as('otherCustomer')
  const rule = (values: object) => customer.call(returnRules.endpoints.add, values as never)
  await rule({ priority: 10, grades: 'a', action: 'relabel' })
  await rule({ priority: 20, grades: 'CDE', maxValue: '20', currency: 'EUR', action: 'destroy' })
  expect(
    (await customer.post(returnRules.endpoints.add.path, { priority: 10, action: 'ask' })).success,
  ).toBe(false)
  expect(
    (
      await customer.post(returnRules.endpoints.add.path, {
        priority: 11,
        grades: 'XY',
        action: 'ask',
      })
    ).success,
  ).toBe(false)
  const gradeAs = async (grade: string, value?: string) => {
    const id = await unconfirmed(world())
    await distributed(world(), id, world().otherCustomerId)
    const { version } = await track(world(), id)
    await (await clerk()).call(returnStation.grade, { id, version, grade, value } as never)
    return track(world(), id)
  }
  expect(await gradeAs('A')).toMatchObject({
    state: 60,
    action: 'relabel',
    decided: 'Standing instruction: 10 · A',
  })
  expect(await gradeAs('C', '15')).toMatchObject({ state: 60, action: 'destroy' })
  expect(await gradeAs('C', '25')).toMatchObject({ state: 50, action: null })
  expect(await gradeAs('B')).toMatchObject({ state: 50 })
  const count = async () =>
    (
      await world().db.pool.query(
        `select (select count(*) from return_step where tenant_id = $1) as steps,
          (select count(*) from ledger_entry where tenant_id = $1) as entries,
          (select max(version) from return_track where tenant_id = $1) as version`,
        [world().tenantId],
      )
    ).rows
  const before = await count()
  const run = await customer.call(returnConfigs.dryRun, {})
  expect(run.rows.length).toBeGreaterThanOrEqual(4)
  expect(run.rows.find(({ grade }) => grade === 'A')).toMatchObject({
    differs: false,
    reason: '10 · A',
  })
  expect(await count()).toEqual(before)
})

test('what is not decided yet can be split; a question is on the track for both sides', async () => {
  const id = await graded([
    { sku: 'A1', quantity: 1 },
    { sku: 'B1', quantity: 2 },
  ])
  const customer = await world().as('customer')
  const whole = await customer.call(returnTracks.queryById, { id })
  const part = await customer.call(returnTracks.split, {
    id,
    version: whole.version,
    itemIds: [whole.items[0]!.id],
  })
  expect((await customer.call(returnTracks.queryById, { id: part.id })).items).toMatchObject([
    { sku: 'A1' },
  ])
  const left = await customer.call(returnTracks.queryById, { id })
  expect(left.items).toMatchObject([{ sku: 'B1' }])
  expect(
    await customer.post(returnTracks.split.path, {
      id,
      version: left.version,
      itemIds: [left.items[0]!.id],
    }),
  ).toMatchObject({ error: 'returns.splitAll' })
  await customer.call(returnTracks.ask, { id, text: 'Is the box torn?' })
  expect((await track(world(), id)).steps.at(-1)).toMatchObject({
    verb: 'question',
    note: 'Is the box torn?',
  })
})

test('the print station answers instruction and label; a second label needs a reason', async () => {
  const no = freshNo()
  const { result } = await scanIn(world(), no)
  await distributed(world(), result.id!)
  await instruct(result.id!, 'relabel', { note: 'new FNSKU' })
  const staff = await clerk()
  const print = (more: object = {}) => staff.post(returnStation.printScan.path, { no, ...more })
  expect(await print()).toMatchObject({
    result: { action: 'relabel', prints: 1, note: 'new FNSKU', ownLabel: null },
  })
  expect(await print()).toMatchObject({ success: false, error: 'returns.printAgain' })
  expect(await print({ reason: 'torn' })).toMatchObject({ result: { prints: 2 } })
  const customer = await world().as('customer')
  expect(
    (
      await customer.upload(recordFiles.upload.path, 'l.pdf', '%PDF-1.7\n%%EOF', {
        ownerKind: 'return_track',
        ownerId: result.id!,
        kind: 'label',
      })
    ).success,
  ).toBe(true)
  expect(await print({ reason: 'own label' })).toMatchObject({
    result: { ownLabel: expect.any(String) },
  })
  expect(await print({ no: 'NOSUCH1' })).toMatchObject({ error: 'returns.unknownNumber' })
  const label = await staff.get(returnStation.label.path, { id: result.id! })
  expect(await textOf(await openPdf(label.bytes), 1)).toContain(result.no!)
  await staff.call(returnStation.mismatch, { id: result.id!, note: 'two items' })
  expect((await track(world(), result.id!)).steps.at(-1)).toMatchObject({ verb: 'mismatch' })
})

test('age moves what has no owner to the common pool, and twice the same run changes nothing more', async () => {
  const id = await unconfirmed(world())
  const young = await unconfirmed(world())
  await world().db.pool.query(
    `update return_track set arrived_at = now() - interval '8 days', due_at = now() where id = $1`,
    [id],
  )
  const ctx = jobCtx(world().deps, world().tenantId)
  await ageReturns(ctx)
  const after = await track(world(), id)
  expect([after.state, (await track(world(), young)).state]).toEqual([
    RETURN.COMMON,
    RETURN.UNCONFIRMED,
  ])
  await ageReturns(ctx)
  expect((await track(world(), id)).version).toBe(after.version)
  await world().db.pool.query(
    `update return_track set arrived_at = now() - interval '91 days' where id = $1`,
    [id],
  )
  await ageReturns(ctx)
  expect((await track(world(), id)).dueStep_dictText).toBe('Proposed for destruction')
  const destroy = async (by: 'manager' | 'tenantAdmin') =>
    (await world().as(by)).call(returnPools.destroyUnowned, { ids: [id], reason: 'too old' })
  await addPhoto(world(), id)
  expect(await destroy('manager')).toMatchObject({ done: 1 })
  expect(await destroy('manager')).toMatchObject({ rows: [{ code: 'returns.twoUsers' }] })
  expect(await destroy('tenantAdmin')).toMatchObject({ done: 1 })
  expect((await track(world(), id)).state).toBe(RETURN.DESTROYED)
  const paper = await (await world().as('manager')).get(returnTracks.certificate.path, { id })
  expect(await textOf(await openPdf(paper.bytes), 1)).toContain('too old')
})
