import { beforeAll, expect, test } from 'vitest'
import { charging } from '#contracts/orders/charging.ts'
import { tax } from '#contracts/money/tax.ts'
import { post } from '#server/features/money/ledger/index.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { refundPosting } from '#server/features/money/recharges/refund-posting.ts'
import { useWorld } from '#test/harness.ts'
import { inCharging, minorOf } from '../charging.fixture.ts'

const world = useWorld()
const { confirm, credit, customer, detail, order, print, query, service, standing, switchOn } =
  inCharging(world)

beforeAll(() => switchOn())

const priceOf = async (id: string) => minorOf((await detail({ id })).amount)

test('prepaid money pays a service of the month, and the monthly credit a prepaid one', async () => {
  const serviceId = await service('ECO-PARCEL', '4')
  const who = await customer()
  const one = await order(who)
  const price = await priceOf(one.id)
  expect(await confirm([one.id])).toMatchObject([{ code: 'ledger.insufficient' }])
  const manager = await world().as('manager')
  const ask = { serviceId, currency: 'EUR', customerId: who, total: one.amount!, country: 'DE' }
  expect(await manager.call(charging.payer, ask)).toMatchObject({
    account: 'receivable',
    both: true,
    available: '0.00',
    missing: one.amount,
  })
  await inLedger(world(), (tx) => recharge(tx, who, price))
  expect(await manager.call(charging.payer, ask)).toMatchObject({ missing: null })
  expect(await confirm([one.id])).toMatchObject([{ ok: true }])
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: price })
  // Held there, it is not spent here.
  await service('ECO-PARCEL', '1')
  const other = await order(who)
  expect(await confirm([other.id])).toMatchObject([{ code: 'ledger.insufficient' }])
  await credit(who, price, 'receivable')
  expect(await confirm([other.id])).toMatchObject([{ ok: true }])
})

test('what is available and what is missing is for those who may see the account, no sub-account', async () => {
  const serviceId = await service('ECO-PARCEL', '1')
  const ask = { serviceId, currency: 'EUR', total: '5.94', country: 'DE' }
  const [main, sub] = [await world().as('customer'), await world().as('sub')]
  expect(await main.call(charging.payer, ask)).toMatchObject({ available: expect.any(String) })
  const seen = { account: 'customer', available: null, missing: null }
  expect(await sub.call(charging.payer, ask)).toMatchObject(seen)
})

test('by contract the two stay apart', async () => {
  await service('ECO-PARCEL', '4')
  const who = await customer(100_000n)
  await query('update customer set iz_apart = true where id = $1', [who])
  const one = await order(who)
  expect(await confirm([one.id])).toMatchObject([{ code: 'ledger.insufficient' }])
})

test('of ten orders at once on both accounts those are taken that one purse pays', async () => {
  const who = await customer(1n)
  await service('ECO-PARCEL', '1')
  const prepaid = await Promise.all(Array.from({ length: 5 }, () => order(who)))
  const price = await priceOf(prepaid[0]!.id)
  await service('EU-STD', '4')
  const monthly = await Promise.all(
    Array.from({ length: 5 }, async () => order(who, { serviceId: await service('EU-STD', '4') })),
  )
  const dear = await priceOf(monthly[0]!.id)
  await inLedger(world(), (tx) => recharge(tx, who, price * 2n + dear * 2n))
  await Promise.all([...prepaid, ...monthly].map(({ id }) => confirm([id])))
  const [own, month] = [await standing(who), await standing(who, 'receivable')]
  expect(own.balance - own.held + month.balance - month.held).toBeGreaterThanOrEqual(0n)
  expect(own.held + month.held).toBeGreaterThan(0n)
})

test("money that goes out is never another account's", async () => {
  const who = await customer(500n)
  await credit(who, 100_000n)
  const [paid] = await query<{ id: string }>(
    `select transaction_id as id from trade where customer_id = $1 and trade_type = 'recharge'`,
    [who],
  )
  await query('update ledger_account set held = 400 where party_id = $1 and kind = $2', [
    who,
    'customer',
  ])
  const back = refundPosting(
    { customerId: who, currency: 'EUR', reference: 'x' } as never,
    { transactionId: paid!.id, channel: 'BANK', outTradeNo: null, accountId: 'bank' },
    { paymentId: '0', minor: 200n, reason: 'x' },
  )
  await expect(inLedger(world(), (tx) => post(tx, back))).rejects.toThrow('ledger.insufficient')
  await query('update ledger_account set held = 0 where party_id = $1', [who])
})

test.each(['2', '3'])(
  'a label of a service that charges later (%s) asks for the money of all labels',
  async (method) => {
    await service('ECO-PARCEL', method)
    const who = await customer()
    const [first, second] = [await order(who), await order(who)]
    const price = await priceOf(first.id)
    const code = method === '2' ? 'charge.short' : 'charge.shortOutbound'
    expect(await confirm([first.id])).toMatchObject([{ ok: true, warnings: [{ code }] }])
    await confirm([second.id])
    expect(await print([first.id])).toMatchObject({ error: 'ledger.insufficient' })
    await inLedger(world(), (tx) => recharge(tx, who, price))
    expect((await print([first.id])).status).toBe(200)
    expect(await print([second.id])).toMatchObject({ error: 'ledger.insufficient' })
  },
)

test('a label asks for what its tax takes beyond what is held', async () => {
  await service('ECO-PARCEL', '1')
  const who = await customer(1n)
  const one = await order(who)
  await inLedger(world(), async (tx) => recharge(tx, who, (await priceOf(one.id)) - 1n))
  expect(await confirm([one.id])).toMatchObject([{ ok: true }])
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  const vat = { prices: 'net' as const, country: 'DE', vatId: 'DE136695976' }
  const saved = await finance.call(tax.saveSetting, { ...vat, version })
  await query(`update customer set country = 'DE' where id = $1`, [who])
  expect(await print([one.id])).toMatchObject({ error: 'ledger.insufficient' })
  await inLedger(world(), (tx) => recharge(tx, who, 10_000n))
  expect((await print([one.id])).status).toBe(200)
  await finance.call(tax.saveSetting, { ...vat, prices: 'off', version: saved.version })
})
