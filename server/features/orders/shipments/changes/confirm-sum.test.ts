import { beforeAll, expect, test } from 'vitest'
import { tax } from '#contracts/money/tax.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

/** What confirmed orders cost together: with tax, net next to it, one sum for each currency. */
const world = useWorld()
let staff: Client
beforeAll(async () => {
  staff = await world().as('manager')
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  const setting = { prices: 'net', country: 'DE', vatId: 'DE 136 695 976', version } as const
  await finance.call(tax.saveSetting, setting)
  await query(`update customer set country = 'DE' where id = $1`, [world().customerId])
})
const query = (text: string, values: unknown[]) =>
  world().db.pool.query<{ id: string }>(text, values)
const cents = (amount: string | null) => Math.round(Number(amount) * 100)
const orders = async () => {
  const all = [await makeOrder(world(), staff), await makeOrder(world(), staff)]
  const net = all.reduce((sum, { amount }) => sum + cents(amount), 0)
  const gross = all.reduce((sum, { amount }) => sum + Math.round(cents(amount) * 1.19), 0)
  const text = (minor: number) => (minor / 100).toFixed(2)
  return {
    ids: all.map(({ id }) => id),
    sum: { currency: 'EUR', net: text(net), gross: text(gross) },
  }
}

test('gross with net, the same once more under one key, and of what was refused nothing', async () => {
  const { ids, sum } = await orders()
  const drafted = await makeOrder(world(), staff, { confirm: true })
  const send = () =>
    staff.put(
      shipments.confirm.path,
      { ids: [...ids, drafted.id] },
      { 'Idempotency-Key': `confirmed-sum-${ids[0]}` },
    )
  const [once, twice] = [await send(), await send()]
  expect(once.result).toMatchObject({ done: 2, failed: 1, sums: [sum] })
  expect(twice.result).toEqual(once.result)
  // The price of each row is stored, and no answer carries it.
  expect(JSON.stringify(once.result)).not.toContain('"data"')
})

test('a sum for each currency', async () => {
  const { ids, sum } = await orders()
  await query(
    `update fee f set currency = 'JPY' from delivery_service s
      where s.tenant_id = f.tenant_id and s.fee_id = f.id and s.tenant_id = $1 and s.code = 'EU-STD'`,
    [world().tenantId],
  )
  const found = await query(
    `select id from delivery_service where tenant_id = $1 and code = 'EU-STD'`,
    [world().tenantId],
  )
  const yen = await makeOrder(world(), staff, { change: { serviceId: found.rows[0]!.id } })
  const { sums } = await staff.call(shipments.confirm, { ids: [...ids, yen.id] })
  expect(sums).toHaveLength(2)
  expect(sums).toContainEqual(sum)
  expect(sums.find(({ currency }) => currency === 'JPY')?.net).toBe(yen.amount)
})

test('is for those who may quote, too', async () => {
  const { ids, sum } = await orders()
  const { done, sums } = await (await world().as('service')).call(shipments.confirm, { ids })
  expect({ done, sums }).toEqual({ done: 2, sums: [sum] })
})
