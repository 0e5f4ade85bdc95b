import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { customers } from '#contracts/parties/customers.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'

const world = useWorld()
let staff: Client
let customer: Client
let other: Client
let id: string
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const PARCEL = {
  serviceCode: 'ECO-PARCEL',
  country: 'DE',
  postalCode: '94579',
  parcels: [{ weightKg: '1.2' }],
}
const issuesOf = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path} ${code}`,
  )
const open = async (restricted: boolean, customerIds: string[] = []) => {
  const { version } = await staff.call(serviceDesk.customers, { id })
  return staff.call(serviceDesk.openTo, { id, version, restricted, customerIds })
}

beforeAll(async () => {
  staff = await world().as('manager')
  customer = await world().as('customer')
  other = await world().as('otherCustomer')
  const found = await query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  id = found[0]!.id
})
afterEach(() => open(false))

describe('a service that is assigned to one customer', () => {
  test('is offered, quoted and ordered by that customer alone', async () => {
    const drafted = await makeOrder(world(), customer)
    await open(true, [world().otherCustomerId])
    const choices = await customer.call(shipments.choices, {})
    expect(choices.services.map(({ value }) => value)).not.toContain(id)
    expect((await other.call(shipments.choices, {})).services.map(({ value }) => value)).toContain(
      id,
    )
    const picked = async (client: Client) =>
      (await client.call(deliveryServices.endpoints.options, {})).map(({ value }) => value)
    expect(await picked(customer)).not.toContain(id)
    expect(await picked(other)).toContain(id)
    const words = await customer.get('/sys/dict/getDictItems/delivery_service,name,id')
    expect(JSON.stringify(words.result)).not.toContain(`"${id}"`)

    const quoted = await customer.call(shipments.quote, await orderDraft(world()))
    expect(quoted.issues.map(({ code }) => code)).toEqual(['service.unknown'])
    expect(issuesOf(await customer.post('/erp/deliveryService/simulate', PARCEL))).toEqual([
      'serviceCode service.unknown',
    ])
    expect((await other.call(simulator.simulate, PARCEL)).open).toBe(true)
    expect(issuesOf(await customer.post('/erp/shipment/add', await orderDraft(world())))).toEqual([
      'serviceId service.unknown',
    ])
    const theirs = await orderDraft(world(), { customerId: world().customerId })
    expect(issuesOf(await staff.post('/erp/shipment/add', theirs))).toEqual([
      'serviceId service.unknown',
    ])

    // Written while it was open: it goes no further, by anyone.
    for (const client of [customer, staff]) {
      const answer = await client.put('/erp/shipment/confirm', { ids: [drafted.id] })
      expect((answer.result as { rows: unknown[] }).rows).toMatchObject([
        { ok: false, code: 'service.closed' },
      ])
    }
    await open(true, [world().customerId])
    expect((await customer.call(shipments.confirm, { ids: [drafted.id] })).done).toBe(1)
  })

  test('is refused in an order file', async () => {
    const head = 'reference,service,depot,consigneeName,country,city,postalCode,street,house'
    const read = async (reference: string) => {
      const file = `${head},weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency
${reference},ECO-PARCEL,FRA1,Erika Muster,DE,Berlin,10115,Zeil,1,1.5,Shirt,1,0.2,8.90,EUR`
      const sent = await customer.upload('/erp/shipment/importExcel', 'a.csv', file, {
        dryRun: 'true',
      })
      const { id: importId } = sent.result as { id: string }
      for (;;) {
        const now = await customer.call(shipmentImports.queryById, { id: importId })
        if (!['queued', 'running'].includes(now.status))
          return now.errors.map(({ column, code }) => `${column} ${code}`)
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    }
    expect(await read('OPEN-1')).toEqual([])
    await open(true, [world().otherCustomerId])
    expect(await read('OPEN-2')).toEqual(['service service.unknown'])
  })

  test('with no customer left it is open to none', async () => {
    await open(true, [])
    for (const client of [customer, other])
      expect(
        (await client.call(shipments.choices, {})).services.map(({ value }) => value),
      ).not.toContain(id)
    const found = await staff.call(serviceDesk.readiness, { id })
    expect(found.ready).toBe(false)
    expect(found.items.map(({ key }) => key)).toContain('customers')
  })
})

describe('assigning', () => {
  test('from the customers’ side adds and takes, and leaves services open to all alone', async () => {
    const pair = { serviceIds: [id], customerIds: [world().customerId, world().otherCustomerId] }
    expect(issuesOf(await staff.put('/erp/deliveryService/assign', pair))).toEqual([
      'serviceIds.0 service.openToAll',
    ])
    await open(true, [])
    expect(await staff.call(serviceDesk.assign, pair)).toEqual({ count: 2 })
    expect(await staff.call(serviceDesk.assign, pair)).toEqual({ count: 0 })
    const of = async (customerId: string) =>
      (await staff.call(serviceDesk.ofCustomer, { customerId })).find((one) => one.id === id)
    expect(await of(world().customerId)).toMatchObject({
      restricted: true,
      assigned: true,
      open: true,
    })
    await staff.call(serviceDesk.assign, {
      serviceIds: [id],
      customerIds: [world().customerId],
      remove: true,
    })
    expect(await of(world().customerId)).toMatchObject({ assigned: false, open: false })
    expect((await staff.call(serviceDesk.customers, { id })).customers).toMatchObject([
      { id: world().otherCustomerId },
    ])
  })

  test('is refused with the place, and to strangers', async () => {
    const { version } = await staff.call(serviceDesk.customers, { id })
    const foreign = await world().otherTenantUser()
    const theirs = (await foreign.call(customers.endpoints.options, {}))[0]
    expect(
      issuesOf(
        await staff.put('/erp/deliveryService/openTo', {
          id,
          version,
          restricted: true,
          customerIds: [theirs?.value ?? '999999'],
        }),
      ),
    ).toEqual(['customerIds.0 field.ref'])
    const stale = { id, version: version + 1, restricted: true, customerIds: [] }
    expect((await staff.put('/erp/deliveryService/openTo', stale)).error).toBe('row.stale')
    for (const client of [customer, await world().as('sub'), await world().as('warehouse')])
      expect((await client.get('/erp/deliveryService/customers', { id })).code).toBe(403)
    expect((await foreign.get('/erp/deliveryService/customers', { id })).code).toBe(404)
    expect((await foreign.get('/erp/deliveryService/readiness', { id })).code).toBe(404)
    expect((await foreign.get('/erp/deliveryService/tables', { id })).code).toBe(404)
    const [finance, sales] = [await world().as('finance'), await world().as('sales')]
    expect((await finance.put('/erp/deliveryService/openTo', { ...stale, version })).code).toBe(403)
    // Sales and finance see the tables; what we pay only finance does.
    const kinds = async (client: Client) =>
      (await client.call(serviceDesk.tables, { id })).map(({ kind }) => kind)
    expect(await kinds(sales)).toContain('standard')
    expect(await kinds(sales)).not.toContain('cost')
    expect(await kinds(finance)).toContain('standard')
  })

  test('a hundred at once: each pair once', async () => {
    await open(true, [])
    const pair = { serviceIds: [id], customerIds: [world().customerId, world().otherCustomerId] }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => staff.call(serviceDesk.assign, pair)),
    )
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})

test('the table of a customer is the one orders are priced by, and ends with its last day', async () => {
  const { customerId } = world()
  const tableOf = async () =>
    (await staff.call(serviceDesk.ofCustomer, { customerId })).find((one) => one.id === id)?.table
  const found = (await tableOf())!
  expect(found).toMatchObject({ own: false, changesAt: null })
  const validTo = (days: string | null) =>
    query('update fee set valid_to = now()::date + $2::int where id = $1', [found.id, days])
  await validTo('10')
  const turn = Date.parse((await tableOf())!.changesAt!)
  const price = async (at: number) => {
    const date = new Date(at).toISOString()
    const asked = { ...PARCEL, customerId, date }
    return (await staff.post('/erp/deliveryService/simulate', asked)).success
  }
  expect([await price(turn - 1000), await price(turn)]).toEqual([true, false])
  await validTo(null)
  expect(await tableOf()).toEqual(found)
})
