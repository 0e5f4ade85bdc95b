import { expect, test } from 'vitest'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'

const world = useWorld()
const RIGHTS = ['ship:b2c:list', 'ship:b2c:add']
const clerk = async (rights: readonly string[]) => {
  const role = await createRole(world(), 'tenant', rights)
  return (await createUser(world(), [role], {})).client()
}

test('who may quote sees what an order would cost while entering it, and no order’s price', async () => {
  const draft = await orderDraft(world())
  const plain = await clerk(RIGHTS)
  const quoting = await clerk([...RIGHTS, 'ship:price:quote'])
  const asked = { currency: 'EUR', total: '10.00', customerId: world().customerId, country: 'DE' }

  expect((await plain.call(shipments.quote, draft)).quote).toBeNull()
  expect((await plain.get('/erp/charging/taxed', asked)).status).toBe(403)
  const { quote } = await quoting.call(shipments.quote, draft)
  expect(Number(quote!.total)).toBeGreaterThan(0)
  expect((await quoting.get('/erp/charging/taxed', asked)).success).toBe(true)

  const made = await makeOrder(world(), await world().as('manager'))
  const seen = await quoting.call(shipments.queryById, { id: made.id })
  expect(seen).toMatchObject({ amount: null, quote: null })
})
