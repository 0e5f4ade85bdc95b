import { expect, test } from 'vitest'
import { shippers, shipperList } from '#contracts/parties/shippers.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

test('a first sender begins with what the customer is called and where it is', async () => {
  await world().db.pool.query(
    `update customer set name = 'Kaiyuan', legal_name = 'Kaiyuan Trading Ltd', contact = 'Lin Mei',
      country = 'CN', invoice_city = 'Shenzhen', invoice_postal_code = '518000',
      invoice_street = 'Shennan Rd 1' where id = $1`,
    [world().customerId],
  )
  await world().db.pool.query('delete from shipper where customer_id = $1', [world().customerId])
  const first = {
    name: 'Lin Mei',
    company: 'Kaiyuan Trading Ltd',
    country: 'CN',
    city: 'Shenzhen',
    postalCode: '518000',
    street: 'Shennan Rd 1',
  }
  const [main, sub] = [await world().as('customer'), await world().as('sub')]
  const staff = await world().as('service')
  expect(await main.call(shippers.propose, {})).toEqual(first)
  expect(await staff.call(shippers.propose, { customerId: world().customerId })).toEqual(first)
  // Who works under the account is another person.
  expect(await sub.call(shippers.propose, {})).toEqual({ ...first, name: null })
  // A customer’s user asks for its own, whatever is sent; a stranger finds none.
  const { otherCustomerId } = world()
  expect(await main.call(shippers.propose, { customerId: otherCustomerId })).toEqual(first)
  const stranger = await world().otherTenantUser()
  expect(await stranger.call(shippers.propose, { customerId: world().customerId })).not.toEqual(
    first,
  )
  expect(await staff.call(shippers.propose, {})).toBeNull()
  await main.call(shipperList.endpoints.add, { ...first, izDefault: true } as never)
  expect(await main.call(shippers.propose, {})).toBeNull()
  // A sub-account that does not see the sender is not offered the account's address either.
  await world().db.pool.query('update shipper set iz_shared = false where customer_id = $1', [
    world().customerId,
  ])
  expect((await sub.call(shipperList.endpoints.list, {})).records).toEqual([])
  expect(await sub.call(shippers.propose, {})).toBeNull()
  expect(await staff.call(shippers.propose, { customerId: world().customerId })).toBeNull()
})
