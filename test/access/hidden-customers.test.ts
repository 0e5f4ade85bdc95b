import { expect, test } from 'vitest'
import { parcels } from '#contracts/orders/parcels.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()

test('the list of parcels names the customer to those who may see customers, not to others', async () => {
  const manager = await world().as('manager')
  await makeOrder(world(), manager)
  const path = parcels.endpoints.list.path
  const rowsFor = async (who: 'manager' | 'warehouse' | 'customer') =>
    ((await (await world().as(who)).get(path, {})).result as { records: object[] }).records
  const [seen] = (await rowsFor('manager')) as { customerId: string }[]
  const customerId = seen?.customerId
  expect(customerId).toMatch(/^\d+$/)
  for (const who of ['warehouse', 'customer'] as const) {
    for (const row of await rowsFor(who))
      expect(Object.keys(row).filter((key) => key.startsWith('customer'))).toEqual([])
    const all = (await rowsFor(who)).length
    expect(all, who).toBeGreaterThan(0)
    // A number no customer has: a filter that worked would show whose parcels they are.
    const asked = await (await world().as(who)).get(path, { customerId: '999999999' })
    if (asked.success) expect((asked.result as { total: number }).total, who).toBe(all)
  }
})
