import { beforeAll, expect, test } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { charging } from '#contracts/orders/charging.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { inCharging } from './charging.fixture.ts'

const world = useWorld()
const { charges, confirm, customer, drift, order, print, query, service, switchOn, verb } =
  inCharging(world)
let serviceId: string
let supplierId: string

beforeAll(async () => {
  await switchOn()
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
    code: `COST-${currency}`,
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
      { kind: 'cost', ref: supplierId, currency, balance: String(-total) },
      { kind: 'payable', ref: `accrued:${supplierId}`, currency, balance: String(total) },
    ])
    expect((await missing()).count).toBe(2)
    const [first] = await charges(made, await world().as('finance'))
    expect(first!.cost).toMatchObject({ currency })

    await verb('cancel', [made.id])
    expect((await accounts(who)).map(({ balance }) => balance)).toEqual(['0', '0'])
  },
)

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
