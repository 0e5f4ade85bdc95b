import { beforeAll, beforeEach, expect, test } from 'vitest'
import { charging } from '#contracts/orders/charging.ts'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { tax } from '#contracts/money/tax.ts'
import { inboundScan } from '#server/features/depot/inbound/depot.fixture.ts'
import { useWorld } from '#test/harness.ts'
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
} = inCharging(world)
const { switchOn, trades, verb } = inCharging(world)

beforeAll(() => switchOn())
beforeEach(async () => void (await service('ECO-PARCEL', '1')))

/** A confirmed order, labelled where its service charges then. */
const made = async (who: string, change: Record<string, unknown> = {}, label = true) => {
  const one = await order(who, change)
  expect(await confirm([one.id])).toMatchObject([{ ok: true }])
  if (label) expect((await print([one.id])).status).toBe(200)
  return { id: one.id, parcels: (await detail(one)).parcels }
}
type Made = Awaited<ReturnType<typeof made>>
const scan = async (
  { parcels }: Made,
  weightKg: string,
  role: 'warehouse' | 'manager' = 'manager',
  at = 0,
) => inboundScan(await world().as(role), parcels[at]!.trackNo!, { weightKg })
const weigh = async ({ parcels }: Made, weightKg: string, at = 0) =>
  (await world().as('manager')).post('/erp/intoParcel/measure', {
    no: parcels[at]!.trackNo,
    weightKg,
  })
const priceOf = async (one: Made) => minorOf((await detail(one)).amount)
const posted = async (one: Made) =>
  (await trades(one)).reduce((sum, { money }) => sum - BigInt(money), 0n)

test.each(['EUR', 'JPY', 'KWD'])(
  'weighed again in %s the difference is charged as a debt, or given back, with old and new',
  async (currency) => {
    await service('ECO-PARCEL', '1', currency)
    const declared = { parcels: [parcel({ weightKg: '6' })] }
    const sample = await priceOf(await made(await customer(10_000_000n, currency), declared))
    const who = await customer(sample, currency)
    const one = await made(who, declared)
    expect(await standing(who)).toEqual({ balance: 0n, held: 0n })
    const answer = await scan(one, '30')
    const heavy = await priceOf(one)
    expect(heavy).toBeGreaterThan(sample)
    expect(answer.result?.warnings.map(({ code }) => code)).toContain('scan.adjusted.chargedMore')
    expect(await standing(who)).toEqual({ balance: sample - heavy, held: 0n })
    // Below what was charged first: both postings give back.
    await weigh(one, '0.2')
    const light = await priceOf(one)
    expect(light).toBeLessThan(sample)
    expect(await standing(who)).toEqual({ balance: sample - light, held: 0n })
    await weigh(one, '28')
    expect(await posted(one)).toBe(await priceOf(one))
    const [charge] = await charges(one)
    expect(charge!.adjustments.map(({ reason }) => reason)).toEqual(
      charge!.adjustments.map(() => 'weighed'),
    )
    expect(charge!.adjustments[0]).toMatchObject({ after: expect.stringContaining('30 kg') })
    expect(minorOf(charge!.amount)).toBe(await priceOf(one))
    const last = (await trades(one)).at(-1)!
    expect(last.explanation).toMatchObject({
      code: 'adjusted.weighed',
      params: { before: expect.any(String), after: expect.stringContaining('28 kg') },
    })
    expect(await verb('revoke', [one.id], { reason: 'back' })).toMatchObject([{ ok: true }])
    expect(await posted(one)).toBe(0n)
    expect(await standing(who)).toEqual({ balance: sample, held: 0n })
  },
)

test('a clerk who sees no prices reads of the difference without amounts', async () => {
  const one = await made(await customer(100_000n))
  const { result } = await scan(one, '10', 'warehouse')
  expect(result?.warnings.map(({ code }) => code)).toContain('scan.adjusted.chargedMoreHidden')
})

test('within the limits of the tenant, or where the service keeps prices, nothing is charged', async () => {
  const finance = await world().as('finance')
  const set = async (adjustAbove: string, adjustPercent: string) => {
    const now = await finance.call(charging.setting, {})
    return finance.call(charging.saveSetting, { ...now, adjustAbove, adjustPercent })
  }
  const who = await customer(1_000_000n)
  expect(await set('500', '1.25')).toMatchObject({ adjustAbove: '500.00', adjustPercent: '1.25' })
  const first = await made(who)
  const price = await priceOf(first)
  await scan(first, '10')
  expect([await priceOf(first), await posted(first)]).toEqual([price, price])
  expect(await set('0', '0')).toMatchObject({ adjustAbove: '0.00', adjustPercent: '0.0' })
  await weigh(first, '9.9')
  expect(await priceOf(first)).toBeGreaterThan(price)
  expect(await posted(first)).toBe(await priceOf(first))
  await set('0.10', '1')
  expect(await finance.put('/erp/charging/setting', { adjustPercent: '100.5' })).toMatchObject({
    success: false,
  })

  await query(
    `update delivery_service set iz_re_rate = false where tenant_id = $1
    and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  const kept = await made(who)
  await scan(kept, '10')
  expect([await priceOf(kept), await posted(kept)]).toEqual([price, price])
  await query(
    `update delivery_service set iz_re_rate = true where tenant_id = $1
    and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
})

test('what is held is held at the new price, beyond the credit, and charged so', async () => {
  await service('ECO-PARCEL', '4')
  const who = await customer()
  await credit(who, 10_000n)
  const one = await made(who)
  const price = await priceOf(one)
  await credit(who, price).catch(() => undefined)
  const { result } = await scan(one, '10')
  expect(result?.warnings.map(({ code }) => code)).toContain('scan.adjusted.heldMore')
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: await priceOf(one) })
  await weigh(one, '0.2')
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: await priceOf(one) })
  await verb('revoke', [one.id], { reason: 'back' })
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: 0n })
})

test('undoing the scan puts it back to the cent', async () => {
  const who = await customer(1_000_000n)
  const one = await made(who)
  const price = await priceOf(one)
  const { result } = await scan(one, '10')
  expect(await posted(one)).toBeGreaterThan(price)
  await (await world().as('manager')).call(intoParcel.undo, { scanId: result!.scanId })
  expect([await priceOf(one), await posted(one)]).toEqual([price, price])
})

test('parcels of one order weighed at once are charged what the order costs, in both methods', async () => {
  for (const method of ['1', '2']) {
    await service('ECO-PARCEL', method)
    const who = await customer(1_000_000n)
    const parcels = [parcel(), parcel({ weightKg: '3.7' }), parcel({ weightKg: '1' })]
    const one = await made(who, { parcels })
    const answers = await Promise.all([
      scan(one, '5'),
      scan(one, '2.5', 'manager', 1),
      scan(one, '8', 'manager', 2),
    ])
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(await posted(one)).toBe(await priceOf(one))
    await Promise.all([weigh(one, '6'), weigh(one, '6')])
    expect(await posted(one)).toBe(await priceOf(one))
    expect(await standing(who)).toEqual({ balance: 1_000_000n - (await priceOf(one)), held: 0n })
  }
})

test('the difference is taxed as the charge', async () => {
  const finance = await world().as('finance')
  const set = async (prices: 'off' | 'net') => {
    const { version } = await finance.call(tax.setting, {})
    await finance.call(tax.saveSetting, { prices, country: 'DE', vatId: 'DE 136 695 976', version })
  }
  await set('net')
  const who = await customer(1_000_000n)
  await query(`update customer set country = 'DE' where id = $1`, [who])
  const one = await made(who)
  await scan(one, '10')
  await weigh(one, '0.2')
  await weigh(one, '5')
  const lines = await trades(one)
  const sum = (isTax: boolean) =>
    lines
      .filter(({ trade_item: item }) => (item === 'tax') === isTax)
      .reduce((so, { money }) => so - BigInt(money), 0n)
  const net = await priceOf(one)
  expect(sum(false)).toBe(net)
  expect(sum(true)).toBe((net * 19n + 50n) / 100n)
  await set('off')
})

test('all accounts agree with their entries', async () => {
  expect(await drift()).toEqual({ drift: [], same: true })
})
