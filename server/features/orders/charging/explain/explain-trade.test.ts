import { beforeAll, expect, test } from 'vitest'
import { tax } from '#contracts/money/tax.ts'
import { charging } from '#contracts/orders/charging.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { inCharging } from '../charging.fixture.ts'

const world = useWorld()
const { confirm, customer, order, print, query, service, switchOn, verb } = inCharging(world)
let made: { id: string }

beforeAll(async () => {
  await switchOn()
  await service('ECO-PARCEL', '1')
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  await finance.call(tax.saveSetting, {
    prices: 'net',
    country: 'DE',
    vatId: 'DE136695976',
    version,
  })
  await inLedger(world(), (tx) => recharge(tx, world().customerId, 100_000n))
  made = await order(world().customerId)
  await confirm([made.id])
  await print([made.id])
})

const linesOf = (id: string) =>
  query<{ id: string; trade_item: string; reverses_id: string | null; money: string }>(
    'select * from trade where tenant_id = $1 and shipment_id = $2 order by id',
    [world().tenantId, id],
  )

test('a customer reads the words finance reads, line by line', async () => {
  const [finance, own] = [await world().as('finance'), await world().as('customer')]
  const lines = await linesOf(made.id)
  expect(lines.length).toBeGreaterThan(1)
  for (const { id, trade_item: tradeItem } of lines) {
    const ofFinance = await finance.call(charging.ofTrade, { id })
    const ofCustomer = await own.call(charging.ofTrade, { id })
    if (tradeItem !== 'tax') expect(ofCustomer.why).not.toBeNull()
    const words = ({ why, amount, currency, quote, taxCategory, taxRate }: typeof ofFinance) => ({
      why,
      amount,
      currency,
      taxCategory,
      taxRate,
      steps: quote?.steps,
      lines: quote?.lines,
    })
    expect(words(ofCustomer)).toEqual(words(ofFinance))
    expect(ofFinance).toMatchObject({ order: { id: made.id, opens: true }, repriced: false })
    expect(ofFinance.parcelNo).not.toBeNull()
    // Whose prices they are is for the customer, our name and version of the table for finance.
    expect(ofFinance.prices?.versionNo).toBeGreaterThan(0)
    expect(ofCustomer.prices).toMatchObject({ versionNo: null })
    expect(ofCustomer.prices!.name).not.toBe(ofFinance.prices!.name)
    const isTax = tradeItem === 'tax'
    expect(ofFinance.tax.every((one) => (one.tradeItem === 'tax') !== isTax)).toBe(true)
    if (ofFinance.taxCategory !== null) expect(ofFinance.tax.length).toBeGreaterThan(0)
  }
})

test('another customer, another tenant and who sees no trades get nothing', async () => {
  const other = await customer(100_000n)
  const foreign = await order(other)
  await confirm([foreign.id])
  await print([foreign.id])
  const { id } = (await linesOf(foreign.id))[0]!
  const ask = `${charging.ofTrade.path}?id=${id}`
  expect((await (await world().as('customer')).get(ask)).status).toBe(404)
  expect((await (await world().otherTenantUser()).get(ask)).status).toBe(404)
  expect((await (await world().as('warehouse')).get(ask)).status).toBe(403)
  expect((await (await world().as('finance')).get(ask)).status).toBe(200)
})

test('what was taken back and what takes it back name each other and the same reason', async () => {
  const again = await order(world().customerId)
  await confirm([again.id])
  await print([again.id])
  await verb('cancel', [again.id])
  const finance = await world().as('finance')
  const lines = await linesOf(again.id)
  const first = lines.find(({ reverses_id }) => reverses_id === null)!
  const charge = await finance.call(charging.ofTrade, { id: first.id })
  expect(charge.linked).toMatchObject([{ how: 'takenBack' }])
  const back = await finance.call(charging.ofTrade, { id: charge.linked[0]!.id })
  expect(back.linked).toMatchObject([{ id: first.id, how: 'takesBack' }])
  expect(back.why).toEqual(charge.why)
})

test('it names the invoice it stands on, the customer only once that is issued', async () => {
  const { id } = (await linesOf(made.id))[0]!
  const [draft] = await query<{ id: string }>(
    `insert into invoice (tenant_id, kind, customer_id, account_id, side, currency, period_from,
        period_to, net, tax, gross)
      select t.tenant_id, 'invoice', t.customer_id, t.account_id, 'customer', t.currency,
        current_date, current_date, 1, 0, 1 from trade t where t.tenant_id = $1 and t.id = $2
      returning id`,
    [world().tenantId, id],
  )
  await query(
    `insert into invoice_trade (tenant_id, invoice_id, trade_id, transaction_id)
      select tenant_id, $3, id, transaction_id from trade where tenant_id = $1 and id = $2`,
    [world().tenantId, id, draft!.id],
  )
  const [finance, own] = [await world().as('finance'), await world().as('customer')]
  expect((await finance.call(charging.ofTrade, { id })).invoices).toEqual([
    { id: draft!.id, number: null, kind: 'invoice' },
  ])
  expect((await own.call(charging.ofTrade, { id })).invoices).toEqual([])
  await query(
    `update invoice set status = 'issued', number = 'INV-X', year = 2026, no = 9999,
      issued_on = current_date where tenant_id = $1 and id = $2`,
    [world().tenantId, draft!.id],
  )
  expect((await own.call(charging.ofTrade, { id })).invoices).toMatchObject([{ number: 'INV-X' }])
})
