import { beforeAll, expect, test } from 'vitest'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import {
  inboundScan,
  openOutBatch,
  outBatches,
  predictedBatches,
  outboundScan,
  parcelRow,
} from '#server/features/depot/inbound/depot.fixture.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { parcel, type MadeOrder } from '#test/orders.ts'
import { until } from '#test/sockets.ts'
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
  service,
  standing,
  switchOn,
  trades,
  verb,
} = inCharging(world)

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  await service('ECO-PARCEL', '2')
})

const confirmed = async (who: string, change: Record<string, unknown> = {}) => {
  const made = await order(who, change)
  expect(await confirm([made.id])).toMatchObject([{ ok: true }])
  return { ...made, parcels: (await detail(made)).parcels } as unknown as MadeOrder
}
const scan = async (made: MadeOrder, weightKg: string | null, at = 0) =>
  inboundScan(
    await world().as('warehouse'),
    made.parcels[at]!.trackNo!,
    weightKg ? { weightKg } : {},
  )
const stateOf = async (made: MadeOrder, at = 0) =>
  (await parcelRow(world(), made.parcels[at]!.id)).parcel_status

test.each(['EUR', 'JPY', 'KWD'])(
  'at inbound a parcel in %s is charged what it measures, once, when it is weighed',
  async (currency) => {
    await service('ECO-PARCEL', '2', currency)
    const who = await customer(10_000_000n, currency)
    const made = await confirmed(who)
    expect(await standing(who)).toEqual({ balance: 10_000_000n, held: 0n })
    expect(await scan(made, null)).toMatchObject({ code: 200 })
    expect(await trades(made)).toEqual([])
    const clerk = await world().as('warehouse')
    const { trackNo } = made.parcels[0]!
    expect(
      await clerk.post('/erp/intoParcel/measure', { no: trackNo, weightKg: '10' }),
    ).toMatchObject({ code: 200 })
    const { amount } = await detail(made)
    expect(minorOf(amount)).toBeGreaterThan(minorOf(made.amount))
    expect(await standing(who)).toEqual({ balance: 10_000_000n - minorOf(amount), held: 0n })
    const lines = await trades(made)
    expect(lines.reduce((sum, { money }) => sum + BigInt(money), 0n)).toBe(-minorOf(amount))
    await service('ECO-PARCEL', '2')
  },
)

test('confirming warns where the account will not do, with what is available', async () => {
  const who = await customer(100n)
  const made = await order(who)
  const [row] = (await confirm([made.id])) as { ok: boolean; warnings?: { code: string }[] }[]
  expect(row).toMatchObject({ ok: true, warnings: [{ code: 'charge.short' }] })
  expect(JSON.stringify(row)).toContain('1.00')
  const rich = await order(await customer(100_000n))
  expect(JSON.stringify(await confirm([rich.id]))).not.toContain('charge.short')
})

test('who cannot pay has the parcel held, and a recharge charges and frees it, the oldest first', async () => {
  const who = await customer()
  const [first, second] = [await confirmed(who), await confirmed(who)]
  const answer = await scan(first, '4.5')
  expect(answer).toMatchObject({
    success: false,
    code: SCAN.unpaid,
    message: 'Insufficient balance. Received and held',
    result: { parcel: { parcelStatus: PARCEL.HELD, heldReason: 'Insufficient balance' } },
  })
  const clerk = await world().as('warehouse')
  clerk.lang = 'zh_CN'
  try {
    expect((await inboundScan(clerk, first.parcels[0]!.trackNo!)).message).toContain('余额不足')
  } finally {
    clerk.lang = 'en_US'
  }
  // Amounts are for who sees prices.
  expect(answer.result?.parcel?.unpaid).toBeNull()
  const price = minorOf((await detail(first)).amount)
  const seen = await inboundScan(await world().as('manager'), first.parcels[0]!.trackNo!)
  expect(seen.result?.parcel?.unpaid).toEqual({
    missing: (await detail(first)).amount,
    currency: 'EUR',
  })
  await scan(second, '4.5')
  expect(await charges(first)).toMatchObject([{ state: 'waiting', unpaidAt: expect.any(String) }])
  const retry = (made: MadeOrder) =>
    clerk.post('/erp/intoParcel/charge', { parcelId: made.parcels[0]!.id })
  expect(await retry(first)).toMatchObject({ code: 422, error: 'charge.unpaid' })
  expect([await stateOf(first), await stateOf(second)]).toEqual([PARCEL.HELD, PARCEL.HELD])

  await inLedger(world(), (tx) => recharge(tx, who, price + 1n))
  await until(async () => (await stateOf(first)) === PARCEL.RECEIVED)
  expect(await stateOf(second)).toBe(PARCEL.HELD)
  expect(await standing(who)).toEqual({ balance: 1n, held: 0n })
  expect(await charges(first)).toMatchObject([{ state: 'charged', unpaidAt: null }])
  // By hand, once credit is there, and never twice.
  await service('ECO-PARCEL', '2', 'EUR', true)
  await credit(who, price, 'customer')
  const tries = await Promise.all([retry(second), retry(second), retry(second)])
  expect(tries.every(({ success }) => success)).toBe(true)
  await service('ECO-PARCEL', '2')
  expect(await standing(who)).toEqual({ balance: 1n - price, held: 0n })
  expect(await stateOf(second)).toBe(PARCEL.RECEIVED)
})

test('undoing the scan gives it back whole; weighed again it is charged again', async () => {
  const who = await customer(100_000n)
  const made = await confirmed(who)
  const clerk = await world().as('warehouse')
  const undo = (scanId: string | undefined) => clerk.call(intoParcel.undo, { scanId: scanId! })
  const first = await scan(made, '4.5')
  expect((await standing(who)).balance).toBeLessThan(100_000n)
  await undo(first.result?.scanId)
  expect(await standing(who)).toEqual({ balance: 100_000n, held: 0n })
  expect((await charges(made)).map(({ state }) => state)).toEqual(['waiting', 'refunded'])
  await scan(made, '4.5')
  const price = minorOf((await detail(made)).amount)
  expect(await standing(who)).toEqual({ balance: 100_000n - price, held: 0n })
  expect(await verb('revoke', [made.id], { reason: 'back' })).toMatchObject([{ ok: true }])
  expect(await standing(who)).toEqual({ balance: 100_000n - 50n, held: 0n })
})

test('what came in without being weighed or paid does not leave', async () => {
  const who = await customer()
  const made = await confirmed(who)
  await scan(made, null)
  const staff = await world().as('manager')
  const { id } = await openOutBatch(world())
  expect(await outboundScan(staff, id, made.parcels[0]!.trackNo!)).toMatchObject({ code: 200 })
  const { debtors, closedAt } = await staff.call(outBatches.close, { id })
  expect([debtors?.length, closedAt]).toEqual([1, null])
  expect(await stateOf(made)).toBe(PARCEL.RECEIVED)
})

test('received before it was confirmed it is charged with the confirmation', async () => {
  const who = await customer(100n)
  const made = await order(who, { parcels: [parcel()] })
  const staff = await world().as('manager')
  const batch = (await staff.call(predictedBatches.add, {
    depotId: await world().depotId('FRA1'),
    customerId: who,
    expectedDate: '2026-03-01',
  })) as { id: string }
  await staff.call(predictedBatches.addParcels, { id: batch.id, nos: [made.serialNumber] })
  expect(
    await inboundScan(await world().as('warehouse'), made.serialNumber, { weightKg: '4.5' }),
  ).toMatchObject({ code: 200 })
  expect(await confirm([made.id])).toMatchObject([{ code: 'ledger.insufficient' }])
  await inLedger(world(), (tx) => recharge(tx, who, 100_000n))
  expect(await confirm([made.id])).toMatchObject([{ ok: true }])
  const price = minorOf((await detail(made)).amount)
  expect(await standing(who)).toEqual({ balance: 100_100n - price, held: 0n })
})

test('all accounts agree with their entries', async () => {
  expect(await drift()).toEqual({ drift: [], same: true })
})

test('measures that take more than an account paid in advance has hold the parcel until it has', async () => {
  await service('ECO-PARCEL', '1')
  const who = await customer(700n)
  const made = await confirmed(who)
  expect((await print([made.id])).status).toBe(200)
  expect(await scan(made, null)).toMatchObject({ code: 200 })
  const clerk = await world().as('warehouse')
  const { trackNo } = made.parcels[0]!
  const weighed = await clerk.post('/erp/intoParcel/measure', { no: trackNo, weightKg: '28' })
  expect(weighed).toMatchObject({ code: SCAN.unpaid })
  expect(await stateOf(made)).toBe(PARCEL.HELD)
  expect((await standing(who)).balance).toBeLessThan(0n)
  await inLedger(world(), (tx) => recharge(tx, who, 100_000n))
  await until(async () => (await stateOf(made)) === PARCEL.RECEIVED)
  await service('ECO-PARCEL', '2')
})
