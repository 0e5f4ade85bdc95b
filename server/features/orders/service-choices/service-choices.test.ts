import { beforeAll, beforeEach, expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { serviceChoices } from '#contracts/orders/service-choices.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useOwnWorld, type Answer, type Client } from '#test/harness.ts'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { kindDraft, orderDraft, parcel } from '#test/orders.ts'

const world = useOwnWorld()
let staff: Client
let customer: Client
const services = new Map<string, string>()
const OTHER_KIND = 'serviceId:service.otherKind'

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const issuesOf = ({ result }: Answer) =>
  ((result as { issues?: { path: string; code: string }[] } | null)?.issues ?? []).map(
    ({ path, code }) => `${path}:${code}`,
  )
const rule = (position: number, more: object, client = staff) =>
  client.post('/erp/serviceChoice/add', {
    customerId: world().customerId,
    position,
    name: `R${position}`,
    way: 'SERVICE',
    enabled: true,
    ...more,
  })
async function rules(...all: object[]) {
  for (const [at, one] of all.entries()) {
    const answer = await rule(at + 1, one)
    expect(answer.success, JSON.stringify(answer)).toBe(true)
  }
}
const propose = async (change: object = {}, client = staff) =>
  (
    await client.call(serviceChoices.propose, {
      ...(await orderDraft(world(), { serviceId: null, ...change })),
    })
  ).chosen
const eco = () => services.get('ECO-PARCEL')!
const express = () => services.get('EXP-AIR')!

beforeAll(async () => {
  staff = await world().as('manager')
  customer = await world().as('customer')
  for (const { id, code } of await query<{ id: string; code: string }>(
    'select id, code from delivery_service where tenant_id = $1',
    [world().tenantId],
  ))
    services.set(code, id)
})
beforeEach(async () => {
  await query('delete from service_choice where tenant_id = $1', [world().tenantId])
})

test('the first rule that fits chooses, and gives the reason', async () => {
  await rules(
    { countries: 'FR', serviceId: express() },
    { countries: 'de, at', maxWeight: '5', serviceId: eco() },
    { serviceId: express() },
  )
  expect(await propose()).toMatchObject({
    serviceCode: 'ECO-PARCEL',
    text: 'Rule 2 "R2" chose ECO-PARCEL: country DE, weight 1.2 kg',
  })
  expect(await propose({ parcels: [parcel({ weightKg: '9' })] })).toMatchObject({
    serviceCode: 'EXP-AIR',
    text: 'Rule 3 "R3" chose EXP-AIR: applies to every order',
  })
})

test('the fastest is the one with the fewest days to the zone of the address', async () => {
  await rules({ way: 'FASTEST', serviceCodes: 'ECO-PARCEL, EU-STD' })
  const toFrance = async () => {
    const { consignee } = (await orderDraft(world())) as { consignee: object }
    return propose({
      consignee: { ...consignee, country: 'FR', postalCode: '75001', city: 'Paris' },
      parcels: [parcel({ weightKg: '2', lengthCm: '20', widthCm: '20', heightCm: '10' })],
    })
  }
  expect(await toFrance()).toMatchObject({ serviceCode: 'EU-STD' })
  // The days of the service itself count only where the zone has none.
  await query(`update delivery_service set transit_max = 1 where id = $1`, [eco()])
  expect(await toFrance()).toMatchObject({ serviceCode: 'EU-STD' })
  await query(
    `update delivery_partition set transit_min = 1, transit_max = 1
      where service_id = $1 and code = 'EU2'`,
    [eco()],
  )
  const chosen = await toFrance()
  expect(chosen).toMatchObject({ serviceCode: 'ECO-PARCEL' })
  expect(chosen?.text).toContain('1')
})

test('conditions on value, kind and attributes', async () => {
  await rules(
    { attributes: 'SIGNATURE, NOTIFY', serviceId: express() },
    { minValue: '100', currency: 'EUR', serviceId: express() },
    { kinds: 'B2B, WORLD', serviceId: express() },
    { serviceId: eco() },
  )
  const numberOf = async (change: object = {}) => (await propose(change))?.rule
  const goods = (parcel().products as object[])[0]!
  expect(await numberOf()).toBe('R4')
  expect(await numberOf({ attributes: { services: ['SIGNATURE'] } })).toBe('R4')
  expect(await numberOf({ attributes: { services: ['SIGNATURE', 'NOTIFY'] } })).toBe('R1')
  const dear = parcel({ products: [{ ...goods, unitPrice: '50.00' }] })
  expect(await numberOf({ parcels: [dear] })).toBe('R2')
  expect(await numberOf({ shipmentResource: 'B2B' })).toBe('R3')
})

test('the cheapest of a group; the amount is for who may see prices', async () => {
  await rules({ way: 'CHEAPEST', serviceCodes: 'EXP-AIR ECO-PARCEL' })
  const chosen = await propose()
  expect(chosen).toMatchObject({ serviceCode: 'ECO-PARCEL' })
  expect(chosen?.text).toMatch(/the cheapest of 2, \d+\.\d\d EUR/)
})

test('an order without a service gets it, and an import fills it', async () => {
  await rules({ countries: 'DE', serviceId: eco() })
  const added = await staff.post(
    '/erp/shipment/add',
    await orderDraft(world(), { serviceId: null }),
  )
  expect(added.success, JSON.stringify(added)).toBe(true)
  expect(added.result).toMatchObject({ serviceId: eco() })
  const [log] = await query<{ diff: object }>(
    `select diff from data_log where tenant_id = $1 and table_name = 'shipment' and row_id = $2`,
    [world().tenantId, (added.result as { id: string }).id],
  )
  expect(JSON.stringify(log?.diff)).toContain('R1')

  const sent = await staff.upload(
    '/erp/shipment/importExcel',
    'orders.csv',
    [
      'reference,service,depot,consigneeName,country,city,postalCode,street,house,weightKg,nameEn',
      'quantity,unitWeightKg,unitPrice,currency\nCHOICE-1,,FRA1,Erika Muster,DE,Berlin,10115,Zeil',
      '1,1.5,Shirt,1,0.2,8.90,EUR\n',
    ].join(','),
    { dryRun: 'true', customerId: world().customerId },
  )
  const { id } = sent.result as { id: string }
  const ended = async () => {
    for (;;) {
      const now = await staff.call(shipmentImports.queryById, { id })
      if (!['queued', 'running'].includes(now.status)) return now
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  const now = await ended()
  expect(now).toMatchObject({ status: 'done', accepted: 1, refused: 0, warned: 1 })
  expect(JSON.stringify(now)).toContain('chose ECO-PARCEL')
})

test('without a rule that fits the service is asked for as before', async () => {
  await rules({ countries: 'FR', serviceId: eco() })
  const added = await staff.post(
    '/erp/shipment/add',
    await orderDraft(world(), { serviceId: null }),
  )
  expect(issuesOf(added)).toEqual(['serviceId:service.required'])
})

test('a dry run over recent orders shows what would differ', async () => {
  await query(`update shipment set shipment_status = shipment_status where tenant_id = $1`, [
    world().tenantId,
  ])
  await staff.call(shipments.add, (await orderDraft(world())) as never)
  await rules({ countries: 'DE', serviceId: express() })
  const result = await staff.call(serviceChoices.dryRun, { customerId: world().customerId })
  expect(result.orders).toBeGreaterThan(0)
  expect(result.other).toBe(result.orders)
  expect(result.rules).toEqual([{ rule: '1 R1', service: 'EXP-AIR', orders: result.orders }])
})

test.each([
  ['a country that is none', { countries: 'DE, XX' }, 'countries:country.unknown'],
  ['a weight from above to', { minWeight: '5', maxWeight: '2' }, 'maxWeight:serviceChoice.never'],
  [
    'a value from above to',
    { minValue: '5', maxValue: '2', currency: 'EUR' },
    'maxValue:serviceChoice.never',
  ],
  ['a value without a currency', { minValue: '5' }, 'currency:field.required'],
  [
    'a group with an unknown service',
    { way: 'CHEAPEST', serviceCodes: 'NIX', serviceId: null },
    'serviceCodes:serviceChoice.unknown',
  ],
])('%s is refused', async (_, more, issue) => {
  expect(issuesOf(await rule(1, { serviceId: eco(), ...more }))).toEqual([issue])
})

test('customers keep their own rules and see no others', async () => {
  await rules({ serviceId: eco() })
  const own = await rule(2, { serviceId: express(), customerId: world().otherCustomerId }, customer)
  const list = async (client: Client) =>
    ((await client.get('/erp/serviceChoice/list')).result as { records: { name: string }[] })
      .records.length
  // A customer's user writes for the own account, whatever is sent.
  expect(own.success ? await list(customer) : 1).toBe(own.success ? 2 : 1)
  expect(await list(await world().as('otherCustomer'))).toBe(0)
  expect(await list(await world().otherTenantUser())).toBe(0)
  const theirs = await (
    await world().as('otherCustomer')
  ).call(serviceChoices.propose, {
    ...(await orderDraft(world(), { serviceId: null, customerId: null })),
  })
  expect(theirs.chosen).toBeNull()
})

test('all services of a shipment: gross with net, days, and why one does not take it', async () => {
  const compare = async (change: Record<string, unknown>, client = staff) =>
    (await client.call(serviceChoices.compare, await orderDraft(world(), change))).services
  const all = await compare({})
  const found = all.find(({ code }) => code === 'ECO-PARCEL')!
  const { quote } = await staff.call(shipments.quote, await orderDraft(world()))
  expect(found).toMatchObject({ issues: [], price: { currency: 'EUR', net: quote!.total } })
  expect(Number(found.price!.gross)).toBeGreaterThanOrEqual(Number(found.price!.net))
  const heavy = await compare({ parcels: [parcel({ weightKg: '900' })] })
  for (const { price, issues } of heavy) expect(price !== null).toBe(issues.length === 0)
  expect(heavy.find(({ code }) => code === 'ECO-PARCEL')).toMatchObject({ price: null })
  // A customer's user asks for itself, whichever is named; without prices in sight none is answered.
  const own = await compare({ customerId: world().otherCustomerId }, customer)
  expect(own).toEqual(await compare({}, customer))
  const draft = await orderDraft(world())
  const warehouse = await world().as('warehouse')
  expect((await warehouse.post('/erp/serviceChoice/compare', draft)).status).toBe(403)
  const empty = { ...draft, parcels: [parcel({ weightKg: null })] }
  expect((await staff.post('/erp/serviceChoice/compare', empty)).error).toBe('quote.noWeight')
})

test('a service for returns or into a marketplace’s warehouse takes no other orders', async () => {
  const ids = { fba: services.get('SEA-FBA')!, back: services.get('RET-EU')! }
  const taken = async (code: KindCode) => {
    const draft = await kindDraft(world(), code)
    const { services: shown } = await staff.call(serviceChoices.compare, draft)
    const priced = (id: string) => shown.find((one) => one.id === id)!.price !== null
    const added = async (serviceId: string) => {
      const reference = `${code}-${serviceId}`
      return issuesOf(await staff.post('/erp/shipment/add', { ...draft, serviceId, reference }))
    }
    const quoted = await staff.call(shipments.quote, { ...draft, serviceId: ids.back })
    return {
      fba: [priced(ids.fba), (await added(ids.fba)).includes(OTHER_KIND)],
      back: [priced(ids.back), (await added(ids.back)).includes(OTHER_KIND)],
      quoted: quoted.issues.map((one) => one.code),
    }
  }
  const [yes, no] = [
    [true, false],
    [false, true],
  ]
  expect(await taken('B2C')).toEqual({ fba: no, back: no, quoted: ['service.otherKind'] })
  expect(await taken('FBA')).toEqual({ fba: yes, back: no, quoted: ['service.otherKind'] })
  expect(await taken('GENERIC')).toEqual({ fba: yes, back: yes, quoted: [] })

  const { services: offered } = await staff.call(shipments.choices, {
    customerId: world().customerId,
  })
  const kindsOf = (id: string) => offered.find(({ value }) => value === id)?.kinds
  expect([kindsOf(ids.fba), kindsOf(ids.back), kindsOf(eco())]).toEqual([
    ['FBA', 'GENERIC'],
    ['GENERIC'],
    undefined,
  ])
  // Nor does a rule choose it.
  await rules({ way: 'CHEAPEST', serviceCodes: 'RET-EU, SEA-FBA, EXP-AIR' })
  expect(await propose()).toMatchObject({ serviceCode: 'EXP-AIR' })
})

test('an order keeps the service it has, whatever orders that takes by now', async () => {
  const back = services.get('RET-EU')!
  const draft = { ...(await kindDraft(world(), 'B2C')), serviceId: eco(), reference: 'STORED-1' }
  const added = await staff.post('/erp/shipment/add', draft)
  const id = (added.result as { id: string }).id
  const edit = async (serviceId: string) => {
    const { version } = await staff.call(shipments.queryById, { id })
    const changed = { ...draft, serviceId, id, version, remark: `by ${serviceId}` }
    return issuesOf(await staff.put('/erp/shipment/edit', changed))
  }
  expect(await edit(back)).toContain(OTHER_KIND)
  await query('update shipment set service_id = $2 where id = $1', [id, back])
  expect(await edit(back)).toEqual([])
  expect((await staff.call(shipments.queryById, { id })).remark).toBe(`by ${back}`)
  expect(await edit(services.get('SEA-FBA')!)).toContain(OTHER_KIND)
})
