import { expect, test } from 'vitest'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'

const world = useWorld()
const RIGHTS = ['ship:b2c:list', 'ship:b2c:add', 'dlv:service:list']
const clerk = async (rights: readonly string[]) => {
  const role = await createRole(world(), 'tenant', rights)
  return (await createUser(world(), [role], {})).client()
}

test('who may quote sees what an order costs while entering it and in the opened order, not in lists', async () => {
  const draft = await orderDraft(world())
  const plain = await clerk(RIGHTS)
  const quoting = await clerk([...RIGHTS, 'ship:price:quote'])
  const asked = { currency: 'EUR', total: '10.00', customerId: world().customerId, country: 'DE' }

  expect((await plain.call(shipments.quote, draft)).quote).toBeNull()
  expect((await plain.get('/erp/charging/taxed', asked)).status).toBe(403)
  const { quote } = await quoting.call(shipments.quote, draft)
  expect(Number(quote!.total)).toBeGreaterThan(0)
  expect((await quoting.get('/erp/charging/taxed', asked)).success).toBe(true)

  const trial = {
    serviceCode: 'ECO-PARCEL',
    country: 'DE',
    parcels: [{ weightKg: '1' }],
  }
  expect((await plain.post('/erp/deliveryService/simulate', trial)).status).toBe(403)
  const tried = await quoting.call(simulator.simulate, trial)
  expect(Number(tried.total)).toBeGreaterThan(0)
  expect(tried.cost ?? null).toBeNull()
  const of = { customerId: world().customerId }
  const tables = async (client: Client) =>
    (await client.call(serviceDesk.ofCustomer, of)).flatMap(({ table }) => table ?? [])
  expect(await tables(plain)).toEqual([])
  expect((await tables(quoting)).length).toBeGreaterThan(1)

  const made = await makeOrder(world(), await world().as('manager'))
  const hidden = { amount: null, quote: null }
  expect(await plain.call(shipments.queryById, { id: made.id })).toMatchObject(hidden)
  const warehouse = await world().as('warehouse')
  const answer = await warehouse.get(shipments.queryById.path, { id: made.id })
  expect(answer.result ?? hidden).toMatchObject(hidden)
  const seen = await quoting.call(shipments.queryById, { id: made.id })
  expect(Number(seen.amount)).toBeGreaterThan(0)
  expect(seen.quote).not.toBeNull()
  const added = await quoting.call(shipments.add, draft)
  expect(added.amount).toBe(seen.amount)
  const { records } = await quoting.call(shipments.list, {})
  for (const row of records) expect(Object.keys(row)).not.toContain('amount')
})
