import { beforeAll, expect, test, vi } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { priceTrials } from '#contracts/orders/price-trials.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const world = useOwnWorld()
let staff: Client
let feeId: string
let now: string
let draft: string
const made: { amount: string }[] = []

beforeAll(async () => {
  staff = await world().as('manager')
  const found = await world().db.pool.query<{ fee_id: string }>(
    `select fee_id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  feeId = found.rows[0]!.fee_id
  for (const weightKg of ['1.2', '4.9', '12'])
    made.push(
      (await makeOrder(world(), staff, {
        change: { parcels: [parcel({ weightKg })] },
      })) as unknown as { amount: string },
    )
  made.push(
    (await makeOrder(world(), staff, {
      change: { customerId: world().otherCustomerId },
    })) as unknown as { amount: string },
  )
  now = (await staff.call(feePrices.sheet, { feeId })).current!.id
  const { id } = await staff.call(feePrices.clone, { feeId })
  draft = id
  const { current, zones, rows } = await staff.call(feePrices.sheet, { feeId, versionId: id })
  await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: rows.map((row) => ({
      ...row,
      prices: row.prices.map((price) => price && (Number(price) * 2).toFixed(2)),
    })),
  })
})
const start = (more: object = {}, client = staff) =>
  client.call(priceTrials.start, { id: now, withId: draft, ...more })
const resultOf = async (id: string) => {
  await vi.waitUntil(
    async () =>
      !['queued', 'running'].includes((await staff.call(priceTrials.queryById, { id })).status),
    { timeout: 90_000, interval: 50 },
  )
  return staff.call(priceTrials.queryById, { id })
}
const trial = async (more: object = {}) => resultOf((await start(more)).id)

test('a draft with doubled prices would have earned twice as much', async () => {
  const began = await start()
  expect(began).toMatchObject({ found: 4, total: 4 })
  const result = await resultOf(began.id)
  const sum = made.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
  expect(result).toMatchObject({ status: 'done', total: 4, done: 4, winners: 0, losers: 2 })
  const [all, ...more] = result.totals
  expect(more).toEqual([])
  expect(all).toMatchObject({ currency: 'EUR', orders: 4, parcels: 4 })
  expect(Math.round(Number(all!.before) * 100)).toBe(sum)
  expect(Number(all!.after) / Number(all!.before)).toBeCloseTo(2, 2)
  expect(result.customers.map(({ orders }) => orders)).toEqual([3, 1])
  expect(result.services.map(({ code, orders }) => [code, orders])).toEqual([['ECO-PARCEL', 4]])
  const parts = result.customers.reduce((total, one) => total + Number(one.difference), 0)
  expect(parts).toBeCloseTo(Number(all!.difference), 6)
  // Kept, and seen again.
  const kept = await staff.call(priceTrials.list, { feeId })
  expect(kept.records.find(({ id }) => id === began.id)).toMatchObject({ status: 'done', total: 4 })
  const file = await staff.get('/erp/priceTrial/exportXls', { id: began.id, exportFormat: 'csv' })
  const lines = file.bytes.toString('utf8').trim().split(/\r?\n/)
  expect(lines).toHaveLength(4)
  expect(lines[3]).toContain(`EUR,4,4,${all!.before},${all!.after},${all!.difference}`)
})

test('a version against itself changes nothing', async () => {
  const { totals, ...result } = await trial({ withId: now })
  expect(result).toMatchObject({ winners: 0, losers: 0 })
  expect(totals[0]).toMatchObject({ changeBp: 0, before: totals[0]!.after })
})

test('of one user a trial at a time; one that is stopped leaves no orders to price', async () => {
  const free = await blockQueue()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      staff.post('/erp/priceTrial/start', { id: now, withId: draft }),
    ),
  )
  const began = answers.filter(({ success }) => success)
  expect(began).toHaveLength(1)
  expect(answers.filter(({ error }) => error === 'priceTrial.open')).toHaveLength(4)
  const { id } = began[0]!.result as { id: string }
  await staff.call(priceTrials.stop, { id })
  expect((await staff.put('/erp/priceTrial/stop', { id })).success).toBe(false)
  const left = await world().db.pool.query('select from price_trial_part where trial_id = $1', [id])
  expect(left.rowCount).toBe(0)
  await free()
  expect(await staff.call(priceTrials.queryById, { id })).toMatchObject({
    status: 'stopped',
    done: 0,
    totals: [],
  })
})

test('a version that is changed while orders are priced ends the trial', async () => {
  const free = await blockQueue()
  const { id } = await start()
  const { current, zones, rows } = await staff.call(feePrices.sheet, { feeId, versionId: draft })
  await staff.call(feePrices.save, {
    id: draft,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows,
  })
  await free()
  const ended = await resultOf(id)
  expect(ended).toMatchObject({ status: 'failed', failure: { code: 'priceTrial.changed' } })
})

test('the orders are those of the moment it began', async () => {
  const free = await blockQueue()
  const { id } = await start()
  await makeOrder(world(), staff, { change: { parcels: [parcel({ weightKg: '2' })] } })
  await free()
  expect(await resultOf(id)).toMatchObject({ total: 4, done: 4 })
  expect(await trial()).toMatchObject({ total: 5 })
})

test('customers with a table of their own are not counted', async () => {
  const added = await staff.post('/erp/fee/add', {
    code: 'OWN-1',
    name: 'Own',
    currency: 'EUR',
    stepMode: 'A',
    kind: '1',
    serviceId: (await staff.call(feePrices.sheet, { feeId })).fee.serviceId,
    baseFeeId: feeId,
    validFrom: '2024-01-01',
  })
  const { id } = added.result as { id: string }
  await staff.call(feePrices.assign, { id, customerIds: [world().otherCustomerId] })
  expect(await trial()).toMatchObject({ total: 4 })
})

test('a trial is for the user who began it and for those who activate prices of the tenant', async () => {
  const { id } = await trial()
  const others = [
    ...(await Promise.all((['customer', 'sub', 'warehouse'] as const).map((r) => world().as(r)))),
    await world().otherTenantUser(),
  ]
  for (const [at, other] of others.entries()) {
    const sent = { id: now, withId: draft }
    expect((await other.post('/erp/priceTrial/start', sent)).success, `${at}`).toBe(false)
    for (const path of ['queryById', 'exportXls'])
      expect((await other.get(`/erp/priceTrial/${path}`, { id })).success, `${at}`).toBe(false)
    expect((await other.get('/erp/priceTrial/list', { feeId })).success, `${at}`).toBe(false)
    expect((await other.put('/erp/priceTrial/stop', { id })).success, `${at}`).toBe(false)
  }
  const colleague = await world().as('sales')
  expect(await colleague.get('/erp/priceTrial/queryById', { id })).toMatchObject({ code: 404 })
  for (const role of ['salesManager', 'tenantAdmin'] as const) {
    const user = await world().as(role)
    const { totals, own, startedBy } = await user.call(priceTrials.queryById, { id })
    expect({ totals: totals.length, own, startedBy }).toEqual({
      totals: 1,
      own: false,
      startedBy: world().username('manager'),
    })
    const listed = await user.call(priceTrials.list, { feeId })
    expect(listed.records.map((one) => one.id)).toContain(id)
    expect((await user.get('/erp/priceTrial/exportXls', { id })).status).toBe(200)
    // Ending it stays with the user who began it.
    expect(await user.put('/erp/priceTrial/stop', { id })).toMatchObject({ code: 404 })
  }
  // With a customer out of reach the sums would show what that one pays.
  await world().db.pool.query(
    `update sys_role set data_scope = 'sales' where tenant_id = $1 and role_code = 'finance'`,
    [world().tenantId],
  )
  const narrow = await world().as('finance')
  expect(await narrow.get('/erp/priceTrial/queryById', { id })).toMatchObject({ code: 404 })
  const reached = (await narrow.call(priceTrials.list, { feeId })).records
  expect(reached.map((one) => one.id)).not.toContain(id)
})

test('what we pay is tried by who may see it, and by no other user', async () => {
  const { serviceId } = (await staff.call(feePrices.sheet, { feeId })).fee
  const admin = await world().as('tenantAdmin')
  const supplier = await admin.post('/erp/supplier/add', { code: 'SUP-TRIAL', name: 'Paid' })
  const { id: supplierId } = supplier.result as { id: string }
  const added = await admin.post('/erp/fee/add', {
    code: 'COST-1',
    name: 'Cost',
    currency: 'EUR',
    stepMode: 'A',
    kind: '2',
    serviceId,
    supplierId,
    validFrom: '2024-01-01',
  })
  const { id: fee } = added.result as { id: string }
  const { id: version } = await admin.call(feePrices.clone, { feeId: fee })
  const sales = await world().as('sales')
  expect(await sales.get('/erp/priceTrial/list', { feeId: fee })).toMatchObject({ code: 404 })
  expect(await sales.post('/erp/priceTrial/start', { id: version, withId: version })).toMatchObject(
    { code: 404 },
  )
  expect(await admin.call(priceTrials.start, { id: version, withId: version })).toMatchObject({
    total: 5,
  })
})

/** No process takes a trial of the tenant before it is let go. */
async function blockQueue(): Promise<() => Promise<void>> {
  const set = (by: string | null) =>
    world().db.pool.query(
      `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)
        values ($1, case when $2::text is not null then now() end, $2)
       on conflict (queue_name) do update set locked_at = excluded.locked_at,
         locked_by = excluded.locked_by`,
      [`price-trial-${world().tenantId}`, by],
    )
  await set('test')
  return async () => {
    await set(null)
    await world().db.pool.query(`select graphile_worker.add_job('notices.tell')`)
  }
}
