import { beforeAll, describe, expect, test } from 'vitest'
import { simulator } from '#contracts/commercial/simulate.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'

const world = useOwnWorld()
let staff: Client
let serviceId: string
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const PATH = '/erp/deliveryService/simulate'
const shipment = (more: object = {}) => ({
  serviceCode: 'ECO-PARCEL',
  country: 'DE',
  postalCode: '94579',
  parcels: [{ weightKg: '1.2', lengthCm: '30', widthCm: '20', heightCm: '10' }],
  ...more,
})
const sum = (lines: readonly { amount: string }[]) =>
  lines.reduce((total, { amount }) => total + Number(amount), 0)

/** A table in a currency with one price for every zone of the service, a percentage and a tax. */
async function table(code: string, currency: string, price: string, more: object = {}) {
  const made = await staff.post('/erp/fee/add', {
    code,
    name: code,
    currency,
    stepMode: 'C',
    serviceId,
    validFrom: '2024-01-01',
    ...more,
  })
  const { id: feeId } = made.result as { id: string }
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { zones, current } = await staff.call(feePrices.sheet, { feeId })
  const prices = zones.map(() => price)
  const { version } = await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: [{ upTo: null, step: null, prices, seconds: zones.map(() => null) }],
  })
  for (const extra of [
    { name: 'Fuel', tradeItem: '2', kind: 'PERCENT', rateBp: 875 },
    { name: 'VAT', tradeItem: '15', kind: 'TAX', rateBp: 1900 },
  ]) {
    const added = await staff.post('/erp/surcharge/add', { feeId, applies: 'ALWAYS', ...extra })
    expect(added.success, JSON.stringify(added)).toBe(true)
  }
  await staff.call(feePrices.activate, { id, version: version + 2 })
  return feeId
}

beforeAll(async () => {
  staff = await world().as('manager')
  const [service] = await query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  serviceId = service!.id
})

test('a moment that is no day of the calendar in UTC is refused', async () => {
  for (const date of ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+14:00'])
    expect(await staff.post(PATH, shipment({ date }))).toMatchObject({
      code: 400,
      result: { issues: [{ path: 'date' }] },
    })
})

describe('simulating a price', () => {
  test("names a zone's working days, else those of the service", async () => {
    const daysTo = async (country: string) =>
      (await staff.call(simulator.simulate, shipment({ country, postalCode: '1011' }))).transit
    await query(`update delivery_service set transit_min = 6, transit_max = 8 where id = $1`, [
      serviceId,
    ])
    await query(
      `update delivery_partition set transit_min = null, transit_max = null
        where service_id = $1 and code = 'EU1'`,
      [serviceId],
    )
    expect(await daysTo('NL')).toEqual({ min: 6, max: 8 })
    expect(await daysTo('FR')).toEqual({ min: 2, max: 4 })
    const { result } = await staff.post('/erp/shipment/quote', await orderDraft(world()))
    expect((result as { quote: { transit: unknown } }).quote.transit).toEqual({ min: 1, max: 2 })
  })

  test('is the price the order form shows, with lines that sum up, limits and a number', async () => {
    const found = await staff.call(simulator.simulate, shipment())
    const { result } = await staff.post('/erp/shipment/quote', await orderDraft(world()))
    const { quote } = result as { quote: { total: string; chargeableWeightKg: string } }
    expect(found.total).toBe(quote.total)
    expect(found.chargeableWeightKg).toBe(quote.chargeableWeightKg)
    expect(found.parcels).toEqual([{ chargeableWeightKg: found.chargeableWeightKg }])
    expect(sum(found.lines).toFixed(2)).toBe(found.total)
    expect(found.partition.code).toBe('DE')
    expect(found.lines[0]!.text).toMatch(/kg/)
    expect(found.limits.every(({ ok }) => ok)).toBe(true)
    expect(found.number).toBeTruthy()
    // Nothing was taken: the next one is the same.
    expect((await staff.call(simulator.simulate, shipment())).number).toBe(found.number)
  })

  test('a limit that fails is an answer', async () => {
    const heavy = shipment({ parcels: [{ weightKg: 40, lengthCm: 20, widthCm: 20, heightCm: 20 }] })
    const found = await staff.call(simulator.simulate, heavy)
    expect(found.limits.find(({ validType }) => validType === '1')).toEqual({
      validType: '1',
      min: '0.001',
      max: '31.5',
      value: '40',
      ok: false,
    })
  })

  test('what cannot be priced, and wrong measures, are refused with the place', async () => {
    expect((await staff.post(PATH, shipment({ country: 'XX' }))).error).toBe('rate.noPartition')
    expect((await staff.post(PATH, shipment({ serviceCode: 'NONE' }))).error).toBe(
      'request.invalid',
    )
    const wrong = await staff.post(PATH, shipment({ parcels: [{ weightKg: 'x' }] }))
    expect(JSON.stringify(wrong.result)).toContain('parcels.0.weightKg')
  })

  test.each([
    ['JPY', '501', 0],
    ['EUR', '3.33', 2],
    ['KWD', '1.117', 3],
  ])(
    '%s: tax included, the lines are the total to the last digit',
    async (currency, price, digits) => {
      const feeId = await table(`SIM-${currency}`, currency, price)
      const before = await query<{ fee: string }>(
        'select fee_id as fee from delivery_service where id = $1',
        [serviceId],
      )
      await query('update delivery_service set fee_id = $2 where id = $1', [serviceId, feeId])
      const found = await staff.call(simulator.simulate, shipment())
      expect(found.currency).toBe(currency)
      expect(found.lines.map(({ tradeItem }) => tradeItem)).toEqual(['1', '2', '15'])
      expect(sum(found.lines).toFixed(digits)).toBe(found.total)
      await query('update delivery_service set fee_id = $2 where id = $1', [
        serviceId,
        before[0]!.fee,
      ])
    },
  )

  test('a day to come is priced by the version to come', async () => {
    const feeId = (
      await query<{ fee: string }>('select fee_id as fee from delivery_service where id = $1', [
        serviceId,
      ])
    )[0]!.fee
    const { id } = await staff.call(feePrices.clone, { feeId })
    const { zones, rows, current } = await staff.call(feePrices.sheet, { feeId, versionId: id })
    const { version } = await staff.call(feePrices.save, {
      id,
      version: current!.version,
      zones: zones.map((zone) => zone.id),
      rows: rows.map((row) => ({ ...row, prices: row.prices.map(() => '77.00') })),
    })
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await staff.call(feePrices.activate, { id, version, validFrom: `${day}T00:00:00Z` })
    const [now, then] = [
      await staff.call(simulator.simulate, shipment()),
      await staff.call(simulator.simulate, shipment({ date: day })),
    ]
    expect(now.lines[0]!.amount).not.toBe('77.00')
    expect(then.lines[0]!.amount).toBe('77.00')
  })
})

describe('who sees what of it', () => {
  test('the cost is there for who may see it, with what is left', async () => {
    const [supplier] = await query<{ id: string }>(
      `select c.supplier_id as id from delivery_service s join channel c
        on c.tenant_id = s.tenant_id and c.id = s.channel_id where s.id = $1`,
      [serviceId],
    )
    await table('SIM-COST', 'EUR', '0.50', { kind: '2', supplierId: supplier!.id })
    const found = await staff.call(simulator.simulate, shipment())
    expect(found.cost).toMatchObject({ currency: 'EUR' })
    expect(sum(found.cost!.lines).toFixed(2)).toBe(found.cost!.total)
    expect(Number(found.cost!.margin)).toBeCloseTo(
      Number(found.total) - Number(found.cost!.total),
      5,
    )
    for (const role of ['sales', 'customer'] as const)
      expect(
        await (await world().as(role)).call(simulator.simulate, shipment()),
      ).not.toHaveProperty('cost')
  })

  test('a customer asks about the own account, and is priced by the own table', async () => {
    const client = await world().as('customer')
    const feeId = await table('SIM-OWN', 'EUR', '1.00')
    await staff.call(feePrices.assign, { id: feeId, customerIds: [world().customerId] })
    expect((await client.call(simulator.simulate, shipment())).fee).toMatchObject({
      name: '您的协议价',
      nameEn: 'your tariff',
      versionNo: null,
    })
    const { result } = await client.post('/erp/shipment/quote', await orderDraft(world()))
    expect((result as { quote: object }).quote).toMatchObject({ fee: { nameEn: 'your tariff' } })
    const order = await makeOrder(world(), client)
    const read = await client.get('/erp/shipment/queryById', { id: order.id })
    for (const answer of [result, read.result, (await client.post(PATH, shipment())).result])
      expect(JSON.stringify(answer)).not.toContain('SIM-OWN')
    const seen = await staff.get('/erp/shipment/queryById', { id: order.id })
    expect(JSON.stringify(seen.result)).toContain('SIM-OWN')
    expect((await staff.call(simulator.simulate, shipment())).fee.name).not.toBe('SIM-OWN')
    const named = shipment({ customerId: world().customerId })
    expect((await staff.call(simulator.simulate, named)).fee.name).toBe('SIM-OWN')
    const [other] = await query<{ id: string }>(
      'select id from customer where tenant_id = $1 and id <> $2 limit 1',
      [world().tenantId, world().customerId],
    )
    const refused = await client.post(PATH, shipment({ customerId: other!.id }))
    expect(refused.error).toBe('request.invalid')
    await staff.call(feePrices.assign, { id: feeId, customerIds: [] })
  })

  test('a customer sees neither the name of the public table nor prices that are not announced', async () => {
    const client = await world().as('customer')
    const [service] = await query<{ fee: string; name: string; currency: string; mode: string }>(
      `select s.fee_id as fee, f.name, f.currency, f.step_mode as mode from delivery_service s join fee f
        on f.tenant_id = s.tenant_id and f.id = s.fee_id where s.id = $1`,
      [serviceId],
    )
    const { fee: feeId, name, currency, mode } = service!
    const { id } = await staff.call(feePrices.clone, { feeId })
    const sheet = await staff.call(feePrices.sheet, { feeId, versionId: id })
    const { version } = await staff.call(feePrices.save, {
      id,
      version: sheet.current!.version,
      zones: sheet.zones.map((zone) => zone.id),
      rows: sheet.rows.map((row) => ({ ...row, prices: row.prices.map(() => '66.00') })),
    })
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const from = { id, validFrom: `${day}T00:00:00Z` }
    const secret = await staff.call(feePrices.activate, { ...from, version })
    expect(secret).toMatchObject({ state: 'scheduled', announced: false })
    const then = async (of: Client) => of.call(simulator.simulate, shipment({ date: day }))
    expect((await then(staff)).lines[0]!.amount).toBe('66.00')
    const now = await client.call(simulator.simulate, shipment())
    expect(now.fee).toMatchObject({ nameEn: 'public tariff' })
    expect(await then(client)).toEqual(now)
    // Also where it is the table under the own one.
    const own = await staff.post('/erp/fee/add', {
      code: 'SIM-LESS',
      name: 'SIM-LESS',
      kind: '1',
      currency,
      stepMode: mode,
      serviceId,
      validFrom: '2024-01-01',
      baseFeeId: feeId,
    })
    const ownId = (own.result as { id: string }).id
    const draft = await staff.call(feePrices.clone, { feeId: ownId })
    const saved = { id: draft.id, version: 1, zones: [], rows: [], percentBp: -1000 }
    const { version: ready } = await staff.call(feePrices.save, saved)
    await staff.call(feePrices.activate, { id: draft.id, version: ready })
    await staff.call(feePrices.assign, { id: ownId, customerIds: [world().customerId] })
    expect((await then(client)).total).toBe(
      (await client.call(simulator.simulate, shipment())).total,
    )
    await staff.call(feePrices.assign, { id: ownId, customerIds: [] })

    await staff.call(feePrices.withdraw, { id, version: secret.version })
    const again = await staff.call(feePrices.sheet, { feeId, versionId: id })
    const known = await staff.call(feePrices.activate, {
      ...from,
      version: again.current!.version,
      announced: true,
    })
    expect(known.announced).toBe(true)
    const shown = await then(client)
    expect(shown.lines[0]!.amount).toBe('66.00')
    expect(JSON.stringify(shown)).not.toContain(name)
  })

  test('a role without prices gets none', async () => {
    expect((await (await world().as('warehouse')).post(PATH, shipment())).status).toBe(403)
  })
})
