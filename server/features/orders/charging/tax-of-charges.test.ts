import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { charges as handCharges } from '#contracts/money/charges.ts'
import { tax } from '#contracts/money/tax.ts'
import { charging } from '#contracts/orders/charging.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { inCharging, minorOf } from './charging.fixture.ts'

const world = useWorld()
const {
  charges,
  confirm,
  credit,
  customer,
  detail,
  drift,
  order,
  print,
  query,
  service,
  standing,
  switchOn,
  verb,
} = inCharging(world)

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  await service('ECO-PARCEL', '1')
})

const taxed = async (prices: 'off' | 'net' | 'gross', country: string | null = 'DE') => {
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  return finance.call(tax.saveSetting, { prices, country, vatId: 'DE 136 695 976', version })
}
const living = (id: string, country: string, vatId: string | null = null) =>
  query('update customer set country = $2, vat_id = $3 where id = $1', [id, country, vatId])

interface TradeRow {
  money: string
  trade_type: string
  trade_item: string
  tax_category: string | null
  tax_rate: number | null
  tax_country: string | null
}
const tradesOf = (customerId: string) =>
  query<TradeRow>(
    `select * from trade where customer_id = $1 and trade_type <> 'recharge' order by id`,
    [customerId],
  )
const taxBalance = async (customerId: string) =>
  (
    await query<{ ref: string; balance: string }>(
      `select ref, balance from ledger_account where kind = 'tax' and party_id = $1`,
      [customerId],
    )
  ).map(({ ref, balance }) => [ref, BigInt(balance)])
const sum = (rows: readonly TradeRow[]) => rows.reduce((so, { money }) => so - BigInt(money), 0n)
const isTax = ({ trade_item: item }: TradeRow) => item === 'tax'

test('without the setting nothing is taxed', async () => {
  const who = await customer(100_000n)
  const made = await order(who)
  await confirm([made.id])
  await print([made.id])
  const rows = await tradesOf(who)
  expect(rows.every((row) => row.tax_category === null && !isTax(row))).toBe(true)
  expect(sum(rows)).toBe(minorOf(made.amount))
})

test.each([
  ['EUR', 'ECO-PARCEL', 'net'],
  ['EUR', 'ECO-PARCEL', 'gross'],
  ['JPY', 'EU-STD', 'net'],
  ['JPY', 'EU-STD', 'gross'],
  ['KWD', 'EXP-AIR', 'net'],
  ['KWD', 'EXP-AIR', 'gross'],
] as const)('in %s (%s, prices %s) holds and charges net and tax to the unit', async (...row) => {
  const [currency, code, prices] = row
  await taxed(prices)
  const serviceId = await service(code, '1', currency)
  const who = await customer(10_000_000n, currency)
  await living(who, 'DE')
  const made = await order(who, { serviceId, parcels: [parcel(), parcel({ weightKg: '3.7' })] })
  const price = minorOf((await detail(made)).amount)
  const half = (prices === 'net' ? price * 3800n + 10_000n : 0n) / 20_000n
  const whole = prices === 'net' ? price + half : price
  expect(await confirm([made.id])).toMatchObject([{ ok: true }])
  expect(await standing(who)).toEqual({ balance: 10_000_000n, held: whole })
  await print([made.id])
  expect(await standing(who)).toEqual({ balance: 10_000_000n - whole, held: 0n })

  const rows = await tradesOf(who)
  for (const one of rows)
    expect(one).toMatchObject({ tax_category: 'S', tax_rate: 1900, tax_country: 'DE' })
  const taxes = rows.filter(isTax)
  expect(taxes).toHaveLength(2)
  const net = whole - sum(taxes)
  // Half a unit of 19 % of the net, at most one for prices that include it.
  const off = sum(taxes) * 10_000n - net * 1900n
  expect((off < 0n ? -off : off) <= (prices === 'net' ? 5_000n : 10_000n)).toBe(true)
  expect(await taxBalance(who)).toEqual([['DE:S:1900', sum(taxes)]])
  expect((await charges(made))[0]!.lines.at(-1)).toMatchObject({ tax: true, taxRate: 1900 })

  await verb('cancel', [made.id])
  expect(await standing(who)).toEqual({ balance: 10_000_000n, held: 0n })
  expect(await taxBalance(who)).toEqual([['DE:S:1900', 0n]])
  const back = (await tradesOf(who)).filter((one) => one.trade_type === 'refund')
  expect(back.filter(isTax)).toMatchObject([{ tax_category: 'S' }, { tax_rate: 1900 }])
})

test('who is a business elsewhere is charged without tax, with the category', async () => {
  await taxed('net')
  await service('ECO-PARCEL', '1')
  for (const [country, vatId, category] of [
    ['FR', 'FR40303265045', 'AE'],
    ['CN', null, 'O'],
  ] as const) {
    const who = await customer(100_000n)
    await living(who, country, vatId)
    const made = await order(who)
    await confirm([made.id])
    await print([made.id])
    const rows = await tradesOf(who)
    expect(sum(rows)).toBe(minorOf(made.amount))
    expect(rows.every((row) => row.tax_category === category && row.tax_rate === 0)).toBe(true)
  }
})

test('the tax is that of the day it is charged, not of the day it was held', async () => {
  await taxed('off')
  const who = await customer(100_000n)
  await living(who, 'DE')
  const made = await order(who)
  await confirm([made.id])
  const price = minorOf(made.amount)
  expect((await standing(who)).held).toBe(price)
  await taxed('net')
  await print([made.id])
  expect(await taxBalance(who)).toEqual([['DE:S:1900', (price * 3800n + 10_000n) / 20_000n]])
  expect(await standing(who)).toMatchObject({ held: 0n })
})

test('what is not enough for the price with its tax is refused', async () => {
  await taxed('net')
  const sample = await order(await customer())
  const who = await customer(minorOf(sample.amount))
  await living(who, 'DE')
  expect(await confirm([(await order(who)).id])).toMatchObject([{ code: 'ledger.insufficient' }])
  await credit(who, 100_000n, 'customer')
})

test('a charge by hand and a handling fee are taxed, by the category the user chose where there is one', async () => {
  await taxed('net')
  const who = await customer(100_000n)
  await living(who, 'DE')
  const finance = await world().as('finance')
  const charge = async (amount: string, tradeItem: string, taxCategory?: 'E') =>
    (
      await finance.post(
        handCharges.charge.path,
        {
          customerId: who,
          currency: 'EUR',
          amount,
          tradeItem,
          reference: randomUUID(),
          workDone: true,
          ...(taxCategory ? { taxCategory } : {}),
        },
        { 'Idempotency-Key': randomUUID() },
      )
    ).result
  expect(await charge('10.00', '11')).toMatchObject({ balance: '988.10' })
  expect(await charge('10.00', '11', 'E')).toMatchObject({ balance: '978.10' })
  // Repaid in the customer's name: no turnover of ours.
  expect(await charge('7.00', '15')).toMatchObject({ balance: '971.10' })
  expect((await tradesOf(who)).map((row) => [row.money, row.trade_item, row.tax_category])).toEqual(
    [
      ['-1000', '11', 'S'],
      ['-190', 'tax', 'S'],
      ['-1000', '11', 'E'],
      ['-700', '15', 'E'],
    ],
  )

  const made = await order(who)
  await confirm([made.id])
  await print([made.id])
  const warehouse = await world().as('warehouse')
  const { parcels } = await detail(made)
  await warehouse.post('/erp/intoParcel/scan', { no: parcels[0]!.trackNo })
  await verb('revoke', [made.id], { reason: 'back' })
  expect(await charges(made)).toMatchObject([{ state: 'refunded', handlingFee: '0.60' }])
})

test('a price is shown with what is added to it, to those who see the customer', async () => {
  await taxed('net')
  const who = await customer()
  await living(who, 'FR', 'FR40303265045')
  const asked = (client: Client, body: object) => client.get(tax.note.path, { ...body })
  expect((await asked(await world().as('manager'), { customerId: who })).result).toEqual({
    prices: 'net',
    category: 'AE',
    rate: 0,
  })
  const mine = await world().as('customer')
  await living(world().customerId, 'DE')
  const own = { prices: 'net', category: 'S', rate: 1900 }
  expect((await asked(mine, { country: 'FR' })).result).toEqual(own)
  expect((await asked(mine, { country: 'CH' })).result).toMatchObject({ category: 'G' })
  expect((await asked(mine, { customerId: who })).status).toBe(404)
  expect((await asked(await world().otherTenantUser(), { customerId: who })).status).toBe(404)
  expect((await asked(await world().as('warehouse'), {})).status).toBe(403)
})

test('what a price comes to is what would be charged, for customers within reach', async () => {
  await taxed('net')
  const who = await customer(1n)
  await living(who, 'DE')
  const finance = await world().as('finance')
  const price = { customerId: who, currency: 'EUR', total: '4.07', country: 'DE' }
  const answer = { net: '4.07', tax: '0.77', gross: '4.84' }
  expect(await finance.call(charging.taxed, price)).toEqual(answer)
  await taxed('gross')
  expect(await finance.call(charging.taxed, { ...price, total: '4.84' })).toEqual(answer)
  const stranger = await world().otherTenantUser()
  expect(await stranger.call(charging.taxed, price)).toBeNull()
  await taxed('off')
  expect(await finance.call(charging.taxed, price)).toBeNull()
  await taxed('net')
})

test('the setting: a country with a rate, a VAT number, by finance only', async () => {
  const finance = await world().as('finance')
  const set = await finance.call(tax.setting, {})
  expect(set).toMatchObject({ prices: 'net', country: 'DE', vatId: 'DE136695976' })
  const put = (body: object) => finance.put(tax.saveSetting.path, { ...set, ...body })
  const issues = async (body: object) => ((await put(body)).result as { issues: object[] }).issues
  expect(await issues({ country: null })).toMatchObject([{ path: 'country' }])
  expect(await issues({ country: 'JP' })).toMatchObject([{ code: 'tax.noRate' }])
  expect(await issues({ vatId: '12' })).toMatchObject([{ code: 'company.vatId' }])
  expect(await put({ version: 0 })).toMatchObject({ error: 'row.stale' })
  for (const role of ['customer', 'warehouse', 'sales'] as const)
    expect((await (await world().as(role)).get(tax.setting.path)).status).toBe(403)
  expect(await (await world().otherTenantUser()).call(tax.setting, {})).toMatchObject({
    prices: 'off',
  })
})

test('all accounts agree with their entries, and holds with what is held for parcels', async () => {
  expect(await drift()).toEqual({ drift: [], same: true })
})
