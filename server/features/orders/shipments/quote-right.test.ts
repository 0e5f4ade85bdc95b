import { expect, test } from 'vitest'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { orderChanges } from '#contracts/orders/order-changes.ts'
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

test('who may quote sees what several orders cost by another service, as of each, and their sum', async () => {
  const rights = [...RIGHTS, 'ship:b2c:edit']
  const [plain, quoting] = [await clerk(rights), await clerk([...rights, 'ship:price:quote'])]
  const manager = await world().as('manager')
  const ids = [(await makeOrder(world(), manager)).id, (await makeOrder(world(), manager)).id]
  const { rows } = await world().db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'EU-STD'`,
    [world().tenantId],
  )
  const of = { ids, serviceId: rows[0]!.id }
  const hidden = await plain.call(orderChanges.previewService, of)
  expect(hidden.rows).toMatchObject(ids.map((id) => ({ id, before: null, after: null })))
  expect(hidden.sums).toEqual([])
  const shown = await quoting.call(orderChanges.previewService, of)
  expect(shown).toEqual(await manager.call(orderChanges.previewService, of))
  expect(shown.rows.every(({ before, after }) => before !== null && after !== null)).toBe(true)
  expect(shown.sums).toHaveLength(1)

  const texts = async (client: Client) =>
    (await client.call(orderChanges.requote, { ids })).rows.map(({ message }) => message)
  expect((await texts(plain)).join('')).not.toMatch(/\d\.\d\d/)
  for (const text of await texts(quoting)) expect(text).toMatch(/\d\.\d\d/)
})
