import { beforeAll, expect, test } from 'vitest'
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
const trial = (more: object = {}, client = staff) =>
  client.call(priceTrials.run, { id: now, withId: draft, ...more })

test('a draft with doubled prices would have earned twice as much', async () => {
  const result = await trial()
  const sum = made.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
  expect(Math.round(Number(result.before) * 100)).toBe(sum)
  expect(Number(result.after) / Number(result.before)).toBeCloseTo(2, 2)
  expect(result).toMatchObject({ orders: 4, found: 4, parcels: 4, winners: 0, losers: 2 })
  expect(result.customers.map(({ orders }) => orders)).toEqual([3, 1])
  const parts = result.customers.reduce((total, one) => total + Number(one.difference), 0)
  expect(parts).toBeCloseTo(Number(result.difference), 6)
})

test('a version against itself changes nothing', async () => {
  const result = await trial({ withId: now })
  expect(result).toMatchObject({ changeBp: 0, winners: 0, losers: 0 })
  expect(result.before).toBe(result.after)
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
  expect(await trial()).toMatchObject({ orders: 3 })
})

test('is for who may see prices, in the own tenant', async () => {
  for (const role of ['customer', 'sub', 'warehouse'] as const) {
    const answer = await (
      await world().as(role)
    ).get('/erp/feeVersion/trial', {
      id: now,
      withId: draft,
    })
    expect(answer.success, role).toBe(false)
  }
  const other = await world().otherTenantUser()
  expect((await other.get('/erp/feeVersion/trial', { id: now, withId: draft })).success).toBe(false)
})
