import { expect, test } from 'vitest'
import { shipments } from '#contracts/orders/shipments.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { tax } from '#contracts/money/tax.ts'
import { Client, useWorld, type Answer } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'

const world = useWorld()
type Row = Record<string, unknown> & { id: string }
const PASSWORD = 'Green-Lantern-77!'

async function result<R>(sent: Promise<Answer>): Promise<R> {
  const answer = await sent
  expect(answer.success, `${answer.message} ${JSON.stringify(answer.result)}`).toBe(true)
  return answer.result as R
}

/** The express service is priced in yen from now on: 500 for any parcel. */
async function inYen(): Promise<string> {
  const staff = await world().as('manager')
  const all = async (path: string) =>
    (await result<{ records: Row[] }>(staff.get(`${path}/list`, { pageSize: 200 }))).records
  const service = (await all('/erp/deliveryService')).find(({ code }) => code === 'EXP-AIR')!
  const fee = await result<Row>(
    staff.post('/erp/fee/add', {
      code: 'YEN',
      name: 'Yen',
      currency: 'JPY',
      stepMode: 'A',
      validFrom: '2020-01-01',
      status: '1',
    }),
  )
  for (const zone of (await all('/erp/partition')).filter((one) => one.serviceId === service.id))
    await result(
      staff.post('/erp/feeCell/add', { feeId: fee.id, partitionId: zone.id, price: '500' }),
    )
  await result(staff.put('/erp/deliveryService/edit', { ...service, feeId: fee.id }))
  return service.id
}

test('a cap counts prices with their tax, when an order is saved as when it is confirmed', async () => {
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  const setting = { prices: 'net', country: 'DE', vatId: 'DE 136 695 976', version } as const
  await finance.call(tax.saveSetting, setting)
  await world().db.pool.query(`update customer set country = 'DE' where id = $1`, [
    world().customerId,
  ])
  const main = await world().as('customer')
  const yen = await inYen()
  const { account } = await main.call(subAccounts.add, {
    username: `gross-${world().tenantId}`,
    realname: 'Gross',
    password: PASSWORD,
    perms: (await main.call(subAccounts.choices, {})).perms.map(({ code }) => code),
  })
  const signedIn = await world().anonymous.post('/sys/login', {
    username: account.username,
    password: PASSWORD,
  })
  const sub = new Client(world().base, (signedIn.result as { token: string }).token)
  const cap = async (spendCap: string, spendCurrency: string) => {
    const { id, version: at, realname } = await main.call(subAccounts.queryById, { id: account.id })
    await main.call(subAccounts.edit, { id, version: at, realname, spendCap, spendCurrency })
  }
  for (const [currency, change, decimals] of [
    ['EUR', {}, 2],
    ['JPY', { serviceId: yen }, 0],
  ] as const) {
    const { quote } = await main.call(shipments.quote, await orderDraft(world(), change))
    const unit = 10 ** decimals
    const net = Math.round(Number((quote as { total: string }).total) * unit)
    const gross = net + Math.round(net * 0.19)
    const text = (minor: number) => (minor / unit).toFixed(decimals)
    await cap(text(gross - 1), currency)
    const refused = await sub.post('/erp/shipment/add', await orderDraft(world(), change))
    expect(JSON.stringify(refused.result), currency).toContain('spendCap.over')
    await cap(text(gross), currency)
    const made = await makeOrder(world(), sub, { change })
    expect((await sub.call(shipments.confirm, { ids: [made.id] })).done, currency).toBe(1)
  }
})
