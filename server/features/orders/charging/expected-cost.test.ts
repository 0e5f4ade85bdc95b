import { beforeAll, expect, test } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { charging } from '#contracts/orders/charging.ts'
import { inboundScan } from '#server/features/depot/inbound/depot.fixture.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { inCharging, minorOf } from './charging.fixture.ts'

const world = useWorld()
const { charges, confirm, customer, detail, drift, order, print, query, service, switchOn, verb } =
  inCharging(world)
let serviceId: string
let supplierId: string
let staff: Client
let tables = 0

beforeAll(async () => {
  await switchOn()
  staff = await world().as('manager')
  serviceId = await service('ECO-PARCEL', '1')
  supplierId = (
    await query<{ id: string }>(
      `select c.supplier_id as id from delivery_service s join channel c
        on c.tenant_id = s.tenant_id and c.id = s.channel_id where s.id = $1`,
      [serviceId],
    )
  )[0]!.id
})

/** What the supplier asks for each kilogram. */
async function costTable(currency: string, price: string): Promise<void> {
  const staff = await world().as('manager')
  await query(`update fee set status = '0' where service_id = $1 and kind = '2'`, [serviceId])
  const made = await staff.post('/erp/fee/add', {
    code: `COST-${currency}-${++tables}`,
    name: 'Cost',
    currency,
    stepMode: 'C',
    serviceId,
    validFrom: '2024-01-01',
    kind: '2',
    supplierId,
  })
  const { id: feeId } = made.result as { id: string }
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { zones, current } = await staff.call(feePrices.sheet, { feeId })
  const { version } = await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: [
      { upTo: null, step: null, prices: zones.map(() => price), seconds: zones.map(() => null) },
    ],
  })
  await staff.call(feePrices.activate, { id, version })
}

const accounts = (customerId: string) =>
  query<{ kind: string; ref: string; currency: string; balance: string }>(
    `select kind, ref, currency, balance from ledger_account
      where party_id = $1 and kind in ('cost', 'payable') order by kind, currency`,
    [customerId],
  )
const missing = async () => (await world().as('finance')).call(charging.missingCosts, {})

async function charged(who: string) {
  const made = await order(who, { parcels: [parcel(), parcel({ weightKg: '3.7' })] })
  await confirm([made.id])
  await print([made.id])
  return made
}

test('without a cost table nothing is accrued, and finance sees how many', async () => {
  const who = await customer(100_000n)
  await charged(who)
  expect(await accounts(who)).toEqual([])
  expect(await missing()).toMatchObject({
    count: 2,
    services: [{ serviceCode: 'ECO-PARCEL', why: 'noTable', count: 2 }],
  })
})

test.each(['EUR', 'JPY', 'KWD'])(
  'a cost in %s is accrued with the charge, found by the parcel and taken back with it',
  async (currency) => {
    await costTable(currency, currency === 'JPY' ? '37' : '0.37')
    const who = await customer(100_000n)
    const made = await charged(who)
    const rows = await query<{ parcel_id: string; amount: string; transaction_id: string }>(
      'select * from parcel_cost where shipment_id = $1 order by parcel_id',
      [made.id],
    )
    expect(rows.map((row) => row.parcel_id)).toEqual(made.parcels.map(({ id }) => id))
    const total = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect(total).toBeGreaterThan(0n)
    expect(await accounts(who)).toEqual([
      { kind: 'cost', ref: `supplier:${supplierId}`, currency, balance: String(-total) },
      { kind: 'payable', ref: `accrued:${supplierId}`, currency, balance: String(total) },
    ])
    expect((await missing()).count).toBe(2)
    const [first] = await charges(made, await world().as('finance'))
    expect(first!.cost).toMatchObject({ currency })

    await verb('cancel', [made.id])
    expect((await accounts(who)).map(({ balance }) => balance)).toEqual(['0', '0'])
  },
)

const costsOf = (orderId: string) =>
  query<{ seq: number; reason: string | null; amount: string; transactionId: string }>(
    `select k.seq, k.reason, k.amount, k.transaction_id as "transactionId" from parcel_cost k
      where k.shipment_id = $1 order by k.parcel_id, k.seq`,
    [orderId],
  )
const sum = (rows: readonly { amount: string }[]) =>
  rows.reduce((total, { amount }) => total + BigInt(amount), 0n)
const weigh = async (made: { id: string }, weightKg: string, at = 0) => {
  const { parcels } = await detail(made)
  const staff = await world().as('manager')
  return staff.post('/erp/intoParcel/measure', { no: parcels[at]!.trackNo, weightKg })
}
const receive = async (made: { id: string }, weightKg: string, at = 0) =>
  expect(
    await inboundScan(staff, (await detail(made)).parcels[at]!.trackNo!, { weightKg }),
  ).toMatchObject({ success: true })
const costBalances = async (who: string) => (await accounts(who)).map(({ balance }) => balance)

test.each(['EUR', 'JPY', 'KWD'])(
  'weighed again, the expected cost in %s is adjusted by entries of its own and taken back',
  async (currency) => {
    await costTable(currency, currency === 'JPY' ? '37' : '0.37')
    const who = await customer(10_000_000n)
    const made = await charged(who)
    const first = sum(await costsOf(made.id))
    await receive(made, '30')
    const heavy = await costsOf(made.id)
    expect(sum(heavy)).toBeGreaterThan(first)
    const [added] = heavy.filter(({ seq }) => seq > 0)
    expect(added).toMatchObject({ seq: 1, reason: 'weighed' })
    const total = sum(heavy)
    expect(await costBalances(who)).toEqual([String(-total), String(total)])
    const entries = await query<{ n: number; kind: string }>(
      `select count(*)::int as n, min(t.kind) as kind from ledger_entry e
        join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
        where t.id = $1`,
      [added!.transactionId],
    )
    expect(entries).toEqual([{ n: 2, kind: 'cost' }])

    await weigh(made, '0.2')
    const light = sum(await costsOf(made.id))
    expect(light).toBeLessThan(total)
    expect(await costBalances(who)).toEqual([String(-light), String(light)])
    // The same again changes nothing.
    const rows = (await costsOf(made.id)).length
    await weigh(made, '0.2')
    expect(await costsOf(made.id)).toHaveLength(rows)
    const shown = await charges(made, await world().as('finance'))
    expect(sum(shown.map(({ cost }) => ({ amount: String(minorOf(cost!.amount)) })))).toBe(light)

    await receive(made, '3.7', 1)
    expect(await verb('revoke', [made.id], { reason: 'back' })).toMatchObject([{ ok: true }])
    expect(await costBalances(who)).toEqual(['0', '0'])
  },
)

test('the cost follows the scales where the customer keeps the price', async () => {
  await costTable('EUR', '0.37')
  const keep = (keeps: boolean) =>
    query('update delivery_service set iz_re_rate = $2 where id = $1', [serviceId, !keeps])
  await keep(true)
  const who = await customer(10_000_000n)
  const made = await charged(who)
  const [paid, first] = [(await detail(made)).amount, sum(await costsOf(made.id))]
  await receive(made, '25')
  await keep(false)
  expect((await detail(made)).amount).toBe(paid)
  const now = sum(await costsOf(made.id))
  expect(now).toBeGreaterThan(first)
  expect(await costBalances(who)).toEqual([String(-now), String(now)])
})

test('a cost in another currency takes the place of the one before', async () => {
  await costTable('EUR', '0.37')
  const who = await customer(10_000_000n)
  const made = await charged(who)
  await costTable('JPY', '37')
  await receive(made, '12')
  const found = await accounts(who)
  const of = (currency: string) =>
    found.filter((one) => one.currency === currency).map(({ balance }) => balance)
  expect(of('EUR')).toEqual(['0', '0'])
  expect(BigInt(of('JPY')[1]!)).toBeGreaterThan(0n)
  const shown = await charges(made, await world().as('finance'))
  expect(shown.map(({ cost }) => cost?.currency)).toEqual(['JPY', 'JPY'])
  await costTable('KWD', '0.37')
})

test('a charge without a cost gets one when it is known by the time it is weighed again', async () => {
  await query(`update fee set status = '0' where service_id = $1 and kind = '2'`, [serviceId])
  const who = await customer(10_000_000n)
  const before = (await missing()).count
  const made = await charged(who)
  expect((await missing()).count).toBe(before + 2)
  await costTable('KWD', '0.37')
  await receive(made, '8')
  expect((await missing()).count).toBe(before)
  expect(BigInt((await costBalances(who))[1]!)).toBeGreaterThan(0n)
})

test('customers see no cost, and the number is for finance only', async () => {
  await inLedger(world(), (tx) => recharge(tx, world().customerId, 100_000n))
  const made = await charged(world().customerId)
  const staff = await charges(made)
  expect(staff[0]!.cost).toMatchObject({ currency: 'KWD' })
  const own = await charges(made, await world().as('customer'))
  expect(own).toHaveLength(staff.length)
  expect(JSON.stringify(own)).not.toContain('"cost"')
  for (const role of ['customer', 'warehouse', 'sales'] as const)
    expect((await (await world().as(role)).get(charging.missingCosts.path)).status).toBe(403)
  expect(await (await world().otherTenantUser()).call(charging.missingCosts, {})).toMatchObject({
    count: 0,
  })
})

test('all accounts agree with their entries', async () => {
  expect(await drift()).toEqual({ drift: [], same: true })
})
