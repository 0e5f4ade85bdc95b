import { beforeAll, expect, test } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { raises } from '#contracts/commercial/prices/raises.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'

const world = useOwnWorld()
let staff: Client
let serviceId: string
let standard: string
let customers: string[]

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const DAY = inDays(40)
const AFTER = inDays(45)
const LATER = inDays(60)
const MANY = Array.from({ length: 100 }, (_, at) => String(at + 1))
const ask = (change: object = {}) => ({
  customerIds: customers,
  serviceIds: [serviceId],
  percentBp: 300,
  from: DAY,
  ...change,
})
const preview = (change: object = {}) =>
  staff.call(raises.preview, { ...ask(change), sampleG: 1000 })
const make = (change: object = {}) => staff.call(raises.make, ask(change))

/** What the product charges one of them for a kilogram on a day, in minor units. */
async function freight(customerId: string, date: string): Promise<bigint> {
  const { lines } = await staff.call(simulator.simulate, {
    serviceCode: 'ECO-PARCEL',
    customerId,
    country: 'DE',
    postalCode: '94579',
    date,
    parcels: [{ weightKg: '1', lengthCm: '20', widthCm: '15', heightCm: '10' }],
  })
  return BigInt(lines[0]!.amount.replace('.', ''))
}
const times = (amount: bigint, bp: number) =>
  (2n * amount * BigInt(10_000 + bp) + 10_000n) / 20_000n

const ownOf = async (customerId: string): Promise<string | null> =>
  (
    await query<{ feeId: string }>(
      'select fee_id as "feeId" from fee_customer where tenant_id = $1 and customer_id = $2',
      [world().tenantId, customerId],
    )
  )[0]?.feeId ?? null

/** A table of these customers alone with one price for every zone. */
async function ownTable(code: string, currency: string, price: string, ids: string[]) {
  const { id: feeId } = (await staff
    .post('/erp/fee/add', {
      code,
      name: code,
      currency,
      stepMode: 'A',
      serviceId,
      validFrom: '2024-01-01',
    })
    .then(({ result }) => result)) as { id: string }
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { zones, current } = await staff.call(feePrices.sheet, { feeId })
  const { version } = await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: [{ upTo: null, step: null, prices: zones.map(() => price), seconds: [] }],
  })
  await staff.call(feePrices.activate, { id, version })
  await staff.call(feePrices.assign, { id: feeId, customerIds: ids })
  return feeId
}

beforeAll(async () => {
  staff = await world().as('manager')
  const [found] = await query<{ id: string; fee: string }>(
    `select id, fee_id as fee from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  serviceId = found!.id
  standard = found!.fee
  customers = []
  for (const code of ['RAISE-1', 'RAISE-2', 'RAISE-3']) {
    const { result } = await staff.post('/erp/customer/add', { code, name: code, currency: 'EUR' })
    customers.push((result as { id: string }).id)
  }
})

test('customers of the service’s table get one of their own that follows it, and no other pays more', async () => {
  const [raised, other] = [customers[0]!, customers[2]!]
  const pair = { customerIds: customers.slice(0, 2) }
  const before = await freight(raised, AFTER)
  const { tables } = await preview(pair)
  expect(tables).toMatchObject([{ way: 'table', whyNot: null, currency: 'EUR', endsAt: null }])
  expect(tables[0]!.customers.map(({ name }) => name)).toEqual(['RAISE-1', 'RAISE-2'])
  const shown = tables[0]!.sample.find((one) => one.before.replace('.', '') === String(before))
  expect(shown?.after.replace('.', '')).toBe(String(times(before, 300)))
  expect(shown?.now).toBe(shown?.before)
  expect(tables[0]!.changesAt).toBeNull()

  const { made } = await make(pair)
  expect(made).toMatchObject([
    { service: 'ECO-PARCEL', customers: 2, names: ['RAISE-1', 'RAISE-2'], way: 'table' },
  ])
  expect(made[0]!.validFrom.slice(0, 10) <= DAY && made[0]!.validFrom > inDays(38)).toBe(true)
  // The customer page names the table and the day, of others the one of the service.
  const tableOf = async (customerId: string) =>
    (await staff.call(serviceDesk.ofCustomer, { customerId })).find(({ id }) => id === serviceId)
      ?.table
  expect(await tableOf(raised)).toMatchObject({ id: made[0]!.feeId, own: true, percentBp: 0 })
  expect(Date.parse((await tableOf(raised))!.changesAt!)).toBe(Date.parse(made[0]!.validFrom))
  expect(await tableOf(other)).toMatchObject({ id: standard, own: false, changesAt: null })
  expect(await freight(raised, AFTER)).toBe(times(before, 300))
  expect(await freight(raised, inDays(1))).toBe(before)
  expect(await freight(other, AFTER)).toBe(before)

  // Once more for the same day is no second raise.
  expect((await preview(pair)).tables).toMatchObject([{ way: null, whyNot: 'sameStart' }])
  const again = await staff.post('/erp/fee/raise', ask(pair))
  expect(again.error).toBe('raise.nothing')

  // On top of it another one, from a later day, for one of the two.
  const { tables: above } = await preview({ customerIds: [raised], percentBp: 1000, from: LATER })
  expect(above[0]!.changesAt).not.toBeNull()
  const next = above[0]!.sample.find((one) => one.now?.replace('.', '') === String(before))
  expect(next?.before.replace('.', '')).toBe(String(times(before, 300)))
  await make({ customerIds: [raised], percentBp: 1000, from: LATER })
  expect(await freight(raised, inDays(65))).toBe(times(before, 1330))
  expect(await freight(raised, AFTER)).toBe(times(before, 300))
  expect(await freight(customers[1]!, inDays(65))).toBe(times(before, 300))

  // Taken back, what was before goes on.
  const [version] = made
  const gone = await staff.call(raises.takeBack, { ids: [version!.versionId] })
  expect(gone).toMatchObject({ done: 1, failed: 0 })
  expect(await freight(customers[1]!, AFTER)).toBe(before)
  const { versions } = await staff.call(feePrices.sheet, { feeId: version!.feeId })
  expect(versions).toHaveLength(1)
  expect(await ownOf(customers[1]!)).toBeNull()
  expect(await staff.call(feePrices.sheet, { feeId: standard })).toMatchObject({
    versions: [expect.anything()],
  })
})

test.each([
  ['JPY', '1234', 3.5],
  ['EUR', '12.34', 3.5],
  ['KWD', '12.345', 3.5],
])(
  'a table of theirs alone has a new version, to the unit of %s',
  async (currency, price, percent) => {
    const own = customers.slice(2)
    const feeId = await ownTable(`OWN-${currency}`, currency, price, own)
    const before = BigInt(price.replace('.', ''))
    const bp = percent * 100
    const { tables } = await preview({ customerIds: own, percentBp: bp })
    expect(tables).toMatchObject([{ way: 'version', currency, table: { code: `OWN-${currency}` } }])
    expect(tables[0]!.sample[0]!.before).toBe(price)
    const { made } = await make({ customerIds: own, percentBp: bp })
    expect(made).toMatchObject([{ feeId, versionNo: 2, way: 'version' }])
    expect(await freight(own[0]!, AFTER)).toBe(times(before, bp))
    expect(tables[0]!.sample[0]!.after.replace('.', '')).toBe(String(times(before, bp)))
    expect(await freight(own[0]!, inDays(1))).toBe(before)
    await staff.call(raises.takeBack, { ids: [made[0]!.versionId] })
    expect(await freight(own[0]!, AFTER)).toBe(before)
    await staff.call(feePrices.assign, { id: feeId, customerIds: [] })
  },
)

test('a table two customers share is left to the one that was not chosen', async () => {
  const shared = customers.slice(1)
  // Both leave the tables they have from the tests before.
  await query('delete from fee_customer where tenant_id = $1 and customer_id = any($2)', [
    world().tenantId,
    shared,
  ])
  await ownTable('SHARED', 'EUR', '20.00', shared)
  const [chosen, stays] = shared as [string, string]
  expect((await preview({ customerIds: [chosen] })).tables).toMatchObject([{ way: 'table' }])
  await make({ customerIds: [chosen] })
  expect(await freight(chosen, AFTER)).toBe(2060n)
  expect(await freight(stays, AFTER)).toBe(2000n)
})

test('a table of their own without prices on that day stays theirs', async () => {
  const { result } = await staff.post('/erp/customer/add', {
    code: 'RAISE-OWN',
    name: 'RAISE-OWN',
    currency: 'EUR',
  })
  const { id } = result as { id: string }
  const feeId = await ownTable('LATER', 'EUR', '20.00', [id])
  await query('update fee_version set valid_from = $2 where tenant_id = $1 and fee_id = $3', [
    world().tenantId,
    LATER,
    feeId,
  ])
  expect((await preview({ customerIds: [id] })).tables).toMatchObject([
    { way: null, whyNot: 'ownTable', table: { id: feeId } },
  ])
  const refused = await staff.post('/erp/fee/raise', ask({ customerIds: [id] }))
  expect(refused.error).toBe('raise.nothing')
  expect(await ownOf(id)).toBe(feeId)
})

test('taken back, customers have the tables they had, and the one made for them is gone', async () => {
  const added = await Promise.all(
    ['BACK-1', 'BACK-2', 'BACK-3'].map((code) =>
      staff.post('/erp/customer/add', { code, name: code, currency: 'EUR' }),
    ),
  )
  const [one, two, plain] = added.map(({ result }) => (result as { id: string }).id) as [
    string,
    string,
    string,
  ]
  const shared = await ownTable('BACK', 'EUR', '20.00', [one, two])
  const { made } = await make({ customerIds: [one, plain] })
  expect(made).toMatchObject([{ way: 'table' }, { way: 'table' }])
  expect(made.map(({ code }) => code).toSorted()).toEqual([
    'BACK-BACK-1',
    expect.stringMatching(/-BACK-3$/),
  ])
  expect(await ownOf(one)).not.toBe(shared)
  await staff.call(raises.takeBack, { ids: made.map(({ versionId }) => versionId) })
  expect(await Promise.all([one, two, plain].map(ownOf))).toEqual([shared, shared, null])
  const left = await query('select 1 from fee where tenant_id = $1 and id = any($2)', [
    world().tenantId,
    made.map(({ feeId }) => feeId),
  ])
  expect(left).toEqual([])
})

test('what began is not taken back; a day that is over, no percentage and strangers are refused', async () => {
  const own = [customers[2]!]
  const { made } = await make({ customerIds: own, from: inDays(0), percentBp: -500 })
  const late = await staff.call(raises.takeBack, { ids: [made[0]!.versionId] })
  expect(late.rows).toMatchObject([{ ok: false, code: 'feeVersion.notScheduled' }])
  const issues = async (change: object) =>
    (
      (await staff.post('/erp/fee/raise', ask(change))).result as {
        issues: { path: string; code: string }[]
      }
    ).issues.map(({ path, code }) => `${path}:${code}`)
  expect(await issues({ from: inDays(-3) })).toEqual(['from:feeVersion.past'])
  expect(await issues({ percentBp: 0 })).toEqual(['percentBp:field.required'])
  expect(await issues({ customerIds: ['999999999'] })).toEqual(['customerIds.0:field.ref'])
  expect(await issues({ customerIds: [...Array(21)].map(() => own[0]), serviceIds: MANY })).toEqual(
    ['serviceIds:raise.tooMany'],
  )
  expect(await issues({ serviceIds: [] })).toEqual(['serviceIds:field.required'])
  for (const role of ['customer', 'sub', 'sales', 'warehouse'] as const) {
    const client = await world().as(role)
    for (const path of ['/erp/fee/raise', '/erp/fee/raisePreview'])
      expect((await client.post(path, { ...ask(), sampleG: 1000 })).status, role).toBe(403)
    expect((await client.delete('/erp/fee/raise', { ids: made[0]!.versionId })).status).toBe(403)
  }
  const elsewhere = await world().otherTenantUser()
  const foreign = await elsewhere.post('/erp/fee/raise', ask())
  expect(foreign.success).toBe(false)
  const taken = await elsewhere.delete('/erp/fee/raise', { ids: made[0]!.versionId })
  expect(JSON.stringify(taken)).not.toContain('"done":1')
})
